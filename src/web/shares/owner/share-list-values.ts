import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { listEveryShare } from './api.ts'
import { recipientText, resourceNames } from './share-list-text.ts'

const header = [
  ...[
    msg`Shows`,
    msg`For`,
    msg`State`,
    msg`Created`,
    msg`Ends`,
    msg`Ended by you`,
    msg`Views`,
    msg`First view`,
    msg`Last view`,
  ],
  ...[msg`Passcode`, msg`Downloads`, msg`Number hidden`, msg`Note`],
]

const states: Record<Share['state'], string> = {
  live: msg`live`,
  revoked: msg`revoked`,
  expired: msg`expired`,
  used_up: msg`used up`,
  gone: msg`gone`,
}

/** Every share, newest first. The links themselves are not stored anywhere. */
export async function shareTable(): Promise<ListTable> {
  return { header: header.map((name) => t(name)), rows: (await listEveryShare()).map(rowOf) }
}

function rowOf(share: Share): ListTable['rows'][number] {
  const yes = (is: boolean) => (is ? t`yes` : t`no`)
  return [
    ...[resourceNames(share), recipientText(share), t(states[share.state])],
    ...[share.createdAt, share.expiresAt, share.revokedAt, share.viewCount],
    ...[share.firstViewedAt, share.lastViewedAt, yes(share.hasPasscode), yes(share.allowDownloads)],
    ...[yes(share.masks.hideNumber), share.note],
  ].map((cell) => (typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? dateCell(cell) : cell))
}
