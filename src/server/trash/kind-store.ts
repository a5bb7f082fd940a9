import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { removeEntriesOf } from '#server/ceu/cycle-purge-store.ts'
import { deletedWith } from '#server/ceu/store.ts'
import { ceuCounts, ceuCycles, ceuEntries } from '#server/ceu/table.ts'
import { residences } from '#server/compact/table.ts'
import { competencyRecords } from '#server/competency/table.ts'
import { credentials } from '#server/credentials/table.ts'
import type { Db } from '#server/db/database.ts'
import { files } from '#server/files/table.ts'
import { healthRecords } from '#server/health/table.ts'
import { lookups } from '#server/lookups/table.ts'
import { renewals, terms } from '#server/renewals/table.ts'
import { requirementLists } from '#server/requirements/table.ts'
import type { RecordName, RestorableTable } from '#server/users/restorable-store.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { healthKind } from '#shared/health/kinds.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { TrashKind } from '#shared/trash/trash.ts'

/** A kind of record in the trash. An absent field does not apply to the kind. */
export type TrashedKind = {
  table: RestorableTable
  /** The name in error codes. */
  name: RecordName
  /**
   * Selects the deleted rows of the table that are listed as this kind. Other deleted rows are not listed, but
   * `trashedTables` purges them all.
   */
  isItem?: SQL
  /** The part of a row that `title` needs. */
  label: AnyPgColumn | SQL
  /** Names the key that seals `label`. */
  labelSealedBy?: AnyPgColumn
  title(label: string, t: Translate): string
  /** The bytes of a file. */
  size?: AnyPgColumn
  /** The CE entry that the certificate belongs to. */
  entryId?: AnyPgColumn | SQL
  /**
   * Of a cycle: the number of entries deleted with it, and the end and rule that decide how long their certificates are
   * kept.
   */
  entryCount?: SQL
  cycle?: SQL
  /**
   * Records that the database deletes together with this kind, by the column that refers to it. Their files are purged
   * too.
   */
  takes?: { table: PgTable & { id: AnyPgColumn }; of: AnyPgColumn }[]
  /**
   * Deletes records that foreign keys would leave behind. Resolves with the ids of all records that are deleted with
   * these.
   */
  takeOthers?(tx: Db, ids: string[]): Promise<string[]>
  /** The audit record of a purge. */
  purged?: AuditAction
  details?: SQL
  /**
   * True if a row that an import created was changed since. By default, a row with a later `updated_at` counts as
   * changed.
   */
  isChanged?: SQL
}

/** The title of a credential that is not deleted; otherwise null. */
const titleOf = (credentialId: AnyPgColumn | SQL, ownerId: AnyPgColumn) => sql`(
  select coalesce(c.title, c.name) from ${credentials} c
  where c.id = ${credentialId} and c.owner_id = ${ownerId} and c.deleted_at is null)`
const credentialIn = (label: string, t: Translate) => titleIn(label || t`a deleted credential`, t)
const asItIs = (label: string) => label

const credential = {
  table: credentials,
  label: sql`coalesce(${credentials.title}, ${credentials.name})`,
  title: titleIn,
  takes: [
    { table: lookups, of: lookups.credentialId },
    { table: renewals, of: renewals.credentialId },
    { table: terms, of: terms.credentialId },
  ],
  details: sql`jsonb_build_object('type', coalesce(${credentials.type}, ${credentials.kind}))`,
}

/**
 * Everything that has a trash. Entries come before cycles, because purging a cycle also deletes the remaining entries.
 */
export const trashedKinds: Record<TrashKind, TrashedKind> = {
  license: { ...credential, name: 'license', isItem: eq(credentials.kind, 'license') },
  certification: { ...credential, name: 'certification', isItem: eq(credentials.kind, 'certification') },
  lookup: {
    table: lookups,
    name: 'lookup',
    label: titleOf(lookups.credentialId, lookups.ownerId),
    title: (label, t) => t`Look-up of ${credentialIn(label, t)}`,
  },
  residence: { table: residences, name: 'residence', label: residences.place, title: asItIs },
  competencyRecord: {
    table: competencyRecords,
    name: 'competency_record',
    label: competencyRecords.title,
    title: asItIs,
  },
  healthRecord: {
    table: healthRecords,
    name: 'health_record',
    label: healthRecords.kind,
    title: (label, t) => t(healthCatalog[healthKind.parse(label)].label),
  },
  requirementList: {
    table: requirementLists,
    name: 'requirement_list',
    label: requirementLists.name,
    title: asItIs,
  },
  renewal: {
    table: renewals,
    name: 'renewal',
    label: titleOf(renewals.credentialId, renewals.ownerId),
    title: (label, t) => t`Renewal of ${credentialIn(label, t)}`,
    takes: [{ table: terms, of: terms.renewalId }],
  },
  ceuEntry: {
    table: ceuEntries,
    name: 'ceu_entry',
    isItem: isNull(ceuEntries.deletedWithCycleId),
    label: ceuEntries.title,
    title: asItIs,
    entryId: ceuEntries.id,
  },
  ceuCycle: {
    table: ceuCycles,
    name: 'ceu_cycle',
    label: sql`coalesce(${titleOf(sql`coalesce(${ceuCycles.licenseId}, ${ceuCycles.certificationId})`, ceuCycles.ownerId)}, ${ceuCycles.state})`,
    title: (label, t) => t`CE for ${titleIn(label || t`a renewal`, t)}`,
    entryCount: sql`(
      select count(*) from ${ceuCounts} join ${ceuEntries} on ${ceuEntries.id} = ${ceuCounts.entryId}
      where ${ceuCounts.cycleId} = ${ceuCycles.id} and ${deletedWith(ceuCycles)})`,
    cycle: sql`jsonb_build_object('cycleEnd', ${ceuCycles.cycleEnd}, 'rule', ${ceuCycles.rule},
      'earlierRule', ${ceuCycles.earlierRule})`,
    takeOthers: removeEntriesOf,
  },
  file: {
    table: files,
    name: 'file',
    label: files.name,
    labelSealedBy: files.nameSealedBy,
    title: asItIs,
    size: files.size,
    entryId: sql`case when ${files.resourceType} = 'ceuEntry' then ${files.resourceId} end`,
    purged: 'file_purged',
    details: sql`jsonb_build_object('size', ${files.size}, 'mimeType', ${files.mimeType})`,
    isChanged: sql`${files.resourceId} is not null`,
  },
}

/** One for each table. */
export const trashedTables = [
  ...new Map(Object.values(trashedKinds).map((kind) => [kind.table, kind])).values(),
]
