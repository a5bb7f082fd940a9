/** The name of a picture that replaces a page in one share: not that of the document, which may contain the number. */
export function redactedPictureName(page: number, total: number): string {
  return `page-${page}-of-${total}.jpg`
}

/** Whether a file is such a picture. Unattached, it is left over from a share that was never created. */
export function isRedactedPicture({ name, mimeType }: { name: string; mimeType: string }): boolean {
  return mimeType === 'image/jpeg' && /^page-\d+-of-\d+\.jpg$/.test(name)
}
