import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import type { Share } from '#shared/shares/share.ts'
import { listEveryShare } from './api.ts'
import { recipientText, resourceNames } from './share-list-text.ts'

const header = [
  ...['Shows', 'For', 'State', 'Created', 'Ends', 'Ended by you', 'Views', 'First view', 'Last view'],
  ...['Passcode', 'Downloads', 'Number hidden', 'Note'],
]

/** Every link, newest first. The links themselves are stored nowhere. */
export async function shareTable(): Promise<ListTable> {
  return { header, rows: (await listEveryShare()).map(rowOf) }
}

function rowOf(share: Share): ListTable['rows'][number] {
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  return [
    ...[resourceNames(share), recipientText(share), share.state.replace('_', ' ')],
    ...[share.createdAt, share.expiresAt, share.revokedAt, share.viewCount],
    ...[share.firstViewedAt, share.lastViewedAt, yes(share.hasPasscode), yes(share.allowDownloads)],
    ...[yes(share.masks.hideNumber), share.note],
  ].map((cell) => (typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? dateCell(cell) : cell))
}
