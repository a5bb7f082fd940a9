/** 25 MiB, inclusive. Texts call it 25 MB, as `bytesText` does. */
export const MAX_FILE_BYTES = 26_214_400
/** 5 GiB of files per owner. */
export const MAX_OWNER_BYTES = 5 * 1024 ** 3
/** Files on one credential. */
export const MAX_FILES_PER_RECORD = 20
