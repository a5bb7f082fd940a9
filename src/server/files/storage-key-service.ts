import { createHash } from 'node:crypto'
import type { Owner } from '#server/users/owner.ts'
import type { PreviewWidth } from '#shared/files/file.ts'

/** One folder per owner, so that all of it can be found without any row; its name does not contain the id. */
export function folderOf(owner: Owner): string {
  return `files/${createHash('sha256').update(owner).digest('hex').slice(0, 32)}`
}

/** The key prefix for the previews of a file, or of a folder of files. */
export function previewsOf(key: string): string {
  return key.replace(/^files\//, 'previews/')
}

/** The folder of an owner's packets, which are kept to be served again. */
export function packetsOf(owner: Owner): string {
  return folderOf(owner).replace(/^files\//, 'packets/')
}

/** The key of the preview with that width. */
export function previewKey(key: string, width: PreviewWidth): string {
  return `${previewsOf(key)}-${width}.webp`
}

/** The file that a stored key belongs to: itself, or the original of a preview. */
export function originalKey(key: string): string {
  return key.replace(/^previews\//, 'files/').replace(/-\d+\.webp$/, '')
}
