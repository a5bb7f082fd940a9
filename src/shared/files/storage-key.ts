/** The suffix of storage keys of encrypted files. It is stored in rows, so it must never change. */
export const ENCRYPTED_SUFFIX = '.sealed'
