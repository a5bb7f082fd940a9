/** Long enough for browsers that read the file only after the click. */
const KEEP_URL_MS = 60_000

/** Downloads `bytes` as a file of this name. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_URL_MS)
}
