import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatZonedTime } from '#shared/kernel/format-date.ts'
import type { Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { listEveryShare, listEveryShareEvent } from './api.ts'
import { type DateContext, recipientText, resourceNames } from './share-list-text.ts'
import { eventText, visitorText } from './share-log-text.ts'

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

const logHeader = [msg`Date`, msg`Time`, msg`What happened`, msg`Visitor`]

/** The whole access log of a link, newest first, at the owner's hour. */
export async function shareLogTable(id: string, dates: DateContext): Promise<ListTable> {
  const rows = (await listEveryShareEvent(id)).map((event) => [
    dateCell(todayIn(new Date(event.at), dates.timeZone)),
    ...[formatZonedTime(event.at, dates), eventText(event), visitorText(event)],
  ])
  return { header: logHeader.map((name) => t(name)), rows }
}
