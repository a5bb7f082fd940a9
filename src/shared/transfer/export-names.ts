import { safeName } from '#shared/ceu/packet.ts'
import { downloadName, type MimeType } from '#shared/files/file.ts'

export type NamedFile = { name: string; mimeType: MimeType; belongsTo: string }

/**
 * `files/007 Texas RN license - card front.jpg`: a name for each file that is readable, safe on every system, short
 * enough for Windows, and the only one of its kind because of its number.
 */
export function exportFilePaths(files: readonly NamedFile[]): string[] {
  const digits = Math.max(3, String(files.length).length)
  return files.map(({ name, mimeType, belongsTo }, index) => {
    const number = String(index + 1).padStart(digits, '0')
    const given = downloadName(name, mimeType)
    const dot = given.lastIndexOf('.')
    const stem = safeName(given.slice(0, dot), 80)
    // An ending that fits its kind is ASCII and short; what comes before it is the owner's text.
    return `files/${number} ${safeName(belongsTo, 60)} - ${stem}${given.slice(dot).toLowerCase()}`
  })
}

/** A path in the ZIP as the address of a link beside it. */
export function hrefOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
