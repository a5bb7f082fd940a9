import { findUser, updateUser } from '#server/account/store.ts'
import { insertCountRows } from '#server/ceu/count-store.ts'
import { insertCycleRows, type NewCycle } from '#server/ceu/cycle-store.ts'
import { insertEntries, type NewEntry } from '#server/ceu/entry-store.ts'
import { recount } from '#server/ceu/recount-store.ts'
import { insertDeclinedTopics } from '#server/ceu/topic-store.ts'
import { type ImportedResidence, insertResidences, type ResidenceRow } from '#server/compact/store.ts'
import { insertCompetencyRecords, type NewCompetencyRow } from '#server/competency/store.ts'
import { type ImportedCredential, insertCredentials } from '#server/credentials/import-store.ts'
import type { Db } from '#server/db/database.ts'
import { insertFiles } from '#server/files/store.ts'
import { insertHealthRows, type NewHealthRow } from '#server/health/store.ts'
import { insertLookups, type NewLookup } from '#server/lookups/store.ts'
import { findOwnSettings, saveSettings } from '#server/reminders/settings-store.ts'
import { insertRenewals } from '#server/renewals/import-store.ts'
import type { NewRenewal, NewTerm } from '#server/renewals/store.ts'
import {
  insertRequirementLists,
  type NewRequirementList,
  requireRoomForLists,
} from '#server/requirements/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import type { ProfileInput } from '#shared/account/profile.ts'
import type { DeclinedTopic } from '#shared/ceu/entry.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import type { ImportedIds } from '#shared/transfer/import.ts'
import { summarizeVault } from './export-store.ts'
import { recordVaultImport } from './import-record-store.ts'

/** Rows under new ids that refer to nothing outside of the import. */
export type NewVault = {
  profile: ProfileInput
  reminderSettings: ReminderSettings
  declinedTopics: DeclinedTopic[]
  residences: ImportedResidence[]
  files: Parameters<typeof insertFiles>[2]
  credentials: ImportedCredential[]
  cycles: (NewCycle & { id: string })[]
  entries: NewEntry[]
  counts: Parameters<typeof insertCountRows>[2]
  lookups: NewLookup[]
  practiceLog: NewCompetencyRow[]
  healthRecords: NewHealthRow[]
  requirementLists: NewRequirementList[]
  renewals: NewRenewal[]
  terms: NewTerm[]
}

/** Rejects with `vault_not_empty`; the trash counts too. */
export async function requireEmpty(db: Db, owner: Owner): Promise<void> {
  if (!(await summarizeVault(db, owner)).isEmpty) throw new Problem('vault_not_empty')
}

/**
 * Fills an empty vault in the caller's transaction. A concurrent change comes either before the lock, and then this
 * rejects, or after it. Triggers plan the reminders, as for every change.
 */
export async function fillVault(tx: Db, owner: Owner, vault: NewVault, now: Date): Promise<void> {
  await lockOwnerRow(tx, owner)
  await requireEmpty(tx, owner)
  await insertFiles(tx, owner, vault.files)
  await insertCredentials(tx, owner, vault.credentials)
  await insertCycleRows(tx, owner, vault.cycles)
  await insertEntries(tx, owner, vault.entries)
  await Promise.all(insertCountRows(tx, owner, vault.counts))
  await insertLookups(tx, owner, vault.lookups)
  await insertCompetencyRecords(tx, owner, vault.practiceLog)
  await insertHealthRows(tx, owner, vault.healthRecords)
  await requireRoomForLists(tx, owner, vault.requirementLists.filter(isActive).length)
  await insertRequirementLists(tx, owner, vault.requirementLists)
  await insertRenewals(tx, owner, vault)
  await recount(
    tx,
    owner,
    vault.cycles.map(({ id }) => id),
  )
  await fillProfile(tx, owner, vault.profile, now)
  await insertDeclinedTopics(tx, owner, vault.declinedTopics, now)
  const residences = await insertResidences(tx, owner, vault.residences, now)
  await recordVaultImport(tx, owner, importedIds({ ...vault, residences }), now)
  if ((await findOwnSettings(tx, owner)) === null) await saveSettings(tx, owner, vault.reminderSettings, now)
}

function importedIds(made: Omit<NewVault, 'residences'> & { residences: ResidenceRow[] }): ImportedIds {
  const active = (rows: readonly { id?: string | undefined; deletedAt?: Date | null | undefined }[]) =>
    rows.flatMap(({ id, deletedAt }) => (deletedAt || id === undefined ? [] : [id]))
  return {
    credentials: active(made.credentials),
    cycles: active(made.cycles),
    entries: active(made.entries),
    practiceLog: active(made.practiceLog),
    healthRecords: active(made.healthRecords),
    requirementLists: active(made.requirementLists),
    residences: active(made.residences),
    files: active(made.files.filter(({ resourceId = null }) => resourceId === null)),
  }
}

const isActive = ({ deletedAt }: NewRequirementList) => !deletedAt

/** Sets only what the owner has not filled in. */
async function fillProfile(tx: Db, owner: Owner, given: ProfileInput, now: Date): Promise<void> {
  const user = await findUser(tx, owner)
  if (!user) throw new Problem('not_authenticated')
  const { settings = {}, ...plain } = given
  const fills = { ...missingIn(plain, user), settings: missingIn(settings, user.settings) }
  const isAny = Object.keys(fills).length > 1 || Object.keys(fills.settings).length > 0
  if (isAny) await updateUser(tx, owner, fills, now)
}

/** The fields of `given` that `own` has not filled in. */
function missingIn<T extends object>(given: T, own: Record<string, unknown>): Partial<T> {
  const missing = { ...given }
  for (const key in given) if (!given[key] || (own[key] ?? '') !== '') delete missing[key]
  return missing
}
