import { randomUUID } from 'node:crypto'
import { listCyclesOf } from '#server/ceu/count-store.ts'
import { updateEntryRows } from '#server/ceu/entry-store.ts'
import { listEntryImports, listImportedRows } from '#server/ceu/import-store.ts'
import { recount } from '#server/ceu/recount-store.ts'
import { listChanges } from '#server/credentials/batch-store.ts'
import { insertCredentials, listEveryCredential } from '#server/credentials/import-store.ts'
import { requireCapacity } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { listEveryRenewal, listFinishedAt } from '#server/renewals/import-store.ts'
import { type RenewalChange, removeRenewal, renewWith, undoFinish } from '#server/renewals/service.ts'
import {
  findVaultImport,
  listVaultImports,
  markVaultImportUndone,
  type VaultImportRow,
} from '#server/transfer/import-record-store.ts'
import { countVaultImport, undoVaultImport } from '#server/transfer/import-undo-service.ts'
import { trashedKinds } from '#server/trash/kind-store.ts'
import { moveToTrash } from '#server/trash/store.ts'
import type { LocalTime } from '#server/users/local-time.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { type CredentialInput, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { type FieldError, Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type {
  ImportBatch,
  ImportInput,
  ImportItems,
  ImportMade,
  ImportUndone,
} from '#shared/imports/batch.ts'
import { type Compared, KnownCredentials } from '#shared/imports/known-credentials.ts'
import { purgeAt, restorableSince } from '#shared/kernel/dates.ts'
import { uuid } from '#shared/kernel/fields.ts'
import {
  createImport,
  findImport,
  listImportedIds,
  listImports,
  listUsedColumns,
  markUndone,
} from './store.ts'

/**
 * All in the caller's transaction. Rejects with `too_many_credentials`, `invalid` for a credential with files, or like
 * `renewWith`.
 */
export async function importCredentials(
  tx: Db,
  owner: Owner,
  { fileName, columns, credentials, renewals, duplicates }: ImportInput,
  { now, today }: LocalTime,
  limit = MAX_CREDENTIALS,
): Promise<{ made: ImportMade; renewed: RenewalChange[] }> {
  const noFiles = (path: string): FieldError => ({ path, message: 'A table has no files' })
  const errors = [
    ...credentials.flatMap(({ fileId, fileIds }, index) =>
      fileId === null && fileIds.length === 0 ? [] : [noFiles(`credentials.${index}.fileIds`)],
    ),
    ...renewals.flatMap(({ card }, index) =>
      card.fileIds.length === 0 ? [] : [noFiles(`renewals.${index}.card.fileIds`)],
    ),
  ]
  if (errors.length > 0) throw new Problem('invalid', { errors })
  await lockOwnerRow(tx, owner)
  const renewed = await renewAll(tx, owner, renewals, { now, today })
  const skipped = duplicates === 'keep' ? [] : await listDuplicates(tx, owner, credentials)
  const fresh = credentials.filter((_input, index) => !skipped.includes(index))
  if (fresh.length > 0) await requireCapacity(tx, owner, limit - fresh.length + 1)
  const rows = fresh.map((input) => ({
    ...{ id: randomUUID(), input, fileId: null, archivedAt: null, deletedAt: null },
    ...{ createdAt: now, updatedAt: now },
  }))
  await insertCredentials(tx, owner, rows)
  const made = await createImport(tx, owner, { fileName, columns, ids: rows.map(({ id }) => id) }, now)
  const counts = { count: rows.length, changed: 0, deleted: 0, renewed: renewed.length }
  return { made: { ...presented({ ...made, kind: 'credentials', ...counts }), skipped }, renewed }
}

async function renewAll(
  tx: Db,
  owner: Owner,
  renewals: ImportInput['renewals'],
  at: LocalTime,
): Promise<RenewalChange[]> {
  const renewed: RenewalChange[] = []
  for (const [index, { credentialId, card }] of renewals.entries())
    renewed.push(
      await renewWith(tx, owner, credentialId, card, at).catch((error) => {
        const errors = errorsOfRow(error)
        if (!errors) throw error
        throw new Problem('invalid', {
          errors: errors.map(({ path, message }) => ({ path: `renewals.${index}.${path}`, message })),
        })
      }),
    )
  return renewed
}

function errorsOfRow(error: unknown): FieldError[] | undefined {
  if (!(error instanceof Problem)) return
  // Deleted after the table was read.
  if (error.code === 'license_not_found' || error.code === 'certification_not_found')
    return [{ path: 'credentialId', message: msg`It is not in your vault any more` }]
  return error.errors?.map(({ path, message }) => ({ path: `card.${path}`, message }))
}

/** The positions of credentials that are in the vault, archived ones included, or earlier in the list. */
async function listDuplicates(tx: Db, owner: Owner, credentials: CredentialInput[]): Promise<number[]> {
  const rows = await listEveryCredential(tx, owner)
  const known = new KnownCredentials<Compared>(rows.filter(({ deletedAt }) => deletedAt === null))
  return credentials.flatMap((input, index) => {
    const isKnown = known.find(input) !== null
    if (!isKnown) known.add(input)
    return isKnown ? [index] : []
  })
}

export async function listOwnImports(db: Db, owner: Owner, now: Date): Promise<ImportItems> {
  const made = await listMade(db, owner)
  const finished = Map.groupBy(
    (await listEveryRenewal(db, owner)).filter(({ deletedAt }) => deletedAt === null),
    ({ finishedAt }) => finishedAt?.getTime(),
  )
  const tables = (await listImports(db, owner)).map((row) => {
    const records = made(row.id)
    const changed = records.filter((each) => each.isChanged && !each.isDeleted).length
    const deleted = records.filter(({ isDeleted }) => isDeleted).length
    const renewed = finished.get(row.createdAt.getTime())?.length ?? 0
    return presented({ ...row, kind: 'credentials', count: records.length, changed, deleted, renewed })
  })
  const courses = (await listEntryImports(db, owner, restorableSince(now))).map((row) =>
    presented({ ...row, kind: 'courses', fileName: null, undoneAt: null, renewed: 0 }),
  )
  const vaults: ImportBatch[] = []
  for (const row of await listVaultImports(db, owner, restorableSince(now)))
    vaults.push(
      presented({ ...row, ...(await countVaultImport(db, row)), kind: 'vault', fileName: null, renewed: 0 }),
    )
  return {
    // A table of duplicates only has made nothing.
    items: [...tables.filter(({ count, renewed }) => count > 0 || renewed > 0), ...courses, ...vaults].sort(
      (a, b) => (a.createdAt < b.createdAt ? 1 : -1),
    ),
    columns: await listUsedColumns(db, owner),
  }
}

/** The credentials of an import, and whether they were changed or deleted since. */
async function listMade(db: Db, owner: Owner) {
  const changes = new Map((await listChanges(db, owner)).map((row) => [row.id, row]))
  const byImport = Map.groupBy(await listImportedIds(db, owner), ({ importId }) => importId)
  return (importId: string) =>
    (byImport.get(importId) ?? []).flatMap(({ credentialId }) => changes.get(credentialId) ?? [])
}

type Counted = Omit<ImportBatch, 'createdAt' | 'undoneAt' | 'undoUntil'> & {
  createdAt: Date
  undoneAt: Date | null
}

function presented({
  id,
  kind,
  fileName,
  count,
  changed,
  deleted,
  renewed,
  createdAt,
  undoneAt,
}: Counted): ImportBatch {
  return {
    ...{ id, kind, fileName, count, changed, deleted, renewed },
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    undoUntil: purgeAt(createdAt).toISOString(),
  }
}

type Undone = ImportUndone & { kind: ImportBatch['kind']; unrenewals: RenewalChange[] }

/**
 * Moves the records of an import to the trash, and undoes its renewals. Rejects with `import_not_found`, `import_not_owned`, or
 * `import_not_undoable` after 30 days or a second time.
 */
export async function undoImport(
  tx: Db,
  owner: Owner,
  id: string,
  { withChanged, now, today }: LocalTime & { withChanged: boolean },
): Promise<Undone> {
  const known = uuid.safeParse(id)
  if (!known.success) throw new Problem('import_not_found')
  await lockOwnerRow(tx, owner)
  const found = await findImport(tx, known.data)
  const vault = found ? null : await findVaultImport(tx, known.data)
  const none = { unrenewed: 0, stillRenewed: 0, unrenewals: [] }
  if (vault) return { ...(await undoVault(tx, owner, vault, { withChanged, now })), ...none, kind: 'vault' }
  if (!found)
    return { ...(await undoCourses(tx, owner, known.data, { withChanged, now })), ...none, kind: 'courses' }
  if (found.ownerId !== owner) throw new Problem('import_not_owned')
  if (found.undoneAt !== null || found.createdAt < restorableSince(now))
    throw new Problem('import_not_undoable')
  const there = (await listMade(tx, owner))(found.id).filter(({ isDeleted }) => !isDeleted)
  const removed = there.filter(({ isChanged }) => withChanged || !isChanged)
  await moveToTrash(
    tx,
    owner,
    trashedKinds.license,
    removed.map((row) => row.id),
    now,
  )
  const renewals = await undoRenewals(tx, owner, found.createdAt, { now, today })
  await markUndone(tx, found.id, now)
  return { deleted: removed.length, kept: there.length - removed.length, ...renewals, kind: 'credentials' }
}

/** A renewal that the import itself began moves to the trash; one that was open before is open again. */
async function undoRenewals(
  tx: Db,
  owner: Owner,
  importedAt: Date,
  at: LocalTime,
): Promise<Pick<Undone, 'unrenewed' | 'stillRenewed' | 'unrenewals'>> {
  const unrenewals: RenewalChange[] = []
  const finished = await listFinishedAt(tx, owner, importedAt)
  for (const { id, createdAt } of finished) {
    const change = await undoFinish(tx, owner, id, at).catch((error) => {
      if (error instanceof Problem && ['renewal_open', 'renewal_outdated'].includes(error.code)) return null
      throw error
    })
    if (change === null) continue
    unrenewals.push(change)
    if (createdAt.getTime() === importedAt.getTime()) await removeRenewal(tx, owner, id, at.now)
  }
  return { unrenewed: unrenewals.length, stillRenewed: finished.length - unrenewals.length, unrenewals }
}

async function undoVault(
  tx: Db,
  owner: Owner,
  row: VaultImportRow,
  choice: { withChanged: boolean; now: Date },
): Promise<Pick<ImportUndone, 'deleted' | 'kept'>> {
  if (row.ownerId !== owner) throw new Problem('import_not_owned')
  if (row.undoneAt !== null || row.createdAt < restorableSince(choice.now))
    throw new Problem('import_not_undoable')
  const undone = await undoVaultImport(tx, owner, row, choice)
  await markVaultImportUndone(tx, row.id, choice.now)
  return undone
}

async function undoCourses(
  tx: Db,
  owner: Owner,
  id: string,
  { withChanged, now }: { withChanged: boolean; now: Date },
): Promise<Pick<ImportUndone, 'deleted' | 'kept'>> {
  const rows = await listImportedRows(tx, id)
  const [first] = rows
  if (!first) throw new Problem('import_not_found')
  if (first.ownerId !== owner) throw new Problem('import_not_owned')
  const there = rows.filter(({ deletedAt }) => deletedAt === null)
  if (first.createdAt < restorableSince(now) || there.length === 0) throw new Problem('import_not_undoable')
  const ids = there.filter(({ isChanged }) => withChanged || !isChanged).map((row) => row.id)
  const cycles = await listCyclesOf(tx, ids)
  await updateEntryRows(tx, ids, { deletedAt: now })
  await recount(tx, owner, [...cycles.values()].flat())
  return { deleted: ids.length, kept: there.length - ids.length }
}
