import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import type { ExportData } from './export-data-service.ts'
import type { VaultRows } from './export-store.ts'
import { spreadsheetsOf } from './export-tables-service.ts'

const licenseId = 'b0000000-0000-4000-8000-000000000001'
const certificationId = 'b0000000-0000-4000-8000-000000000002'
const cycleId = 'b0000000-0000-4000-8000-000000000003'
const entryId = 'b0000000-0000-4000-8000-000000000004'

const createdAt = new Date('2026-01-02T03:04:05.000Z')
const deletedAt = new Date('2026-02-03T04:05:06.000Z')

/** No two fields of a record have the same value, so a column with another field's value is noticed. */
const license = {
  id: licenseId,
  kind: 'license',
  title: 'My Texas license',
  name: null,
  type: 'RN',
  state: 'TX',
  code: null,
  issuer: 'Texas Board of Nursing',
  number: '0884213',
  issuedAt: '2024-04-01',
  expiresAt: '2026-12-01',
  neverExpires: false,
  requiredForWork: null,
  archivedAt: new Date('2026-01-31T10:11:12.000Z'),
  renewalCycle: 2,
  reminderDays: 45,
  multistate: true,
  tags: ['travel', 'night shift'],
  extra: [
    { name: 'Nursys ID', value: '12345678' },
    { name: 'Class', value: 'A' },
  ],
  notes: 'Renew in the portal.',
  createdAt,
  deletedAt,
}

const certification = {
  ...license,
  id: certificationId,
  kind: 'certification',
  title: null,
  name: 'Basic Life Support',
  type: null,
  state: null,
  code: 'BLS',
  number: null,
  expiresAt: null,
  neverExpires: true,
  requiredForWork: true,
  archivedAt: null,
  renewalCycle: null,
  reminderDays: null,
  multistate: null,
  tags: [],
  extra: null,
  notes: null,
  deletedAt: null,
}

const cycle = {
  id: cycleId,
  licenseId,
  certificationId: null,
  state: 'OK',
  cycleStart: '2025-01-01',
  cycleEnd: '2026-12-31',
  requiredHours: 20,
  hoursCompleted: 7,
  hoursCounted: 6.5,
  topics: [
    { topic: 'Ethics', hours: 2 },
    { topic: 'Jurisprudence', hours: null },
  ],
  ruleId: 'tx-rn',
  notes: 'Counts from my birthday.',
  createdAt,
  deletedAt,
}

const entry = {
  id: entryId,
  completedAt: '2026-03-04',
  title: 'Wound care',
  provider: 'Mercy General',
  kind: 'course',
  hours: 5,
  amount: 300,
  unit: 'minute',
  topicHours: [{ topic: 'Ethics', hours: 1 }],
  topicTags: ['Pain'],
  counts: [{ cycleId, countedHours: 4.5 }],
  approvedBy: 'ANCC',
  providerNumber: 'P-77',
  holderName: "Ann O'Brien",
  notes: 'On paper only.',
  createdAt,
  deletedAt,
}

const ownCycle = { ...cycle, id: 'own', licenseId: null, state: null }
const ohioCycle = { ...ownCycle, id: 'ohio', state: 'OH', certificationId: 'deleted' }

const plainEntry = {
  ...entry,
  id: 'b0000000-0000-4000-8000-000000000006',
  amount: null,
  counts: [ownCycle, ohioCycle].map(({ id }) => ({ cycleId: id, countedHours: 1 })),
}

const file = {
  id: 'b0000000-0000-4000-8000-000000000005',
  name: 'card.pdf',
  path: 'files/card.pdf',
  resourceId: licenseId,
  resourceType: 'license',
  mimeType: 'application/pdf',
  size: 1234,
  sha256: 'ab'.repeat(32),
  createdAt,
  deletedAt,
  fault: 'damaged',
}

const termId = 'b0000000-0000-4000-8000-0000000000a7'
const renewal = {
  id: 'b0000000-0000-4000-8000-0000000000a6',
  credentialId: licenseId,
  state: 'done',
  openedOn: '2026-01-05',
  classOn: '2026-01-10',
  submittedOn: '2026-02-01',
  fee: 6850,
  confirmation: 'C-77',
  notes: 'By mail',
  finishedAt: createdAt,
  term: { id: termId, number: 'OLD-1', issuedAt: '2022-04-01', expiresAt: '2024-03-31' },
  createdAt,
  deletedAt,
}

const requirementList = {
  ...{ id: 'list', name: 'ICU in Austin', requestedBy: 'Dana', startsOn: '2026-06-01', endsOn: null },
  items: [
    {
      ...{ kind: 'certification', title: 'BLS (AHA)', code: 'BLS', note: 'Both sides', needsCheck: false },
      ...{ issuedWithin: null, validThrough: 'last_day', choice: null },
    },
  ],
  ...{ createdAt, updatedAt: createdAt, deletedAt: null },
}
const practice = {
  id: 'b0000000-0000-4000-8000-0000000000a8',
  kind: 'academic_credits',
  title: 'Pharmacology',
  amount: 3,
  startDate: '2025-08-20',
  endDate: '2025-12-12',
  organization: 'Austin College',
  notes: 'Grade A',
  createdAt,
  deletedAt,
}

const lookup = {
  id: 'b0000000-0000-4000-8000-0000000000a9',
  credentialId: licenseId,
  lookedUpOn: '2026-02-01',
  place: 'Nursys QuickConfirm',
  status: 'Unencumbered',
  expiresAt: '2026-12-01',
  lastFour: '4213',
  createdAt,
  deletedAt,
}

const healthRecord = {
  ...sampleHealthRecord,
  id: 'b0000000-0000-4000-8000-0000000000b0',
  performedOn: '2025-03-01',
  createdAt,
  deletedAt,
}

const activity = {
  timestamp: createdAt,
  action: 'license.created',
  resource: 'license',
  resourceId: licenseId,
  severity: 'info',
  metadata: { title: 'My Texas license' },
  userAgent: 'Firefox',
}

/** The lines of each sheet by its name, the header first. */
function sheetsOf(
  madeAt: Date,
  more: { files?: object[]; practiceLog?: object[]; renewals?: object[] } = {},
): Record<string, string[][]> {
  const vault = {
    user: { settings: { timeZone: 'America/Chicago' } },
    credentials: [license, certification],
    cycles: [cycle, ownCycle, ohioCycle],
    entries: [entry],
    lookups: [lookup],
    practiceLog: [practice],
    healthRecords: [healthRecord],
    renewals: [renewal],
    terms: [{ id: termId, credentialId: licenseId }],
    activity: [activity],
  } as unknown as VaultRows
  const data = {
    entries: [entry, plainEntry],
    lookups: [lookup],
    practiceLog: [practice, ...(more.practiceLog ?? [])],
    renewals: [renewal, ...(more.renewals ?? [])],
    requirementLists: [requirementList],
    files: [
      ...(more.files ?? []),
      file,
      { ...file, path: 'files/back.pdf', fault: null },
      { ...file, resourceId: entryId, path: null },
      { ...file, resourceId: plainEntry.id, path: 'files/certificate.pdf' },
      { ...file, resourceId: null, resourceType: null },
    ],
  } as unknown as ExportData
  const sheets = spreadsheetsOf(vault, data, madeAt)
  return Object.fromEntries(
    sheets.map(({ path, bytes }) => [
      path,
      Papa.parse<string[]>(bytes.toString('utf8').slice(1), { skipEmptyLines: true }).data,
    ]),
  )
}

const rowsOf = (name: string) =>
  sheetsOf(new Date('2026-11-21T12:00:00.000Z'))[`spreadsheets/${name}.csv`] ?? []

/** The columns and values of the first line below the header. */
function firstRow(name: string): [string | undefined, string][] {
  const [header = [], row = []] = rowsOf(name)
  return row.map((value, index) => [header[index], value])
}

test('a license has each of its fields under its own name', () => {
  expect(firstRow('credentials')).toEqual([
    ['kind', 'license'],
    ['title', 'My Texas license'],
    ['type', 'RN'],
    ['state', 'TX'],
    ['code', ''],
    ['issuer', 'Texas Board of Nursing'],
    ['number', '0884213'],
    ['issued_on', '2024-04-01'],
    ['expires_on', '2026-12-01'],
    ['status_that_day', 'expiring soon'],
    ['never_expires', 'no'],
    ['multistate', 'yes'],
    ['renewal_years', '2'],
    ['reminder_days', '45'],
    ['tags', 'travel; night shift'],
    ['more', 'Nursys ID: 12345678; Class: A'],
    ['notes', 'Renew in the portal.'],
    ['required_for_work', ''],
    ['files', 'files/card.pdf; files/back.pdf'],
    ['archived_at', '2026-01-31T10:11:12.000Z'],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('a reminder on the last day is a 0, not an empty cell', () => {
  const none = {
    cycles: [],
    entries: [],
    lookups: [],
    practiceLog: [],
    healthRecords: [],
    renewals: [],
    terms: [],
    activity: [],
  }
  const vault = { user: { settings: { timeZone: 'UTC' } }, ...none }
  const credentials = [{ ...license, reminderDays: 0, multistate: false }]
  const data = {
    entries: [],
    lookups: [],
    practiceLog: [],
    renewals: [],
    requirementLists: [],
    files: [],
  } as unknown as ExportData
  const [sheet] = spreadsheetsOf({ ...vault, credentials } as unknown as VaultRows, data, createdAt)
  const { data: rows } = Papa.parse<string[]>(sheet?.bytes.toString('utf8').slice(1) ?? '')
  expect([rows[1]?.[11], rows[1]?.[13]]).toEqual(['no', '0'])
})

test('a certification leaves empty what only a license has', () => {
  expect(rowsOf('credentials')[2]).toEqual([
    'certification',
    'Basic Life Support',
    ...['', '', 'BLS', 'Texas Board of Nursing', '', '2024-04-01', '', 'active', 'yes'],
    ...['', '', '', '', '', '', 'yes', '', '', '2026-01-02T03:04:05.000Z', ''],
  ])
})

test('a cycle', () => {
  expect(firstRow('ce-cycles')).toEqual([
    ['for', 'My Texas license'],
    ['state', 'OK'],
    ['starts_on', '2025-01-01'],
    ['ends_on', '2026-12-31'],
    ['hours_required', '20'],
    ['hours_completed', '7'],
    ['hours_counted', '6.5'],
    ['topics', 'Ethics (2); Jurisprudence'],
    ['rule', 'tx-rn'],
    ['notes', 'Counts from my birthday.'],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('an entry, with the cycle in which its hours count', () => {
  expect(firstRow('ce-entries')).toEqual([
    ['completed_on', '2026-03-04'],
    ['title', 'Wound care'],
    ['provider', 'Mercy General'],
    ['kind', 'Course or live event'],
    ['hours', '5'],
    ['certificate_says', '300 minutes'],
    ['topics', 'Ethics (1); Pain'],
    ['hours_counted', 'My Texas license 2025-01-01 to 2026-12-31: 4.5'],
    ['approved_by', 'ANCC'],
    ['provider_number', 'P-77'],
    ['name_on_certificate', "Ann O'Brien"],
    ['notes', 'On paper only.'],
    ['files', ''],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('a look-up', () => {
  expect(firstRow('lookups')).toEqual([
    ['of', 'My Texas license'],
    ['looked_up_on', '2026-02-01'],
    ['place', 'Nursys QuickConfirm'],
    ['it_said', 'Unencumbered'],
    ['expires_on', '2026-12-01'],
    ['last_four', '4213'],
    ['files', ''],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('a record of the practice log', () => {
  expect(firstRow('practice-log')).toEqual([
    ['kind', 'Academic credits'],
    ['title', 'Pharmacology'],
    ['amount', '3'],
    ['unit', 'semester credits'],
    ['first_day', '2025-08-20'],
    ['last_day', '2025-12-12'],
    ['organization', 'Austin College'],
    ['notes', 'Grade A'],
    ['files', ''],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('a health record, in its own sheet', () => {
  expect(firstRow('health-records-private')).toEqual([
    ['kind', 'Hepatitis B'],
    ['date', '2025-03-01'],
    ['due_or_expires_on', '2027-03-01'],
    ['recorded', '2 of 3 doses recorded; titer recorded: immune'],
    ['fields', "Doses in this series: 3; Where: St. Anne's & Co. Hospital"],
    ['doses', '2024-01-10 Engerix-B; 2024-02-12'],
    ['titers', '2025-03-01 immune'],
    ['notes', 'Third dose at the county clinic.'],
    ['files', ''],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('each record has the paths of its own files', () => {
  const owned = [
    ['practice-log', practice.id, 'files'],
    ['lookups', lookup.id, 'files'],
    ['health-records-private', healthRecord.id, 'files'],
    ['renewals', renewal.id, 'files'],
    ['renewals', termId, 'old_files'],
  ] as const
  const files = owned.map(([, resourceId], at) => ({ ...file, resourceId, path: `files/${at}.pdf` }))
  const sheets = sheetsOf(createdAt, { files })
  for (const [at, [name, , column]] of owned.entries()) {
    const [header = [], row = []] = sheets[`spreadsheets/${name}.csv`] ?? []
    expect(row[header.indexOf(column)], column).toBe(`files/${at}.pdf`)
  }
})

test('missing values are empty cells', () => {
  const open = { ...renewal, state: 'open', fee: null, term: null, finishedAt: null }
  const sheets = sheetsOf(createdAt, { practiceLog: [{ ...practice, amount: null }], renewals: [open] })
  const cellsOf = (name: string, columns: string[]) => {
    const [header = [], , row = []] = sheets[`spreadsheets/${name}.csv`] ?? []
    return columns.map((column) => row[header.indexOf(column)])
  }
  expect(cellsOf('practice-log', ['amount', 'unit'])).toEqual(['', ''])
  expect(
    cellsOf('renewals', [
      'fee_dollars',
      'finished_at',
      'old_number',
      'old_issued_on',
      'old_expires_on',
      'old_files',
    ]),
  ).toEqual(['', '', '', '', '', ''])
})

test('a requirement list, with a line for each item', () => {
  expect(firstRow('requirement-lists')).toEqual([
    ['list', 'ICU in Austin'],
    ['requested_by', 'Dana'],
    ['first_day', '2026-06-01'],
    ['last_day', ''],
    ['item', 'BLS (AHA)'],
    ['asks_for', 'BLS certification · through the last day'],
    ['note', 'Both sides'],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', ''],
  ])
})

test('a renewal, with the term that it ended', () => {
  expect(firstRow('renewals')).toEqual([
    ['for', 'My Texas license'],
    ['state', 'done'],
    ['opened_on', '2026-01-05'],
    ['class_on', '2026-01-10'],
    ['submitted_on', '2026-02-01'],
    ['fee_dollars', '68.50'],
    ['confirmation', 'C-77'],
    ['notes', 'By mail'],
    ['finished_at', '2026-01-02T03:04:05.000Z'],
    ['files', ''],
    ['old_number', 'OLD-1'],
    ['old_issued_on', '2022-04-01'],
    ['old_expires_on', '2024-03-31'],
    ['old_files', ''],
    ['created_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
  ])
})

test('an entry of contact hours, with its certificate and every cycle it counts in', () => {
  const [header = [], , row = []] = rowsOf('ce-entries')
  expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toMatchObject({
    certificate_says: '',
    hours_counted: 'CE cycle 2025-01-01 to 2026-12-31: 1; OH 2025-01-01 to 2026-12-31: 1',
    files: 'files/certificate.pdf',
  })
  expect(rowsOf('ce-cycles').map(([title]) => title)).toEqual(['for', 'My Texas license', '', ''])
})

test('a file, with the record that it belongs to and whether it is complete', () => {
  expect(firstRow('files')).toEqual([
    ['name', 'card.pdf'],
    ['path', 'files/card.pdf'],
    ['belongs_to', 'My Texas license'],
    ['kind', 'application/pdf'],
    ['bytes', '1234'],
    ['sha256', 'ab'.repeat(32)],
    ['uploaded_at', '2026-01-02T03:04:05.000Z'],
    ['deleted_at', '2026-02-03T04:05:06.000Z'],
    ['in_this_export', 'damaged'],
  ])
  const states = rowsOf('files').map((row) => row.at(-1))
  expect(states).toEqual(['in_this_export', 'damaged', 'whole', 'damaged', 'damaged', 'damaged'])
  expect(rowsOf('files')[3]?.[2]).toBe('Wound care')
  expect(rowsOf('files')[5]?.[2]).toBe('')
})

test('a line of the activity log', () => {
  expect(firstRow('activity')).toEqual([
    ['at', '2026-01-02T03:04:05.000Z'],
    ['action', 'license.created'],
    ['resource', 'license'],
    ['resource_id', licenseId],
    ['severity', 'info'],
    ['details', '{"title":"My Texas license"}'],
    ['browser', 'Firefox'],
  ])
})

test('the status is as of the current day in the owner’s time zone', () => {
  const statusAt = (madeAt: string) => sheetsOf(new Date(madeAt))['spreadsheets/credentials.csv']?.[1]?.[9]
  expect(statusAt('2026-12-02T05:59:00.000Z')).toBe('expiring soon')
  expect(statusAt('2026-12-02T06:00:00.000Z')).toBe('expired')
})
