/** How the storage key of an encrypted file ends. Rows hold these keys: it never changes. */
export const ENCRYPTED_SUFFIX = '.sealed'
