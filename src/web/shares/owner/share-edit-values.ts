import type { Share, SharePatch } from '#shared/shares/share.ts'

/**
 * Only the changed fields: two people who edit at the same time do not undo each other's changes, and used views stay
 * used.
 */
export function patchOf(before: Share, after: SharePatch): SharePatch {
  const { recipient, note, allowDownloads, viewsLeft } = before
  const known: Record<string, unknown> = { recipient, note, allowDownloads, viewLimit: viewsLeft }
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== undefined && value !== known[key]),
  )
}
