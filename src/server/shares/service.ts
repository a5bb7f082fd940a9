import { randomUUID } from 'node:crypto'
import { audit } from '#server/audit/store.ts'
import { hashPassword, passcodeTurn, passwordCost } from '#server/auth/password-hash.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { attachFiles } from '#server/files/store.ts'
import { isKeyUsed, withIdempotencyKey } from '#server/http/idempotency-store.ts'
import type { Services } from '#server/services.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import {
  type CreatedShare,
  DEFAULT_LIFETIME_MS,
  expiryProblems,
  linkStateOf,
  mayShowSensitive,
  opensUp,
  type Share,
  type ShareInput,
  type SharePatch,
  sharedResources,
  type TokenInput,
} from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { presentShare } from './list-service.ts'
import { requireResources } from './resource-service.ts'
import type { ShareContent } from './resource-store.ts'
import { removeSessions } from './session-store.ts'
import * as store from './store.ts'
import { createToken, decryptToken, encryptToken, passcodeFingerprint } from './token-service.ts'
import { freezeItems, presentView } from './view-service.ts'

type ShareDraft = ShareContent & Pick<store.NewShare, 'language' | 'viewLimit'>

/** The share that an input describes, before it is stored. Rejects with `invalid` for its expiration. */
function draftOf(input: ShareInput, now: Date): ShareDraft {
  const { passcode: _, ...described } = input
  return { ...described, frozen: null, expiresAt: expiryOf(input.expiresAt, now), createdAt: now }
}

/** Rejects with `invalid` outside of 1 hour to 30 days. */
function expiryOf(expiresAt: string | null, now: Date): Date {
  const at = expiresAt === null ? new Date(now.getTime() + DEFAULT_LIFETIME_MS) : new Date(expiresAt)
  const errors = expiryProblems(at, now)
  if (errors.length > 0) throw new Problem('invalid', { errors })
  return at
}

/**
 * The visitor's view of a share; stores nothing. Rejects like `createShare` for its resources, and with
 * `token_scope_missing` for a token that may not read what the view may show.
 */
export async function previewShare(
  services: Services,
  { owner, tokenScopes }: Actor,
  input: ShareInput,
  t: Translate,
): Promise<SharePreview> {
  const now = services.clock.now()
  const draft = draftOf(input, now)
  if (tokenScopes?.includes('read') === false && mayShowSensitive(draft))
    throw new Problem('token_scope_missing', {
      detail: msg`Without the scope “read”, an access token previews only links that hide numbers and show no health records.`,
    })
  await requireResources(services.db, owner, draft)
  const { view, withheld } = await presentView(services, owner, draft, now, t)
  const fileIds = withheld.map(({ fileId }) => fileId)
  const earlier = await store.listEarlierBoxes(services.db, owner, fileIds)
  const { undrawnIn } = await import('#server/documents/pdf/undrawn.ts')
  return {
    view,
    withheld: withheld.map((file) => ({ ...file, earlier: earlier.get(file.fileId) ?? null })),
    undrawn: undrawnIn(JSON.stringify(view)),
  }
}

/** The stored response under its Idempotency-Key; `sealed` is the encrypted token. */
type StoredAnswer = { share: Share; sealed: string }

/**
 * Creates a share. The same Idempotency-Key returns the same share with its token, which is stored only encrypted.
 * Rejects with the 403 or 404 of a resource that is missing or belongs to another owner, with `too_many_shares`, and
 * with `reauthentication_needed` as `mayShowSensitive` says.
 */
export async function createShare(
  services: Services,
  actor: Actor,
  input: ShareInput,
  key: string | undefined,
): Promise<CreatedShare> {
  const { db, clock, config } = services
  const { owner } = actor
  const { passcode, ...described } = input
  const now = clock.now()
  const draft = draftOf(input, now)
  // Checked before the expensive hash. The transaction repeats every check whose result may have changed.
  if (passcode !== null && !(await isKeyUsed(db, owner, key))) await requireAllowed(db, actor, draft, now)
  const passcodeHash = await hashPasscode(owner, passcode)
  const body = { ...described, passcode: passcodeFingerprint(config, passcode) }
  const request = { key, operation: 'POST /api/share', body }
  const answer = await withIdempotencyKey<StoredAnswer>(db, clock, owner, request, async (tx) => {
    await lockActor(tx, actor)
    await requireAllowed(tx, actor, draft, now)
    const token = createToken()
    const row = await storeShare(tx, services.fieldCipher, owner, { ...draft, token, passcodeHash })
    await auditShare(tx, actor, now, 'credential_shared', row, {
      type: input.resourceType,
      things: sharedResources(row).length,
      hideNumber: input.masks.hideNumber,
    })
    const share = await presentShare(tx, services.fieldCipher, row, now)
    return { share, sealed: encryptToken(config, key ?? '', token) }
  })
  return toCreatedShare(services, answer, key)
}

async function requireAllowed(db: Db, actor: Actor, draft: ShareDraft, now: Date): Promise<void> {
  await store.requireShareQuota(db, actor.owner, now)
  await requireResources(db, actor.owner, draft)
  if (mayShowSensitive(draft)) requireRecentAuthentication(actor, now)
}

/** Stores the share and attaches its pictures. A frozen share also stores the current records. */
async function storeShare(
  tx: Db,
  cipher: FieldCipher,
  owner: Owner,
  share: ShareDraft & Pick<store.NewShare, 'token' | 'passcodeHash'>,
): Promise<store.ShareRow> {
  const id = randomUUID()
  const frozen =
    share.mode === 'frozen' ? await freezeItems(tx, owner, share, { now: share.createdAt, cipher }) : null
  const row = await store.createShare(tx, owner, { ...share, id, frozen })
  const pictures = share.redactions.flatMap(({ pictureIds }) => pictureIds)
  if (pictures.length > 0) await attachFiles(tx, owner, pictures, { resourceType: 'share', resourceId: id })
  return row
}

async function hashPasscode(owner: Owner, passcode: string | null): Promise<string | null> {
  return passcode === null ? null : hashPassword(passcode, passwordCost, passcodeTurn({ owner }))
}

function requireChangeable(row: store.ShareRow, actor: Actor, patch: SharePatch, now: Date): void {
  if (linkStateOf(row, now) !== 'live') throw new Problem('share_ended')
  const limits = { ...row, hasPasscode: row.passcodeHash !== null }
  if (mayShowSensitive(row) && opensUp(limits, patch)) requireRecentAuthentication(actor, now)
}

function toCreatedShare(
  { config }: Services,
  { share, sealed }: StoredAnswer,
  key: string | undefined,
): CreatedShare {
  const token = decryptToken(config, key ?? '', sealed)
  return { ...share, token, url: `${config.publicUrl}/share/${token}` }
}

/**
 * Replaces the link of a share, even of an ended one. The old link and its sessions end. Rejects with
 * `reauthentication_needed` like `createShare`, because the new link shows the same as the old one.
 */
export async function rotateToken(
  services: Services,
  actor: Actor,
  id: string,
  input: TokenInput,
  key: string | undefined,
): Promise<CreatedShare> {
  const { db, clock, config } = services
  const { owner } = actor
  const now = clock.now()
  const expiresAt = expiryOf(input.expiresAt, now)
  const request = { key, operation: `POST /api/share/${id}/token`, body: input }
  const answer = await withIdempotencyKey<StoredAnswer>(db, clock, owner, request, async (tx) => {
    await lockActor(tx, actor)
    const row = await store.requireShare(tx, owner, id)
    if (linkStateOf(row, now) !== 'live') await store.requireShareQuota(tx, owner, now)
    if (mayShowSensitive(row)) requireRecentAuthentication(actor, now)
    const token = createToken()
    const rotated = await store.rotateToken(tx, row, { token, expiresAt }, now)
    await removeSessions(tx, row.id)
    await auditShare(tx, actor, now, 'credential_share_changed', row, { fields: 'token' })
    const share = await presentShare(tx, services.fieldCipher, rotated, now)
    return { share, sealed: encryptToken(config, key ?? '', token) }
  })
  return toCreatedShare(services, answer, key)
}

/**
 * Rejects with `share_ended` for a share that was revoked, has expired or is used up: only a new token reopens such a
 * share. Rejects with `reauthentication_needed` if the patch opens up a share that may show a number, a document or a
 * health record.
 */
export async function updateShare(
  { db, clock, fieldCipher }: Services,
  actor: Actor,
  id: string,
  patch: SharePatch,
): Promise<Share> {
  const now = clock.now()
  const { expiresAt, passcode, viewLimit, ...unconverted } = patch
  // Checked before the expensive hash. The checks are repeated with the row locked.
  requireChangeable(await store.requireShare(db, actor.owner, id), actor, patch, now)
  const changes = {
    ...unconverted,
    ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(expiresAt, now) }),
    ...(viewLimit === undefined ? {} : { viewLimit, viewsLeft: viewLimit }),
    ...(passcode === undefined ? {} : { passcodeHash: await hashPasscode(actor.owner, passcode) }),
  }
  return db.transaction(async (tx) => {
    await lockActor(tx, actor)
    const row = await store.requireShare(tx, actor.owner, id)
    requireChangeable(row, actor, patch, now)
    const updated = await store.updateShare(tx, row, changes, now)
    if (passcode !== undefined) await removeSessions(tx, row.id)
    const fields = Object.keys(patch).join()
    await auditShare(tx, actor, now, 'credential_share_changed', row, { fields })
    return presentShare(tx, fieldCipher, updated, now)
  })
}

/** Ends the share and its sessions immediately. Does nothing if the share was already revoked. */
export async function revokeShare({ db, clock }: Services, actor: Actor, id: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockOwnerRow(tx, actor.owner)
    const row = await store.requireShare(tx, actor.owner, id)
    if (row.revokedAt !== null) return
    await store.updateShare(tx, row, { revokedAt: now }, now)
    await removeSessions(tx, row.id)
    await auditShare(tx, actor, now, 'credential_share_revoked', row, {})
  })
}

function auditShare(
  tx: Db,
  actor: Actor,
  now: Date,
  action: AuditAction,
  { id }: store.ShareRow,
  metadata: AuditMetadata,
): Promise<void> {
  return audit(tx, actor, now, action, { resource: 'share', resourceId: id, metadata })
}
