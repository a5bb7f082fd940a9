import pLimit from 'p-limit'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { verifyPassword } from '#server/auth/password-hash.ts'
import type { Db } from '#server/db/database.ts'
import type { FileRow } from '#server/files/store.ts'
import { isPlainAddress } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import {
  type Refusal,
  type ShareEventKind,
  type ShareState,
  sharedThings,
  shareStateOf,
} from '#shared/shares/share.ts'
import {
  type OpenInput,
  type ShareCover,
  type ShareView,
  shareView,
  type ViewFile,
} from '#shared/shares/view.ts'
import { holdOwner, isNoted, type NewEvent, noteEvent, noteOnce } from './event-store.ts'
import { openedMessage } from './mail-service.ts'
import { ownerOf, type ShareRow } from './store.ts'
import { fileNameIn, makeSecret } from './token-service.ts'
import { listSharedTitles, presentView } from './view-service.ts'
import { countView, findByToken, hasVisit, keepVisit } from './visit-store.ts'
import { visitorOf } from './visitor-service.ts'

const VISIT_MS = 12 * 3_600_000
/** The same line stands in a log once in this time. */
const QUIET_MS = 10 * 60_000

/** A crowd before a link waits here, and leaves the other half of the connections to the database to everybody else. */
const inTurn = pLimit(5)

/** Who stands before a link: what a request tells of itself. */
export type Visitor = {
  token: string
  network: string
  userAgent: string | null
  /** Of a visit, from its cookie. */
  secret: string | undefined
  /** A program that previews or scans links: it leaves no trace. */
  isProgram: boolean
}

/** A link that opens at `now`, or that this browser has opened. */
type Link = { row: ShareRow; isVisiting: boolean; now: Date; visitor: Visitor }

/** Rejects with `link_unknown`, or with `link_ended` and a line in the owner's log. */
async function requireLink(services: Services, visitor: Visitor): Promise<Link> {
  const found = await findLink(services, visitor)
  if (!found) {
    // Of an ended link the log is looked at: how long that takes must not tell one from a link that never was.
    await isNoted(
      services.db,
      { shareId: nobodys, kind: 'refused', what: null, visitor: '' },
      services.clock.now(),
    )
    throw new Problem('link_unknown')
  }
  const { state, ...link } = found
  if (state !== 'live') return refuse(services, link, state)
  return (await isLeft(services, link.row)) ? link : refuse(services, link, 'gone')
}

/** `state` as this visitor has it: with a visit, used-up views are none of her business. */
async function findLink(
  services: Services,
  visitor: Visitor,
): Promise<(Link & { state: ShareState }) | null> {
  const { db, clock } = services
  const now = clock.now()
  const row = await findByToken(db, visitor.token)
  if (!row) return null
  const { secret } = visitor
  const isVisiting = secret !== undefined && (await hasVisit(db, row.id, secret, now))
  // Whether anything is left to show turns out when it is looked up.
  const state = shareStateOf(isVisiting ? { ...row, viewsLeft: null } : row, 1, now)
  return { row, isVisiting, now, visitor, state }
}

async function refuse(services: Services, link: Link, why: Refusal): Promise<never> {
  await noteQuietly(services, link, 'refused', why)
  if (why === 'passcode') throw new Problem('passcode_wrong')
  throw new Problem(why === 'download' ? 'downloads_off' : 'link_ended')
}

async function eventOf(
  services: Services,
  { row, now, visitor }: Link,
  kind: ShareEventKind,
  what: string | null,
): Promise<NewEvent> {
  const { id: shareId, ownerId } = row
  const device = deviceOf(visitor.userAgent)
  return {
    shareId,
    ownerId,
    at: now,
    kind,
    what,
    device,
    visitor: await visitorOf(services, shareId, visitor.network),
  }
}

async function noteQuietly(
  services: Services,
  link: Link,
  kind: ShareEventKind,
  what: string,
): Promise<void> {
  if (link.visitor.isProgram) return
  const since = new Date(link.now.getTime() - QUIET_MS)
  await noteOnce(services.db, await eventOf(services, link, kind, what), since)
}

/** The id of no link. */
const nobodys = '00000000-0000-0000-0000-000000000000'

type Shown = { view: ShareView; files: Map<string, FileRow> }

/** What the link shows now, each file under its name within this link. */
async function show(services: Services, link: Link): Promise<Shown> {
  const { row, now } = link
  const { view, files, things } = await presentView(services, ownerOf(row), row, now)
  if (things === 0) return refuse(services, link, 'gone')
  const named = (shown: ViewFile) => ({ ...shown, id: fileNameIn(row.id, shown.id) })
  const items = view.items.map((item) => {
    if (item.resourceType !== 'ceuCycle') return { ...item, files: item.files.map(named) }
    return { ...item, entries: item.entries.map((entry) => ({ ...entry, files: entry.files.map(named) })) }
  })
  return {
    view: shareView.parse({ ...view, items }),
    files: new Map([...files].map(([id, file]) => [fileNameIn(row.id, id), file])),
  }
}

/** What a link tells before it is opened; with a passcode it names nobody. Counts as no view. */
export async function coverOf(services: Services, visitor: Visitor): Promise<ShareCover> {
  const link = await requireLink(services, visitor)
  const { view } = await show(services, link)
  const { isVisiting } = link
  const needsPasscode = link.row.passcodeHash !== null && !isVisiting
  if (needsPasscode) {
    return { ownerName: null, recipient: null, openUntil: null, needsPasscode, isOpened: false }
  }
  const { ownerName, recipient, openUntil } = view
  return { ownerName, recipient, openUntil, needsPasscode, isOpened: isVisiting }
}

/** A browser that opened the link, until `expiresAt`. */
export type Visit = { secret: string; expiresAt: Date }

/**
 * Opens the link: counts a view, notes it, tells the owner the first time, and begins a visit; in a visit it only
 * shows. The owner who opens her own link counts like anybody. All is looked up before it is counted, so that an
 * opening that fails has not counted.
 */
export async function openLink(
  services: Services,
  visitor: Visitor,
  { passcode }: OpenInput,
): Promise<{ view: ShareView; visit: Visit | null }> {
  if (visitor.isProgram) throw new Problem('person_needed')
  const { row, ...link } = await requireLink(services, visitor)
  if (link.isVisiting) return { view: (await show(services, { row, ...link })).view, visit: null }
  await checkPasscode(services, { row, ...link }, passcode)
  const opened = await inTurn(() => openChecked(services, visitor, row))
  return opened ?? openLink(services, visitor, { passcode })
}

/** `null` when the link has changed since `seen`, and with it perhaps what it asks for: what it is now decides. */
async function openChecked(services: Services, visitor: Visitor, seen: ShareRow) {
  const link = await requireLink(services, visitor)
  if (link.row.passcodeHash !== seen.passcodeHash) return null
  const { view } = await show(services, link)
  const visit = await countOpening(services, link)
  return visit && { view, visit }
}

/** Ten tries a link, then one a minute; the right one is given back. */
async function checkPasscode(services: Services, link: Link, passcode: string | null): Promise<void> {
  const { id, passcodeHash } = link.row
  if (passcodeHash === null) return
  if (passcode === null) throw new Problem('passcode_needed')
  const refund = await services.limits.consume('sharePasscode', id)
  if (!(await verifyPassword({ hash: passcodeHash, password: passcode })))
    return refuse(services, link, 'passcode')
  await refund()
}

async function countOpening(services: Services, link: Link): Promise<Visit | null> {
  const { row, now } = link
  const secret = makeSecret()
  const event = await eventOf(services, link, 'opened', null)
  return services.db.transaction(async (tx) => {
    if (!(await holdOwner(tx, row.ownerId))) return null
    const counted = await countView(tx, row, now)
    if (!counted) return null
    const end = Math.min(now.getTime() + VISIT_MS, counted.expiresAt.getTime())
    const visit = { secret, expiresAt: new Date(end) }
    await keepVisit(tx, { shareId: row.id, ...visit })
    await noteEvent(tx, event)
    if (counted.viewCount === 1) await tellOwner(services, tx, link)
    return visit
  })
}

/** Of the first opening: in her activity, and by mail. */
async function tellOwner({ config, mailer }: Services, tx: Db, { row, now, visitor }: Link): Promise<void> {
  const owner = ownerOf(row)
  // No session of hers did it, and whose browser it was stands in the link's own log.
  const actor = { owner, sessionId: 'visitor', userAgent: null }
  await audit(tx, actor, now, 'credential_share_opened', { resource: 'share', resourceId: row.id })
  const user = await findUser(tx, owner)
  // What the mailer would refuse is not to keep the link from opening.
  if (!user || !isPlainAddress(user.email)) return
  const titles = await listSharedTitles(tx, owner, sharedThings(row))
  const message = openedMessage({
    to: user.email,
    name: user.firstName ?? user.name,
    titles: [...titles.values()],
    recipient: row.recipient,
    device: deviceOf(visitor.userAgent),
    openedAt: now,
    timeZone: user.settings.timeZone,
    url: `${config.publicUrl}/credentials/shares/${row.id}`,
  })
  await mailer.enqueue(message, tx)
}

/** Where a passcode or a number of views guards the link, its files are for those who opened it. */
export async function requireOpened(services: Services, visitor: Visitor): Promise<Link> {
  const link = await requireLink(services, visitor)
  if (link.isVisiting) return link
  if (link.row.passcodeHash !== null) throw new Problem('passcode_needed')
  if (link.row.viewLimit !== null) throw new Problem('link_ended')
  return link
}

/** One file of the link; `isAsked` when only its headers are. Rejects with `page_not_found` for what it does not show. */
export async function findSharedFile(
  services: Services,
  visitor: Visitor,
  {
    fileId,
    disposition,
    isAsked,
  }: { fileId: string; disposition: 'inline' | 'attachment'; isAsked: boolean },
): Promise<{ shown: ViewFile; row: FileRow }> {
  const link = await requireOpened(services, visitor)
  const { view, files } = await show(services, link)
  const shown = filesOf(view).find(({ id }) => id === fileId)
  const row = files.get(fileId)
  if (!shown || !row) throw new Problem('page_not_found')
  const isCopied = disposition === 'attachment'
  if (isCopied && !link.row.allowDownloads) return refuse(services, link, 'download')
  if (isAsked) return { shown, row }
  // What is made anew for each request has its limit.
  if (isCopied || shown.kind === 'pdf') await services.limits.consume('sharePacket', link.row.id)
  await noteQuietly(services, link, isCopied ? 'downloaded' : 'viewed', shown.name)
  return { shown, row }
}

function filesOf({ items }: ShareView): ViewFile[] {
  return items.flatMap((item) =>
    item.resourceType === 'ceuCycle' ? item.entries.flatMap((entry) => entry.files) : item.files,
  )
}

/** What goes into the packet. `note` it once it is made. */
export async function draftSharePacket(
  services: Services,
  visitor: Visitor,
): Promise<Shown & { take(): Promise<void>; note(): Promise<void> }> {
  const link = await requireOpened(services, visitor)
  if (!link.row.allowDownloads) return refuse(services, link, 'download')
  return {
    ...(await show(services, link)),
    take: async () => void (await services.limits.consume('sharePacket', link.row.id)),
    note: () => noteQuietly(services, link, 'downloaded', 'packet'),
  }
}

/** Rejects with `link_unknown` or `link_ended`, and leaves no trace: for the page, which asks for the cover by itself. */
export async function requireOpen(services: Services, visitor: Visitor): Promise<void> {
  const found = await findLink(services, visitor)
  if (!found) throw new Problem('link_unknown')
  if (found.state !== 'live' || !(await isLeft(services, found.row))) throw new Problem('link_ended')
}

/** Whether any of what the link names is still there; far quicker than to show it. */
async function isLeft({ db }: Services, row: ShareRow): Promise<boolean> {
  return (await listSharedTitles(db, ownerOf(row), sharedThings(row))).size > 0
}
