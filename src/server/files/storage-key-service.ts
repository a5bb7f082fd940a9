import { createHash } from 'node:crypto'
import type { Owner } from '#server/users/owner.ts'
import type { PreviewWidth } from '#shared/files/file.ts'

/** One folder an owner, so that all of it can be found again without any row; the id itself is not in it. */
export function folderOf(owner: Owner): string {
  return `files/${createHash('sha256').update(owner).digest('hex').slice(0, 32)}`
}

/** The previews of a file, or of a folder of files, begin with this. */
export function previewsOf(key: string): string {
  return key.replace(/^files\//, 'previews/')
}

/** Where packets of an owner lie that were made before. */
export function packetsOf(owner: Owner): string {
  return folderOf(owner).replace(/^files\//, 'packets/')
}

/** Where the preview of that width lies. */
export function previewKey(key: string, width: PreviewWidth): string {
  return `${previewsOf(key)}-${width}.webp`
}

/** The file that a stored key belongs to: itself, or the original of a preview. */
export function originalKey(key: string): string {
  return key.replace(/^previews\//, 'files/').replace(/-\d+\.webp$/, '')
}
