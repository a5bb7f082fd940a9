import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'

export type Attachments = { fileId: string | null; fileIds: string[] }

/**
 * A record's files are `fileIds`, plus `fileId` if it is not among them. Without a `fileId`, the main file stays the
 * main one if it is still attached; otherwise the first file becomes the main one. `fileId` alone adds that file as the
 * main one; `null` detaches the main file.
 */
export function applyFileChange(change: Partial<Attachments>, current: Attachments): Attachments {
  const { fileId, fileIds } = change
  if (fileId === undefined && fileIds === undefined) return current
  if (fileId === null && fileIds === undefined)
    return { fileId: null, fileIds: current.fileIds.filter((id) => id !== current.fileId) }
  const all = [...new Set([...(fileIds ?? current.fileIds), ...(fileId ? [fileId] : [])])]
  if (all.length > MAX_FILES_PER_RECORD) {
    const message = msg`At most ${MAX_FILES_PER_RECORD} files`
    throw new Problem('invalid', { errors: [{ path: 'fileIds', message }] })
  }
  const kept = fileId === undefined ? all.find((id) => id === current.fileId) : undefined
  return { fileId: fileId ?? kept ?? all[0] ?? null, fileIds: all }
}

/**
 * A record's files in display order: `fileIds` are the existing ones, `fileId` is the main one. A main file in the
 * trash is not shown. It stays the main file and reappears when it is restored.
 */
export function mainFirst(fileId: string | null, fileIds: string[]): Attachments {
  const main = fileIds.find((id) => id === fileId)
  if (main === undefined) return { fileId: null, fileIds }
  return { fileId: main, fileIds: [main, ...fileIds.filter((id) => id !== main)] }
}
