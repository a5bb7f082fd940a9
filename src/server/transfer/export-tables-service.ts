import type { CredentialRow } from '#server/credentials/store.ts'
import { byteOrderMark, csvLines } from '#server/http/csv.ts'
import { amountText } from '#shared/ceu/ceu-text.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { competencyKindNames, competencyUnit } from '#shared/competency/record.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import type { FieldValue } from '#shared/credentials/field-display.ts'
import { credentialDisplay, type FieldDisplay } from '#shared/credentials/field-display.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { fieldText, healthStateText, healthTitle } from '#shared/health/record-text.ts'
import { english } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { askedText } from '#shared/requirements/match-text.ts'
import type { ExportData } from './export-data-service.ts'
import type { VaultRows } from './export-store.ts'

type Cell = string | number | boolean | Date | null | undefined
type Columns<R> = [name: string, of: (row: R) => Cell][]
type Sheet = { path: string; bytes: Buffer }

function written(value: Cell): string | number {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value instanceof Date ? value.toISOString() : (value ?? '')
}

function sheet<R>(name: string, rows: readonly R[], columns: Columns<R>): Sheet {
  const cells = rows.map((row) => columns.map(([, of]) => written(of(row))))
  return {
    path: `spreadsheets/${name}.csv`,
    bytes: Buffer.from(byteOrderMark + csvLines([columns.map(([column]) => column), ...cells])),
  }
}

/** The same data as the JSON, for spreadsheets: dates as YYYY-MM-DD, instants as ISO 8601 in UTC. */
export function spreadsheetsOf(vault: VaultRows, data: ExportData, madeAt: Date): Sheet[] {
  return [
    credentialSheet(vault, data, madeAt),
    cycleSheet(vault),
    entrySheet(vault, data),
    lookupSheet(vault, data),
    practiceSheet(data),
    healthSheet(vault, data),
    renewalSheet(vault, data),
    requirementSheet(data),
    fileSheet(vault, data),
    activitySheet(vault),
  ]
}

function credentialSheet(vault: VaultRows, data: ExportData, madeAt: Date): Sheet {
  const today = todayIn(madeAt, vault.user.settings.timeZone)
  const filesOf = pathsByRecord(data)
  const fieldColumns = Object.entries<FieldDisplay>(credentialDisplay).flatMap(([key, { column }]) =>
    column === null ? [] : [credentialColumn(key, column)],
  )
  const statusColumn: Columns<CredentialRow>[number] = [
    'status_that_day',
    (row) => lookOf(row, today).replaceAll('_', ' '),
  ]
  return sheet('credentials', vault.credentials, [
    ['kind', ({ kind }) => kind],
    ['title', credentialTitle],
    ...fieldColumns.flatMap((column) => (column[0] === 'expires_on' ? [column, statusColumn] : [column])),
    ['files', ({ id }) => filesOf.get(id)],
    ['archived_at', ({ archivedAt }) => archivedAt],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

function credentialColumn(key: string, column: string): Columns<CredentialRow>[number] {
  return [column, (row: CredentialRow & Record<string, unknown>) => fieldCell(row[key] as FieldValue)]
}

/** Lists and custom fields in one cell. */
function fieldCell(value: FieldValue): Cell {
  if (value === null || typeof value !== 'object') return value
  return value.map((item) => (typeof item === 'string' ? item : `${item.name}: ${item.value}`)).join('; ')
}

function cycleSheet(vault: VaultRows): Sheet {
  const titles = titlesOf(vault)
  return sheet('ce-cycles', vault.cycles, [
    ['for', ({ licenseId, certificationId }) => titles.get(licenseId ?? certificationId)],
    ['state', ({ state }) => state],
    ['starts_on', ({ cycleStart }) => cycleStart],
    ['ends_on', ({ cycleEnd }) => cycleEnd],
    ['hours_required', ({ requiredHours }) => requiredHours],
    ['hours_completed', ({ hoursCompleted }) => hoursCompleted],
    ['hours_counted', ({ hoursCounted }) => hoursCounted],
    ['topics', ({ topics }) => topics.map(topicText).join('; ')],
    ['rule', ({ ruleId }) => ruleId],
    ['notes', ({ notes }) => notes],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

function entrySheet(vault: VaultRows, data: ExportData): Sheet {
  const titles = titlesOf(vault)
  const filesOf = pathsByRecord(data)
  const cycles = new Map(
    vault.cycles.map(({ id, licenseId, certificationId, state, cycleStart, cycleEnd }) => [
      id,
      `${titles.get(licenseId ?? certificationId) ?? state ?? 'CE cycle'} ${cycleStart} to ${cycleEnd}`,
    ]),
  )
  return sheet('ce-entries', data.entries, [
    ['completed_on', ({ completedAt }) => completedAt],
    ['title', ({ title }) => title],
    ['provider', ({ provider }) => provider],
    ['kind', ({ kind }) => entryKindNames[kind]],
    ['hours', ({ hours }) => hours],
    ['certificate_says', ({ amount, unit }) => (amount === null ? '' : amountText(amount, unit, english))],
    ['topics', ({ topicHours, topicTags }) => [...topicHours.map(topicText), ...topicTags].join('; ')],
    [
      'hours_counted',
      ({ counts }) =>
        counts.map(({ cycleId, countedHours }) => `${cycles.get(cycleId)}: ${countedHours}`).join('; '),
    ],
    ['approved_by', ({ approvedBy }) => approvedBy],
    ['provider_number', ({ providerNumber }) => providerNumber],
    ['name_on_certificate', ({ holderName }) => holderName],
    ['notes', ({ notes }) => notes],
    ['files', ({ id }) => filesOf.get(id)],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

function lookupSheet(vault: VaultRows, data: ExportData): Sheet {
  const titles = titlesOf(vault)
  const filesOf = pathsByRecord(data)
  return sheet('lookups', data.lookups, [
    ['of', ({ credentialId }) => titles.get(credentialId)],
    ['looked_up_on', ({ lookedUpOn }) => lookedUpOn],
    ['place', ({ place }) => place],
    ['it_said', ({ status }) => status],
    ['expires_on', ({ expiresAt }) => expiresAt],
    ['last_four', ({ lastFour }) => lastFour],
    ['files', ({ id }) => filesOf.get(id)],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

function practiceSheet(data: ExportData): Sheet {
  const filesOf = pathsByRecord(data)
  return sheet('practice-log', data.practiceLog, [
    ['kind', ({ kind }) => competencyKindNames[kind]],
    ['title', ({ title }) => title],
    ['amount', ({ amount }) => amount],
    ['unit', ({ kind, amount }) => (amount === null ? '' : competencyUnit(kind, english))],
    ['first_day', ({ startDate }) => startDate],
    ['last_day', ({ endDate }) => endDate],
    ['organization', ({ organization }) => organization],
    ['notes', ({ notes }) => notes],
    ['files', ({ id }) => filesOf.get(id)],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

/** A separate file, so that the owner can pass on the other sheets without this one. */
function healthSheet(vault: VaultRows, data: ExportData): Sheet {
  const filesOf = pathsByRecord(data)
  const lines = (list: readonly (readonly (string | null)[])[]) =>
    list.map((parts) => parts.filter(Boolean).join(' ')).join('; ')
  return sheet('health-records-private', vault.healthRecords, [
    ['kind', ({ kind }) => healthCatalog[kind].label],
    ['date', ({ performedOn }) => performedOn],
    ['due_or_expires_on', ({ dueOn }) => dueOn],
    ['recorded', (row) => healthStateText(row, english)],
    [
      'fields',
      ({ kind, fields }) =>
        healthCatalog[kind].fields
          .flatMap(({ key, label }) =>
            fields[key] ? `${label}: ${fieldText(kind, key, fields, english)}` : [],
          )
          .join('; '),
    ],
    ['doses', ({ doses }) => lines(doses.map(({ givenOn, product }) => [givenOn, product]))],
    [
      'titers',
      ({ titers }) => lines(titers.map(({ takenOn, antigen, result }) => [takenOn, antigen, result])),
    ],
    ['notes', ({ notes }) => notes],
    ['files', ({ id }) => filesOf.get(id)],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

/** A row for each item. */
function requirementSheet(data: ExportData): Sheet {
  const rows = data.requirementLists.flatMap((list) => list.items.map((item) => ({ list, item })))
  return sheet('requirement-lists', rows, [
    ['list', ({ list }) => list.name],
    ['requested_by', ({ list }) => list.requestedBy],
    ['first_day', ({ list }) => list.startsOn],
    ['last_day', ({ list }) => list.endsOn],
    ['item', ({ item }) => item.title],
    ['asks_for', ({ item }) => askedText(item, (date) => date, english)],
    ['note', ({ item }) => item.note],
    ['created_at', ({ list }) => list.createdAt],
    ['deleted_at', ({ list }) => list.deletedAt],
  ])
}

function renewalSheet(vault: VaultRows, data: ExportData): Sheet {
  const titles = titlesOf(vault)
  const filesOf = pathsByRecord(data)
  return sheet('renewals', data.renewals, [
    ['for', ({ credentialId }) => titles.get(credentialId)],
    ['state', ({ state }) => state],
    ['opened_on', ({ openedOn }) => openedOn],
    ['class_on', ({ classOn }) => classOn],
    ['submitted_on', ({ submittedOn }) => submittedOn],
    ['fee_dollars', ({ fee }) => (fee === null ? null : (fee / 100).toFixed(2))],
    ['confirmation', ({ confirmation }) => confirmation],
    ['notes', ({ notes }) => notes],
    ['finished_at', ({ finishedAt }) => finishedAt],
    ['files', ({ id }) => filesOf.get(id)],
    ['old_number', ({ term }) => term?.number],
    ['old_issued_on', ({ term }) => term?.issuedAt],
    ['old_expires_on', ({ term }) => term?.expiresAt],
    ['old_files', ({ term }) => filesOf.get(term?.id ?? '')],
    ['created_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
  ])
}

function fileSheet(vault: VaultRows, data: ExportData): Sheet {
  const titles = titlesOf(vault)
  return sheet('files', data.files, [
    ['name', ({ name }) => name],
    ['path', ({ path }) => path],
    ['belongs_to', ({ resourceId, resourceType }) => titles.get(resourceId) ?? resourceType],
    ['kind', ({ mimeType }) => mimeType],
    ['bytes', ({ size }) => size],
    ['sha256', ({ sha256 }) => sha256],
    ['uploaded_at', ({ createdAt }) => createdAt],
    ['deleted_at', ({ deletedAt }) => deletedAt],
    ['in_this_export', ({ fault }) => fault ?? 'whole'],
  ])
}

function activitySheet({ activity }: VaultRows): Sheet {
  return sheet('activity', activity, [
    ['at', ({ timestamp }) => timestamp],
    ['action', ({ action }) => action],
    ['resource', ({ resource }) => resource],
    ['resource_id', ({ resourceId }) => resourceId],
    ['severity', ({ severity }) => severity],
    ['details', ({ metadata }) => JSON.stringify(metadata)],
    ['browser', ({ userAgent }) => userAgent],
  ])
}

function topicText({ topic, hours }: { topic: string; hours: number | null }): string {
  return hours === null ? topic : `${topic} (${hours})`
}

function titlesOf({
  credentials,
  entries,
  lookups,
  practiceLog,
  healthRecords,
  renewals,
  terms,
}: VaultRows): Map<string | null, string> {
  const names = new Map(credentials.map((row) => [row.id, credentialTitle(row)]))
  return new Map([
    ...renewals.map((row) => [row.id, `Renewal of ${names.get(row.credentialId)}`] as const),
    ...terms.map((row) => [row.id, `${names.get(row.credentialId)}, earlier term`] as const),
    ...lookups.map((row) => [row.id, `Look-up of ${names.get(row.credentialId)}`] as const),
    ...credentials.map((row) => [row.id, credentialTitle(row)] as const),
    ...entries.map((row) => [row.id, row.title] as const),
    ...practiceLog.map((row) => [row.id, row.title] as const),
    ...healthRecords.map((row) => [row.id, healthTitle(row, english)] as const),
  ])
}

function pathsByRecord({ files }: ExportData): Map<string | null, string> {
  const byRecord = Map.groupBy(files, ({ resourceId }) => resourceId)
  return new Map([...byRecord].map(([id, own]) => [id, own.flatMap(({ path }) => path ?? []).join('; ')]))
}
