import { MAX_FILES_PER_RECORD } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'

export type Attachments = { fileId: string | null; fileIds: string[] }

/**
 * A record's files are `fileIds`, and `fileId` if it is not among them. Without a main one named, the one it had stays
 * main if it may, else the first is. `fileId` alone adds that file as the main one, or as `null` lets go of it.
 */
export function applyFileChange(change: Partial<Attachments>, current: Attachments): Attachments {
  const { fileId, fileIds } = change
  if (fileId === undefined && fileIds === undefined) return current
  if (fileId === null && fileIds === undefined)
    return { fileId: null, fileIds: current.fileIds.filter((id) => id !== current.fileId) }
  const all = [...new Set([...(fileIds ?? current.fileIds), ...(fileId ? [fileId] : [])])]
  if (all.length > MAX_FILES_PER_RECORD) {
    const message = `At most ${MAX_FILES_PER_RECORD} files`
    throw new Problem('invalid', { errors: [{ path: 'fileIds', message }] })
  }
  const stays = fileId === undefined && current.fileId !== null && all.includes(current.fileId)
  return { fileId: fileId ?? (stays ? current.fileId : (all[0] ?? null)), fileIds: all }
}

/**
 * How a record's files are shown: `fileIds` are those that are there, `fileId` the one named as its main one. In the trash
 * it is none, though it stays named, and is the main one again when it comes back.
 */
export function mainFirst(fileId: string | null, fileIds: string[]): Attachments {
  if (fileId === null || !fileIds.includes(fileId)) return { fileId: null, fileIds }
  return { fileId, fileIds: [fileId, ...fileIds.filter((id) => id !== fileId)] }
}
