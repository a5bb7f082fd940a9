import pLimit from 'p-limit'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { passcodeTurn, verifyPassword } from '#server/auth/password-hash.ts'
import type { Db } from '#server/db/database.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { layOut } from '#server/mail/layout.ts'
import { isPlainAddress, type Message } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { sharedResources } from '#shared/shares/share.ts'
import type { OpenInput, ShareSummary, ShareView } from '#shared/shares/view.ts'
import { lockOwnerAgainstDeletion, recordEvent } from './event-store.ts'
import { auditHealthRecords } from './health-audit-service.ts'
import { listResourceTitles } from './resource-store.ts'
import {
  eventOf,
  refuse,
  requireLiveSession,
  requireResourcesLeft,
  type ShareSession,
  showSession,
} from './session-service.ts'
import { countView, insertSession, ownerOf, type ShareRow } from './session-store.ts'
import { addWebhookEvent } from './webhook-event-store.ts'

const SESSION_MS = 12 * 3_600_000

/** A crowd at one link queues here and leaves half of the database connections to everyone else. */
const openingQueue = pLimit(5)

/** What a share says before it is opened; with a passcode it names nobody. Does not count as a view. */
export async function summarizeShare(services: Services, session: ShareSession): Promise<ShareSummary> {
  const { view } = await showSession(services, session)
  const { isOpened } = session
  const needsPasscode = session.row.passcodeHash !== null && !isOpened
  if (needsPasscode) {
    const nothing = { ownerName: null, recipient: null, openUntil: null, timeZone: null }
    return { ...nothing, needsPasscode, isOpened: false }
  }
  const { ownerName, recipient, openUntil, timeZone } = view
  return { ownerName, recipient, openUntil, timeZone, needsPasscode, isOpened }
}

/** The cookie of a new session: `secret` until `expiresAt`. */
export type SessionCookie = { secret: string; expiresAt: Date }
type Opened = { view: ShareView; cookie: SessionCookie | null }

/**
 * Opens a share: counts a view, logs it, notifies the owner of the first one and starts a session; within a session it
 * only shows the share again. The owner's own opening counts like anyone's. Everything is looked up before it is
 * counted, so that an opening that fails has not counted. Rejects with `passcode_needed`, `passcode_wrong` or
 * `link_ended`.
 */
export async function openShare(
  services: Services,
  session: ShareSession,
  input: OpenInput,
): Promise<Opened> {
  if (session.isOpened) return { view: (await showSession(services, session)).view, cookie: null }
  // Nobody is asked for the passcode of a link that has nothing left to show.
  if (session.row.passcodeHash !== null) await requireResourcesLeft(services, session)
  await checkPasscode(services, session, input.passcode)
  const opened = await openingQueue(async () => {
    const current = { ...session, now: services.clock.now() }
    const { view } = await showSession(services, current)
    const cookie = await countOpening(services, current)
    return cookie && { view, cookie }
  })
  // The share changed since its token was resolved: what it is now decides, passcode included.
  return opened ?? openShare(services, await requireLiveSession(services, session.visitor), input)
}

/** Ten attempts per share, then one a minute; a right one is refunded. */
async function checkPasscode(
  services: Services,
  session: ShareSession,
  passcode: string | null,
): Promise<void> {
  const { id, passcodeHash } = session.row
  if (passcodeHash === null) return
  if (passcode === null) throw new Problem('passcode_needed')
  const refund = await services.limits.consume('sharePasscode', id)
  const turn = passcodeTurn({ link: id, network: session.visitor.network })
  if (!(await verifyPassword({ hash: passcodeHash, password: passcode }, turn)))
    return refuse(services, session, 'passcode')
  await refund()
}

/** `null` when the share is no longer as `session.row` says. */
async function countOpening(services: Services, session: ShareSession): Promise<SessionCookie | null> {
  const { row, now } = session
  const event = await eventOf(services, session, 'opened', null)
  return services.db.transaction(async (tx) => {
    if (!(await lockOwnerAgainstDeletion(tx, row.ownerId))) return null
    const counted = await countView(tx, row, now)
    if (!counted) return null
    const expiresAt = new Date(Math.min(now.getTime() + SESSION_MS, counted.expiresAt.getTime()))
    const secret = await insertSession(tx, row.id, expiresAt)
    await recordEvent(tx, event)
    await auditHealthRecords(tx, session)
    const { shareId, ownerId, device } = event
    await addWebhookEvent(tx, { shareId, ownerId, device, openedAt: now, viewCount: counted.viewCount })
    if (counted.viewCount === 1) await notifyOwner(services, tx, session)
    return { secret, expiresAt }
  })
}

/** The first opening, in the owner's activity and by mail. */
async function notifyOwner(
  { config, mailer }: Services,
  tx: Db,
  { row, now, visitor }: ShareSession,
): Promise<void> {
  const owner = ownerOf(row)
  // Not the owner's session; the visitor's browser is in the access log of the share.
  const actor = { owner, sessionId: 'visitor', userAgent: null }
  await audit(tx, actor, now, 'credential_share_opened', { resource: 'share', resourceId: row.id })
  const user = await findUser(tx, owner)
  // An address that the mailer would reject must not keep the share from opening.
  if (!user || !isPlainAddress(user.email)) return
  const t = translateFor(user.settings)
  const message = shareOpenedMessage({
    to: user.email,
    name: user.firstName ?? user.name,
    titles: await titlesOf(tx, row, t),
    recipient: row.recipient,
    device: deviceOf(visitor.userAgent),
    openedAt: now,
    timeZone: user.settings.timeZone,
    url: `${config.publicUrl}/credentials/shares/${row.id}`,
    t,
  })
  await mailer.enqueue(message, tx)
}

/** What a share shows, for a message to its owner. */
export async function titlesOf(tx: Db, row: ShareRow, t: Translate): Promise<string[]> {
  const resources = sharedResources(row)
  const titles = await listResourceTitles(tx, ownerOf(row), resources)
  // A mail is no place for the kind of a health record.
  return resources.flatMap(({ resourceType, resourceId }) =>
    titles.has(resourceId)
      ? resourceType === 'healthRecord'
        ? t`a health record`
        : (titles.get(resourceId) ?? [])
      : [],
  )
}

type OpenedShare = {
  to: string
  /** May be empty. */
  name: string
  titles: string[]
  recipient: string | null
  device: string | null
  openedAt: Date
  timeZone: string | null
  t: Translate
  /** The owner's page of the share; the share link itself is never mailed. */
  url: string
}

const SHOWN = 5

/** For the first opening of a share. */
function shareOpenedMessage(opened: OpenedShare): Message {
  const { to, name, titles, recipient, device, url, t } = opened
  const heading =
    recipient === null ? t`Your share link was opened` : t`Your share link for ${recipient} was opened`
  const [what, when] = [titlesText(titles, t), whenText(opened)]
  const link = recipient === null ? t`The link to ${what}` : t`The link for ${recipient} to ${what}`
  return {
    to,
    subject: heading,
    kind: 'share_opened',
    ...layOut(
      {
        heading,
        name,
        paragraphs: [
          device === null
            ? t`${link} was opened for the first time on ${when}.`
            : t`${link} was opened for the first time on ${when}, from ${deviceIn(device, t)}.`,
          t`We email you only about the first opening. The page of the link lists all of them.`,
        ],
        action: { label: t`See who opened it`, url },
        notYou: t`Not who you sent it to? End the link on that page. It stops working at once, files included.`,
      },
      t,
    ),
  }
}

function titlesText(titles: string[], t: Translate): string {
  const more = titles.length - SHOWN
  const shown = more > 0 ? [...titles.slice(0, SHOWN), t`${more} more`] : titles
  return new Intl.ListFormat(t.locale).format(shown)
}

function whenText({ openedAt, timeZone, t }: OpenedShare): string {
  return new Intl.DateTimeFormat(t.locale, {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(openedAt)
}
