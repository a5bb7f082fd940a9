import pLimit from 'p-limit'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { consumeAndRecord } from '#server/auth/limit-guards.ts'
import { passcodeTurn, verifyPassword } from '#server/auth/password-hash.ts'
import type { Db } from '#server/db/database.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { layOut } from '#server/mail/layout.ts'
import { isPlainAddress, type Message } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { sharedResources } from '#shared/shares/share.ts'
import type { OpenInput, ShareSummary, ShareView } from '#shared/shares/view.ts'
import { listResourceTitles } from './resource-store.ts'
import {
  auditHealthRecords,
  eventOf,
  presentViewOrRefuse,
  refuse,
  requireLiveShare,
  requireResourcesLeft,
  type ShareSession,
  visitorActor,
} from './session-service.ts'
import { ownerOf, recordOpening, type ShareRow } from './session-store.ts'
import { presentViewHead } from './view-service.ts'

const SESSION_MS = 12 * 3_600_000

/** A crowd at one link waits in this queue. The other half of the database connections stays free for everyone else. */
const openingQueue = pLimit(5)

/** What a share says before it is opened. With a passcode, it names nobody. Does not count as a view. */
export async function presentSummary(services: Services, session: ShareSession): Promise<ShareSummary> {
  const { isOpened } = session
  const needsPasscode = session.row.passcodeHash !== null && !isOpened
  if (needsPasscode) {
    const nothing = { ownerName: null, recipient: null, openUntil: null, timeZone: null }
    return { ...nothing, needsPasscode, isOpened: false }
  }
  const { ownerName, recipient, openUntil, timeZone } = await presentViewHead(services, session)
  return { ownerName, recipient, openUntil, timeZone, needsPasscode, isOpened }
}

/** The cookie of a new session: `secret` until `expiresAt`. */
export type SessionCookie = { secret: string; expiresAt: Date }
type Opened = { view: ShareView; cookie: SessionCookie | null }

/** If the owner changes a share while it is opened, the share is looked up again, at most this often. */
const MAX_TRIES = 5

/**
 * Opens a share: counts a view, logs it, notifies the owner of the first view and starts a session. Within a session it
 * only shows the share again. The owner's own opening counts like anyone's. Everything is looked up before the view is
 * counted, so a failed opening is not counted. Rejects with `passcode_needed`, `passcode_wrong`, `link_ended`, or
 * `link_changing` if the share changed during every try.
 */
export async function openShare(
  services: Services,
  session: ShareSession,
  input: OpenInput,
): Promise<Opened> {
  let current = session
  for (let tries = 1; ; tries += 1) {
    const opened = await tryOpening(services, current, input)
    if (opened) return opened
    if (tries === MAX_TRIES) throw new Problem('link_changing')
    // The current state of the share decides, including its passcode.
    current = await requireLiveShare(services, session.visitor)
  }
}

/** `null` if the share changed after its token was resolved. */
async function tryOpening(
  services: Services,
  session: ShareSession,
  input: OpenInput,
): Promise<Opened | null> {
  if (session.isOpened) return { view: (await presentViewOrRefuse(services, session)).view, cookie: null }
  // A link with nothing left to show asks nobody for a passcode.
  if (session.row.passcodeHash !== null) await requireResourcesLeft(services, session)
  await checkPasscode(services, session, input.passcode)
  return openingQueue(async () => {
    const current = { ...session, now: services.clock.now() }
    const { view } = await presentViewOrRefuse(services, current)
    const cookie = await countOpening(services, current)
    return cookie && { view, cookie }
  })
}

/** Ten attempts per share, then one a minute. A correct passcode is refunded. */
async function checkPasscode(
  services: Services,
  session: ShareSession,
  passcode: string | null,
): Promise<void> {
  const { id, ownerId, passcodeHash } = session.row
  if (passcodeHash === null) return
  if (passcode === null) throw new Problem('passcode_needed')
  const refund = await consumeAndRecord(services, 'sharePasscode', id, ownerId, 'passcode')
  const turn = passcodeTurn({ link: id, network: session.visitor.network })
  if (!(await verifyPassword({ hash: passcodeHash, password: passcode }, turn)))
    return refuse(services, session, 'passcode')
  await refund()
}

/** `null` if the share no longer matches `session.row`. */
async function countOpening(services: Services, session: ShareSession): Promise<SessionCookie | null> {
  const { row, now } = session
  const { device, visitor } = await eventOf(services, session, 'opened', null)
  const expiresAt = new Date(Math.min(now.getTime() + SESSION_MS, row.expiresAt.getTime()))
  return services.db.transaction(async (tx) => {
    const opening = await recordOpening(tx, row, { at: now, device, visitor, sessionEnds: expiresAt })
    if (!opening) return null
    await auditHealthRecords(tx, session)
    if (opening.viewCount === 1) await notifyOwner(services, tx, session)
    return { secret: opening.secret, expiresAt }
  })
}

/** Reports the first opening in the owner's activity and by mail. */
async function notifyOwner(
  { config, fieldCipher, mailer }: Services,
  tx: Db,
  { row, now, visitor }: ShareSession,
): Promise<void> {
  const owner = ownerOf(row)
  const about = { resource: 'share', resourceId: row.id }
  await audit(tx, visitorActor(owner), now, 'credential_share_opened', about)
  const user = await findUser(tx, owner)
  // The share opens even if the mailer would reject the owner's address.
  if (!user || !isPlainAddress(user.email)) return
  const t = translateFor(user.settings)
  const message = shareOpenedMessage({
    to: user.email,
    name: user.firstName ?? user.name,
    titles: await titlesOf(tx, row, { t, cipher: fieldCipher }),
    recipient: row.recipient,
    device: deviceOf(visitor.userAgent),
    openedAt: now,
    timeZone: user.settings.timeZone,
    url: `${config.publicUrl}/credentials/shares/${row.id}`,
    t,
  })
  await mailer.enqueue(message, tx)
}

/** The titles of everything that a share shows, for a message to its owner. */
export async function titlesOf(
  tx: Db,
  row: ShareRow,
  { t, cipher }: { t: Translate; cipher: FieldCipher },
): Promise<string[]> {
  const resources = sharedResources(row)
  const titles = await listResourceTitles(tx, ownerOf(row), resources, cipher)
  // A mail must not reveal the kind of a health record.
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
