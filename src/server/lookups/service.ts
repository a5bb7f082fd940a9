import { randomUUID } from 'node:crypto'
import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { attachFiles } from '#server/files/store.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import {
  type LookupInput,
  type LookupPatch,
  type LookupRecord,
  lookupRecord,
} from '#shared/lookups/record.ts'
import {
  insertLookups,
  requireLookup,
  requireLookupRow,
  requireRoomForLookup,
  updateLookupRow,
} from './store.ts'

// Every change runs in the caller's transaction and locks the owner's row.

/** Rejects like `requireCredential`, with `too_many_lookups`, or like `attachFiles`. */
export async function createLookup(
  tx: Db,
  owner: Owner,
  { fileIds, ...fields }: LookupInput,
  { now, today }: LocalTime,
): Promise<LookupRecord> {
  requirePast(fields.lookedUpOn, today)
  await lockOwnerRow(tx, owner)
  await requireCredential(tx, owner, fields.credentialId)
  await requireRoomForLookup(tx, fields.credentialId)
  const id = randomUUID()
  await insertLookups(tx, owner, [{ ...fields, id, createdAt: now, updatedAt: now }])
  await attachPrintouts(tx, owner, id, fileIds)
  return readLookup(tx, owner, id)
}

export async function updateLookup(
  tx: Db,
  owner: Owner,
  lookupId: string,
  { fileIds, ...fields }: LookupPatch,
  { now, today }: LocalTime,
): Promise<LookupRecord> {
  requirePast(fields.lookedUpOn, today)
  await lockOwnerRow(tx, owner)
  const { id } = await requireLookupRow(tx, owner, lookupId)
  await updateLookupRow(tx, id, { ...fields, updatedAt: now })
  if (fileIds !== undefined) await attachPrintouts(tx, owner, id, fileIds)
  return readLookup(tx, owner, id)
}

async function readLookup(tx: Db, owner: Owner, id: string): Promise<LookupRecord> {
  return lookupRecord.parse(await requireLookup(tx, owner, id))
}

function attachPrintouts(tx: Db, owner: Owner, resourceId: string, fileIds: string[]): Promise<void> {
  return attachFiles(tx, owner, fileIds, { resourceType: 'lookup', resourceId })
}

/** The date of a look-up cannot be after today in the owner's time zone. */
function requirePast(lookedUpOn: string | undefined, today: string): void {
  if (lookedUpOn === undefined || lookedUpOn <= today) return
  throw new Problem('invalid', { errors: [{ path: 'lookedUpOn', message: msg`This date is in the future` }] })
}
