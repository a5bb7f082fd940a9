/** The accepted types, determined by the bytes, never by name or claimed type. */
export const fileKinds = {
  'application/pdf': { extension: 'pdf', name: 'PDF' },
  'image/jpeg': { extension: 'jpg', name: 'JPEG' },
  'image/png': { extension: 'png', name: 'PNG' },
  'image/webp': { extension: 'webp', name: 'WebP' },
  'image/heic': { extension: 'heic', name: 'HEIC' },
  'image/heif': { extension: 'heif', name: 'HEIF' },
} as const
export type MimeType = keyof typeof fileKinds

const otherExtensions: Partial<Record<MimeType, string[]>> = {
  'image/jpeg': ['jpeg', 'jpe', 'jfif'],
  'image/heic': ['heif', 'hif'],
  'image/heif': ['heic', 'hif'],
}

/** The name to download as: a PDF is never saved as `card.pdf.exe`. */
export function downloadName(name: string, mimeType: MimeType): string {
  const { extension } = fileKinds[mimeType]
  const hasExtension = (each: string) => name.toLowerCase().endsWith(`.${each}`)
  const fits = hasExtension(extension) || otherExtensions[mimeType]?.some(hasExtension)
  return fits ? name : `${name}.${extension}`
}
