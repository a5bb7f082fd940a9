import { createHmac, randomBytes } from 'node:crypto'
import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { installationKey } from '#server/db/installation-keys.ts'
import { listHealthRowsById } from '#server/health/store.ts'
import { translateIn } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Language } from '#shared/i18n/language.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import {
  linkStateOf,
  type Refusal,
  type ShareEventKind,
  type ShareState,
  sharedResources,
} from '#shared/shares/share.ts'
import { hasEvent, type NewEvent, recordEventOnce } from './event-store.ts'
import { listResourceTitles } from './resource-store.ts'
import { type FoundShare, findShareByToken, ownerOf, type ShareRow } from './session-store.ts'
import { healthIdsOf, presentVisitorView, type VisitorView } from './view-service.ts'

/** An equal event is logged again only after this time. */
const REPEAT_AFTER_MS = 10 * 60_000

/** What a request to a share link reveals about its sender. */
export type Visitor = {
  token: string
  network: string
  userAgent: string | null
  /** The secret of a session, from its cookie. */
  secret: string | undefined
  /** A program that previews or scans links: it leaves no trace in the log. */
  isScanner: boolean
  /** Includes commands such as curl. */
  isProgram: boolean
  /** `chosen`: the language chosen in this browser. `asked`: the language that the browser requests. */
  language: { chosen: Language | null; asked: Language }
}

/**
 * A share that can be opened at `now`, or that this browser has opened. `t` translates the words that a visitor sees.
 */
export type ShareSession = FoundShare & { now: Date; t: Translate; visitor: Visitor }

/**
 * Resolves the token of a request, once. Rejects with `link_unknown`, or with `link_ended` and a line in the log. Does
 * not check whether the resources still exist: `presentViewOrRefuse` and `requireResourcesLeft` do.
 */
export async function requireLiveShare(services: Services, visitor: Visitor): Promise<ShareSession> {
  const found = await findShareSession(services, visitor)
  if (!found) {
    // An ended link costs a query of the log. An unknown link costs the same query, so that timing cannot tell them
    // apart.
    const unknown = { shareId: NO_SHARE, kind: 'refused', what: null, visitor: '' } as const
    await hasEvent(services.db, unknown, services.clock.now())
    throw new Problem('link_unknown')
  }
  const { state, ...session } = found
  return state === 'live' ? session : refuse(services, session, state)
}

const NO_SHARE = '00000000-0000-0000-0000-000000000000'

/** `state` is the state for this visitor: a session continues after all views are used up. */
async function findShareSession(
  { db, clock }: Services,
  visitor: Visitor,
): Promise<(ShareSession & { state: ShareState }) | null> {
  const now = clock.now()
  const found = await findShareByToken(db, visitor.token, visitor.secret, now)
  if (!found) return null
  const { row, isOpened } = found
  const state = linkStateOf(isOpened ? { ...row, viewsLeft: null } : row, now)
  // Like the page: the visitor's choice, else the language of the share, else the language that the browser requests.
  const { chosen, asked } = visitor.language
  return { ...found, now, t: translateIn(chosen ?? row.language ?? asked), visitor, state }
}

/** Rejects with `link_ended` if everything was deleted. Far cheaper than presenting the whole view. */
export async function requireResourcesLeft(services: Services, session: ShareSession): Promise<void> {
  if (!(await hasResources(services, session.row))) await refuse(services, session, 'gone')
}

async function hasResources({ db, fieldCipher }: Services, row: ShareRow): Promise<boolean> {
  return (await listResourceTitles(db, ownerOf(row), sharedResources(row), fieldCipher)).size > 0
}

/**
 * For the files of a share. Only browsers that opened the share get them, because an opening is counted, logged and
 * reported to the owner. Rejects like `requireLiveShare`, or with `passcode_needed`, `link_ended` or `person_needed`.
 */
export async function requireOpenedShare(services: Services, visitor: Visitor): Promise<ShareSession> {
  if (visitor.isProgram) throw new Problem('person_needed')
  const session = await requireLiveShare(services, visitor)
  await requireResourcesLeft(services, session)
  if (session.isOpened) return session
  if (session.row.passcodeHash !== null) throw new Problem('passcode_needed')
  throw new Problem(session.row.viewLimit === null ? 'person_needed' : 'link_ended')
}

/** For the page. Rejects with `link_unknown` or `link_ended` and logs nothing. */
export async function requireShareForPage(services: Services, visitor: Visitor): Promise<ShareSession> {
  const found = await findShareSession(services, visitor)
  if (!found) throw new Problem('link_unknown')
  if (found.state !== 'live' || !(await hasResources(services, found.row))) throw new Problem('link_ended')
  return found
}

/** What the visitor sees. Rejects with `link_ended` if everything was deleted meanwhile. */
export async function presentViewOrRefuse(services: Services, session: ShareSession): Promise<VisitorView> {
  return (await presentVisitorView(services, session)) ?? refuse(services, session, 'gone')
}

/** Logs the refusal, then rejects with `passcode_wrong`, `downloads_off` or `link_ended`. */
export async function refuse(services: Services, session: ShareSession, reason: Refusal): Promise<never> {
  await recordOnce(services, session, 'refused', reason)
  if (reason === 'passcode') throw new Problem('passcode_wrong')
  throw new Problem(reason === 'download' ? 'downloads_off' : 'link_ended')
}

/** The line that the access log gets for this visitor. */
export async function eventOf(
  services: Services,
  { row, now, visitor }: ShareSession,
  kind: ShareEventKind,
  what: string | null,
): Promise<NewEvent> {
  const { id: shareId, ownerId } = row
  const device = deviceOf(visitor.userAgent)
  const hash = await visitorHash(services, shareId, visitor.network)
  return { shareId, ownerId, at: now, kind, what, device, visitor: hash }
}

/** Logs an event, but not the same one again within ten minutes. */
export async function recordOnce(
  services: Services,
  session: ShareSession,
  kind: ShareEventKind,
  what: string,
): Promise<void> {
  if (session.visitor.isScanner) return
  const since = new Date(session.now.getTime() - REPEAT_AFTER_MS)
  await recordEventOnce(services.db, await eventOf(services, session, kind, what), since)
}

/**
 * Names the health records that a visitor was shown in the owner's log: at an opening, in a packet, or as a document.
 */
export async function auditHealthRecords(
  db: Db,
  { row, now }: ShareSession,
  ids = healthIdsOf(row),
): Promise<void> {
  const owner = ownerOf(row)
  const existing = await listHealthRowsById(db, owner, ids)
  for (const resourceId of existing.keys())
    await audit(db, visitorActor(owner), now, 'credential_health_shown', {
      resource: 'healthRecord',
      resourceId,
      metadata: { share: row.id },
    })
}

/**
 * Represents a visitor in the owner's log. It has no session, because the owner did not act; the visitor's browser is
 * in the access log of the share.
 */
export function visitorActor(owner: Owner) {
  return { owner, sessionId: 'visitor', userAgent: null }
}

/** Read once per database, because the key never changes. */
const keys = new WeakMap<Services['database']['pool'], Promise<string>>()

function visitorKey(services: Services): Promise<string> {
  const { pool } = services.database
  const known = keys.get(pool)
  if (known) return known
  const key = installationKey(services, 'visitors', () => randomBytes(32).toString('base64url'))
  keys.set(pool, key)
  key.catch(() => keys.delete(pool))
  return key
}

/**
 * Represents a network in the log of one share. Equal networks get equal hashes in this log and different ones in every
 * other log. Six characters tell a handful of visitors apart without leading back to an address.
 */
async function visitorHash(services: Services, shareId: string, network: string): Promise<string> {
  const key = await visitorKey(services)
  return createHmac('sha256', key).update(`${shareId}\n${network}`).digest('hex').slice(0, 6)
}
