import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '#server/audit/store.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { type CursorPosition, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { attachFiles } from '#server/files/store.ts'
import { withIdempotencyKey } from '#server/http/idempotency-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { Problem } from '#shared/http/errors.ts'
import {
  DEFAULT_LIFETIME_MS,
  expiryProblems,
  type Share,
  type ShareEvent,
  type ShareInput,
  type ShareLogQuery,
  type ShareMade,
  type SharePatch,
  type ShareQuery,
  share,
  sharedThings,
  shareStateOf,
  type TokenInput,
} from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { listEvents } from './event-store.ts'
import {
  createShare,
  listShares,
  renewShare,
  requireRoom,
  requireShare,
  type ShareRow,
  updateShare,
} from './store.ts'
import { decrypt, encrypt, makeSecret, passcodeMark } from './token-service.ts'
import {
  freezeItems,
  listSharedTitles,
  presentView,
  requireShared,
  type ShareContent,
  showsNumbers,
} from './view-service.ts'
import { endVisits } from './visit-store.ts'

/** Rows looked through at a time for a page of one state. */
const BATCH = 100

/** One page of the owner's links, newest first. */
export async function listMyShares(
  { db, clock }: Services,
  owner: Owner,
  { state, limit, cursor }: ShareQuery,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const now = clock.now()
  const list = ['shares', owner, state ?? 'all']
  const items: Share[] = []
  let place: CursorPosition | null = null
  let after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  for (;;) {
    const rows = await listShares(db, owner, { isLive: state === 'live', after, limit: BATCH }, now)
    const titles = await listSharedTitles(db, owner, rows.flatMap(sharedThings))
    for (const row of rows) {
      const shown = presentShare(row, titles, now)
      if (state !== undefined && (shown.state === 'live') !== (state === 'live')) continue
      if (items.length === limit) return { items, nextCursor: place && writeCursor(list, place) }
      items.push(shown)
      place = placeOf(row)
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return { items, nextCursor: null }
    after = placeOf(last)
  }
}

function placeOf({ createdAt, id }: ShareRow): CursorPosition {
  return { value: createdAt.toISOString(), id }
}

function presentShare(row: ShareRow, titles: Map<string, string>, now: Date): Share {
  const resources = sharedThings(row).map((thing) => ({
    ...thing,
    title: titles.get(thing.resourceId) ?? null,
  }))
  const things = resources.filter(({ title }) => title !== null).length
  const state = shareStateOf(row, things, now)
  return share.parse({ ...row, resources, hasPasscode: row.passcodeHash !== null, state })
}

async function presentOne(db: Db, owner: Owner, row: ShareRow, now: Date): Promise<Share> {
  return presentShare(row, await listSharedTitles(db, owner, sharedThings(row)), now)
}

function contentOf(input: ShareInput, now: Date): ShareContent {
  return { ...input, frozen: null, expiresAt: expiryOf(input.expiresAt, now), createdAt: now }
}

/** Rejects with `invalid` outside of 1 hour to 30 days. */
function expiryOf(expiresAt: string | null, now: Date): Date {
  const at = expiresAt === null ? new Date(now.getTime() + DEFAULT_LIFETIME_MS) : new Date(expiresAt)
  const errors = expiryProblems(at, now)
  if (errors.length > 0) throw new Problem('invalid', { errors })
  return at
}

/** As the visitor will see it; nothing is kept. */
export async function previewShare(
  services: Services,
  owner: Owner,
  input: ShareInput,
): Promise<SharePreview> {
  const now = services.clock.now()
  const content = contentOf(input, now)
  await requireShared(services.db, owner, content)
  const { view, withheld } = await presentView(services, owner, content, now)
  return { view, withheld }
}

/** What is kept of an answer that holds a token. */
type Encrypted = { share: Share; sealed: string }

/**
 * Makes a link. The same Idempotency-Key gives the same link again, token included, though the token lies nowhere in
 * clear. Rejects as the things' own rooms do for what is missing or another's, with `too_many_shares`, and with
 * `reauthentication_needed` for a link that shows a number.
 */
export async function makeShare(
  services: Services,
  actor: Actor,
  input: ShareInput,
  key: string | undefined,
): Promise<ShareMade> {
  const { db, clock, config } = services
  const { owner } = actor
  const { passcode, ...plain } = input
  const now = clock.now()
  const content = contentOf(input, now)
  const passcodeHash = passcode === null ? null : await hashPassword(passcode)
  const request = {
    key,
    operation: 'POST /api/share',
    body: { ...plain, passcode: passcodeMark(config, passcode) },
  }
  const kept = await withIdempotencyKey<Encrypted>(db, clock, owner, request, async (tx) => {
    await lockOwnerRow(tx, owner)
    await requireRoom(tx, owner, now)
    await requireShared(tx, owner, content)
    if (await showsNumbers(tx, owner, content, now)) requireRecentAuthentication(actor, now)
    const id = randomUUID()
    const token = makeSecret()
    const frozen =
      input.mode === 'frozen' ? await freezeItems({ ...services, db: tx }, owner, content, now) : null
    const row = await createShare(tx, owner, { ...plain, ...content, id, token, frozen, passcodeHash })
    const pictures = input.redactions.flatMap(({ pictureIds }) => pictureIds)
    if (pictures.length > 0) await attachFiles(tx, owner, pictures, { resourceType: 'share', resourceId: id })
    const { resourceType, masks } = input
    const metadata = { type: resourceType, things: sharedThings(row).length, hideNumber: masks.hideNumber }
    await note(tx, actor, now, 'credential_shared', row, metadata)
    return { share: await presentOne(tx, owner, row, now), sealed: encrypt(config, key ?? '', token) }
  })
  return madeOf(services, kept, key)
}

function madeOf({ config }: Services, kept: Encrypted, key: string | undefined): ShareMade {
  const token = decrypt(config, key ?? '', kept.sealed)
  return { ...kept.share, token, url: `${config.publicUrl}/share/${token}` }
}

/**
 * Another link for the same share, also for one that ended; the old link and its visits end. Asks for a proof as making
 * it did: who gets the new link is as open as it was then.
 */
export async function remakeShare(
  services: Services,
  actor: Actor,
  id: string,
  input: TokenInput,
  key: string | undefined,
): Promise<ShareMade> {
  const { db, clock, config } = services
  const { owner } = actor
  const now = clock.now()
  const expiresAt = expiryOf(input.expiresAt, now)
  const request = { key, operation: `POST /api/share/${id}/token`, body: input }
  const kept = await withIdempotencyKey<Encrypted>(db, clock, owner, request, async (tx) => {
    await lockOwnerRow(tx, owner)
    const row = await requireShare(tx, owner, id)
    if (shareStateOf(row, 1, now) !== 'live') await requireRoom(tx, owner, now)
    if (await showsNumbers(tx, owner, row, now)) requireRecentAuthentication(actor, now)
    const token = makeSecret()
    const renewed = await renewShare(tx, row, { token, expiresAt }, now)
    await endVisits(tx, row.id)
    await note(tx, actor, now, 'credential_share_changed', row, { fields: 'token' })
    return { share: await presentOne(tx, owner, renewed, now), sealed: encrypt(config, key ?? '', token) }
  })
  return madeOf(services, kept, key)
}

/** Rejects with `share_ended` for a link that was revoked, expired or is used up: a new token opens it again. */
export async function changeShare(
  { db, clock }: Services,
  { owner, ...actor }: Actor,
  id: string,
  patch: SharePatch,
): Promise<Share> {
  const now = clock.now()
  const { expiresAt, passcode, viewLimit, ...plain } = patch
  const changes = {
    ...plain,
    ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(expiresAt, now) }),
    ...(viewLimit === undefined ? {} : { viewLimit, viewsLeft: viewLimit }),
    ...(passcode === undefined ? {} : { passcodeHash: passcode && (await hashPassword(passcode)) }),
  }
  return db.transaction(async (tx) => {
    await lockOwnerRow(tx, owner)
    const row = await requireShare(tx, owner, id)
    if (shareStateOf(row, 1, now) !== 'live') throw new Problem('share_ended')
    const changed = await updateShare(tx, row, changes, now)
    if (passcode !== undefined) await endVisits(tx, row.id)
    const fields = Object.keys(patch).join()
    await note(tx, { owner, ...actor }, now, 'credential_share_changed', row, { fields })
    return presentOne(tx, owner, changed, now)
  })
}

/** Ends the link and every visit at once; again is fine. */
export async function revokeShare({ db, clock }: Services, actor: Actor, id: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockOwnerRow(tx, actor.owner)
    const row = await requireShare(tx, actor.owner, id)
    if (row.revokedAt !== null) return
    await updateShare(tx, row, { revokedAt: now }, now)
    await endVisits(tx, row.id)
    await note(tx, actor, now, 'credential_share_revoked', row, {})
  })
}

function note(
  tx: Db,
  actor: Actor,
  now: Date,
  action: AuditAction,
  { id }: ShareRow,
  metadata: AuditMetadata,
): Promise<void> {
  return audit(tx, actor, now, action, { resource: 'share', resourceId: id, metadata })
}

/** One page of what happened at a link, newest first. */
export async function readLog(
  { db }: Services,
  owner: Owner,
  id: string,
  { limit, cursor }: ShareLogQuery,
): Promise<{ items: (Omit<ShareEvent, 'at'> & { at: Date })[]; nextCursor: string | null }> {
  const { id: shareId } = await requireShare(db, owner, id)
  const list = ['share-log', owner, shareId]
  const before = cursor === undefined ? null : readCursor(list, cursor, z.string().regex(/^\d{1,15}$/))
  const beforeId = before && Number(before.value)
  const rows = await listEvents(db, shareId, { beforeId, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last ? writeCursor(list, { value: String(last.id), id: shareId }) : null
  return { items: rows.slice(0, limit), nextCursor }
}
