import { safeName } from '#shared/ceu/packet.ts'
import { downloadName, type MimeType } from '#shared/files/file-kinds.ts'

export type NamedFile = { name: string; mimeType: MimeType; belongsTo: string }

/**
 * `files/007 Texas RN license - card front.jpg`: a readable name for each file that is valid on every system, short
 * enough for Windows, and unique by its number.
 */
export function exportFilePaths(files: readonly NamedFile[]): string[] {
  const digits = Math.max(3, String(files.length).length)
  return files.map(({ name, mimeType, belongsTo }, index) => {
    const number = String(index + 1).padStart(digits, '0')
    const fileName = downloadName(name, mimeType)
    const dot = fileName.lastIndexOf('.')
    const stem = safeName(fileName.slice(0, dot), 80)
    // An extension that matches the type is short ASCII; the text before it is the owner's.
    return `files/${number} ${safeName(belongsTo, 60)} - ${stem}${fileName.slice(dot).toLowerCase()}`
  })
}

/** A path in the ZIP as a relative link. */
export function hrefOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
