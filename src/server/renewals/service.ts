import { randomUUID } from 'node:crypto'
import { type CredentialRecord, requireCredential, updateCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { attachFiles, listFileIds, moveFiles } from '#server/files/store.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type FieldError, Problem, requireNoErrors } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { newTermProblems } from '#shared/renewals/new-term.ts'
import {
  type Card,
  isSameCard,
  type Renewal,
  type RenewalFinish,
  type RenewalPatch,
  renewal,
  settleState,
  submissionProblems,
  type Term,
  term,
} from '#shared/renewals/renewal.ts'
import {
  insertRenewal,
  insertTerm,
  listRenewals,
  type RenewalRecord,
  removeTerm,
  renewalTrash,
  requireNoneOpen,
  requireRenewal,
  requireRenewalRow,
  requireRoomForRenewal,
  requireTermOf,
  type TermRecord,
  updateRenewalRow,
} from './store.ts'

export const presentRenewal = (record: RenewalRecord): Renewal => renewal.parse(record)
export const presentTerm = (record: TermRecord): Term => term.parse(record)

/** A changed renewal and its credential, which the audit log names. */
export type RenewalChange = { renewal: RenewalRecord; credential: CredentialRecord }

// Every change below needs the caller's transaction, and first locks the owner's vault in it. Of two concurrent
// finishes, the second sees a finished renewal. An edit of the credential comes before or after, never in between.

/** Rejects with `renewal_open`, `too_many_renewals`, or like `attachFiles`. */
export async function startRenewal(
  tx: Db,
  owner: Owner,
  credentialId: string,
  { fileIds = [], openedOn, ...input }: RenewalPatch,
  { now, today }: LocalTime,
): Promise<RenewalChange> {
  await lockOwnerRow(tx, owner)
  const credential = await requireCredential(tx, owner, credentialId)
  await requireRoomForRenewal(tx, credential.id)
  await requireNoneOpen(tx, credential.id)
  const settled = settleState({ state: 'planned', submittedOn: null }, input, today)
  requireNoErrors(submissionProblems(settled.submittedOn, today))
  const id = randomUUID()
  await insertRenewal(tx, owner, {
    ...{ id, credentialId: credential.id, openedOn: openedOn ?? today },
    ...input,
    ...settled,
    createdAt: now,
    updatedAt: now,
  })
  await attachFiles(tx, owner, fileIds, { resourceType: 'renewal', resourceId: id })
  return { renewal: await requireRenewal(tx, owner, id), credential }
}

/** Rejects with `renewal_done` if the change would affect the state or the submission of a finished renewal. */
export async function updateRenewal(
  tx: Db,
  owner: Owner,
  id: string,
  { fileIds, ...patch }: RenewalPatch,
  { now, today }: LocalTime,
): Promise<RenewalChange> {
  await lockOwnerRow(tx, owner)
  const row = await requireRenewalRow(tx, owner, id)
  const settled = settleState(row, patch, today)
  if (settled !== row) requireNoErrors(submissionProblems(settled.submittedOn, today))
  const { state, submittedOn } = settled
  await updateRenewalRow(tx, row.id, { ...patch, state, submittedOn, updatedAt: now })
  if (fileIds) await attachFiles(tx, owner, fileIds, { resourceType: 'renewal', resourceId: row.id })
  return changeOf(tx, owner, row.id)
}

/**
 * Writes the new card to the credential. The previous values become a term, with their documents: each row of the files
 * table belongs to one term. Rejects with `renewal_done`, and with `invalid` if the new term is not later.
 */
export async function finishRenewal(
  tx: Db,
  owner: Owner,
  id: string,
  input: RenewalFinish,
  { now }: LocalTime,
): Promise<RenewalChange> {
  await lockOwnerRow(tx, owner)
  const row = await requireRenewalRow(tx, owner, id)
  if (row.state === 'done') throw new Problem('renewal_done')
  const before = await requireCredential(tx, owner, row.credentialId)
  requireNoErrors([...newTermProblems(before, input), ...oldFileProblems(before, input)])
  const termId = randomUUID()
  const { issuedAt, expiresAt, neverExpires, number, fileId } = before
  await insertTerm(tx, owner, {
    ...{ id: termId, credentialId: before.id, renewalId: row.id },
    ...{ issuedAt, expiresAt, neverExpires, number, fileId, endedAt: now },
  })
  await moveFiles(tx, owner, before.id, { resourceType: 'term', resourceId: termId })
  const credential = await updateCredential(tx, owner, before.id, input, now)
  await updateRenewalRow(tx, row.id, {
    ...{ state: 'done', finishedAt: now, updatedAt: now },
    renewedTo: cardOf(credential),
  })
  return { renewal: await requireRenewal(tx, owner, row.id), credential }
}

/** Renews a credential with its new card in one go. Rejects like `startRenewal` and `finishRenewal`. */
export async function renewWith(
  tx: Db,
  owner: Owner,
  credentialId: string,
  card: RenewalFinish,
  at: LocalTime,
): Promise<RenewalChange> {
  const open = (await listRenewals(tx, owner, credentialId)).find(({ state }) => state !== 'done')
  const { id } = open ?? (await startRenewal(tx, owner, credentialId, {}, at)).renewal
  return finishRenewal(tx, owner, id, card, at)
}

/**
 * Undoes `finishRenewal`: the term becomes current again. The documents of the new card stay stored, but unattached.
 * Rejects with `renewal_not_done`, with `renewal_open` if the next renewal has begun, and with `renewal_outdated` if
 * the credential has been changed since.
 */
export async function undoFinish(
  tx: Db,
  owner: Owner,
  id: string,
  { now }: LocalTime,
): Promise<RenewalChange> {
  await lockOwnerRow(tx, owner)
  const row = await requireRenewalRow(tx, owner, id)
  if (row.state !== 'done' || row.renewedTo === null) throw new Problem('renewal_not_done')
  await requireNoneOpen(tx, row.credentialId)
  const after = await requireCredential(tx, owner, row.credentialId)
  if (!isSameCard(cardOf(after), row.renewedTo)) throw new Problem('renewal_outdated')
  const old = await requireTermOf(tx, row.id)
  const oldFileIds = (await listFileIds(tx, [old.id])).get(old.id) ?? []
  await moveFiles(tx, owner, old.id, { resourceType: after.kind, resourceId: after.id })
  const { issuedAt, expiresAt, neverExpires, number } = old
  const main = old.fileId !== null && oldFileIds.includes(old.fileId) ? { fileId: old.fileId } : {}
  const dates = { issuedAt, expiresAt, neverExpires }
  const credential = await updateCredential(
    tx,
    owner,
    after.id,
    { ...dates, number, fileIds: oldFileIds, ...main },
    now,
  )
  await removeTerm(tx, old.id)
  await updateRenewalRow(tx, row.id, {
    ...{ state: row.submittedOn === null ? 'planned' : 'submitted', renewedTo: null },
    ...{ finishedAt: null, updatedAt: now },
  })
  return { renewal: await requireRenewal(tx, owner, row.id), credential }
}

export async function removeRenewal(tx: Db, owner: Owner, id: string, now: Date): Promise<RenewalChange> {
  const change = await changeOf(tx, owner, id)
  await renewalTrash.remove(tx, owner, id, now)
  return change
}

export async function restoreRenewal(tx: Db, owner: Owner, id: string, now: Date): Promise<RenewalChange> {
  const { id: back } = await renewalTrash.restore(tx, owner, id, now)
  return changeOf(tx, owner, back)
}

async function changeOf(tx: Db, owner: Owner, id: string): Promise<RenewalChange> {
  const record = await requireRenewal(tx, owner, id)
  return { renewal: record, credential: await requireCredential(tx, owner, record.credentialId) }
}

function cardOf({ issuedAt, expiresAt, neverExpires, number, fileIds }: CredentialRecord): Card {
  return { issuedAt, expiresAt, neverExpires, number, fileIds }
}

/** A document of the old card is kept with the old term. */
function oldFileProblems(before: CredentialRecord, { fileIds }: RenewalFinish): FieldError[] {
  return fileIds.flatMap((id, index) =>
    before.fileIds.includes(id)
      ? [{ path: `fileIds.${index}`, message: msg`This file belongs to the old card` }]
      : [],
  )
}
