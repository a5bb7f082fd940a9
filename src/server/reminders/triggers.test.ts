import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ceuCycles, ceuDuties } from '#server/ceu/table.ts'
import type { WatchedKind } from '#shared/reminders/reminder.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { ceRuleOf, wayWith } from '#testing/ce-rule.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { addPracticeRecord } from '#testing/practice-records.ts'
import { addRequirementList } from '#testing/requirement-lists.ts'
import { addResidence } from '#testing/residences.ts'
import { statementsDuring } from '#testing/sent-statements.ts'
import { addFile } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { findWatchedResources } from './resource-store.ts'
import { watchedResources } from './table.ts'

// Planning reads the columns of the statements that it sends, and those behind the view `watched`. A change of any of them,
// whoever makes it, has to note the resource in `reminder_changes` (src/server/db/triggers.sql). PostgreSQL says which
// columns a statement reads, so a column that planning begins to read has to be noted, or named below as only shown.

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  ann = await services.nurse('ann')
  const settings = { ...defaultSettings, hour: 8 }
  expect((await ann.json('PUT', '/api/reminders/settings', settings)).status).toBe(200)
})

const query = async (text: string, values: unknown[] = []) =>
  (await services.database.pool.query<Record<string, string>>(text, values)).rows

async function add(path: string, body: object): Promise<string> {
  const answer = await ann.json('POST', path, body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const license = { kind: 'license', type: 'RN', state: 'TX', expiresAt: '2027-03-31', multistate: true }
const ccrn = { kind: 'certification', name: 'CCRN', issuer: 'AACN', code: 'CCRN', expiresAt: '2029-01-31' }
const addLicense = () => add('/api/credentials', license)

/** A credential whose renewal was submitted. */
async function addRenewing(credential: object): Promise<string> {
  const id = await add('/api/credentials', credential)
  await add(`/api/credentials/${id}/renewals`, { submittedOn: '2026-03-01' })
  return id
}

/** A cycle that is done: only then planning reads what its rule requires apart from CE. */
async function addDoneCycle(): Promise<string> {
  const licenseId = await addLicense()
  const credentialId = await add('/api/credentials', ccrn)
  const hours = { kind: 'practice_hours', title: 'ICU', amount: 120 }
  await addPracticeRecord(ann, { ...hours, startDate: '2026-01-01', endDate: '2026-02-28' })
  const cycle = await ceuClient(ann).addCycle({ ...texas, licenseId, requiredHours: 5, topics: [] })
  await ceuClient(ann).addEntry({ cycleId: cycle.id })
  const needs = [
    { kind: 'certification', amount: null },
    { kind: 'practice_hours', amount: 100 },
  ] as const
  const rule = ceRuleOf({ ways: [wayWith('certified', ...needs)] })
  const needAnswers = [{ need: 'certified:0', isDone: false, credentialId }]
  const set = { rule, ruleId: rule.id, wayId: 'certified', needAnswers }
  await services.db.update(ceuCycles).set(set).where(eq(ceuCycles.id, cycle.id))
  return cycle.id
}

async function addDuty(): Promise<string> {
  const topics = [{ key: 'ethics', topic: 'Ethics', tags: ['ethics'], dueOn: '2026-06-30' }]
  const { id } = await ceuClient(ann).addCycle({ ...texas, licenseId: await addLicense(), topics })
  const [duty] = await services.db.select().from(ceuDuties).where(eq(ceuDuties.cycleId, id))
  return duty?.id ?? ''
}

async function addMove(): Promise<string> {
  await addLicense()
  return addResidence(ann, { from: '2026-02-01' })
}

/** With an item for which the owner chose a document. */
async function addList(): Promise<string> {
  await add('/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
  await addHealthRecord(ann)
  const { id: cycleId } = await ceuClient(ann).addCycle()
  await ceuClient(ann).addEntry({ cycleId })
  const choice = { resource: { type: 'file', id: await addFile(ann, formOf(aPdf())) } }
  return addRequirementList(ann, { items: [{ kind: 'document', title: 'A form', choice }] })
}

/** The columns of tables that a query reads, such as `users.time_zone`. */
async function columnsOf(select: string): Promise<string[]> {
  await query(`create or replace view read_by_test as select count(*) as rows from (${select}) selected`)
  const found = await query(`
    select distinct c.relname || '.' || a.attname as name
    from pg_rewrite r join pg_depend d on d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
      join pg_class c on c.oid = d.refobjid and c.relkind = 'r'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where r.ev_class = 'read_by_test'::regclass`)
  await query('drop view read_by_test')
  return found.map(({ name = '' }) => name)
}

/** The part of the view that has resources of this kind. */
async function watchedPart(kind: WatchedKind): Promise<string> {
  const [{ text = '' } = {}] = await query("select pg_get_viewdef('watched') as text")
  const marks: Partial<Record<WatchedKind, string>> = {
    ...{ license: 'credentials.kind AS', certification: 'credentials.kind AS', ceuDeadline: 'd.kind AS' },
  }
  const parts = text.replace(/;\s*$/, '').split('UNION ALL')
  const [part = '', ...others] = parts.filter((each) => each.includes(marks[kind] ?? `'${kind}'::text`))
  expect(others).toEqual([])
  return part
}

/** Ids stay what they are, and `reminders` is what planning itself writes. */
const isFixed = (column: string) =>
  /\.(id|owner_id|cycle_id|entry_id|credential_id)$|^reminders\./.test(column)

async function columnsRead(kind: WatchedKind, id: string): Promise<string[]> {
  const sent = await statementsDuring(() =>
    findWatchedResources(services.db, [id], { now: services.clock.now(), rules: services.rules.current() }),
  )
  const selects = sent.map(({ text }) => text.replace(/\$\d+/g, 'null'))
  const columns = new Set<string>()
  for (const select of [...selects, await watchedPart(kind)])
    for (const column of await columnsOf(select)) columns.add(column)
  return [...columns].filter((column) => !isFixed(column)).toSorted()
}

/** Another value of the same type. */
const others: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  'text[]': (column) => `${column} || '{other}'::text[]`,
  date: (column) => `coalesce(${column}, '2026-08-01') + 1`,
  uuid: (column) => `case when ${column} is null then ${column} end`,
  boolean: (column) => `not coalesce(${column}, false)`,
  jsonb: (column) => `case when ${column} = '[]' then '[{}]' else '[]' end::jsonb`,
  'timestamp with time zone': (column) => `coalesce(${column}, '2026-03-10') + interval '1 day'`,
}
const sums = (column: string) => `coalesce(${column}, 0) + 1`
/** Of columns that allow only certain values. */
const allowed: Record<string, string> = {
  'residences.state': "'UT'",
  'credentials.kind': 'kind',
  'health_records.kind': "'influenza'",
  'ceu_duties.kind': 'kind',
  'renewals.state': 'state',
}

/** Whether a change of this column in all rows of the owner notes the resource. */
async function isNoted(column: string, id: string): Promise<boolean> {
  const [table = '', name = ''] = column.split('.')
  const [{ type = '' } = {}] = await query(
    `select regexp_replace(format_type(atttypid, atttypmod), '\\(.*?\\)', '') as type from pg_attribute
      where attrelid = $1::regclass and attname = $2`,
    [table, name],
  )
  const value = allowed[column] ?? (others[type] ?? sums)(`"${name}"`)
  const client = await services.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('delete from reminder_changes')
    const owner = table === 'users' ? 'id' : 'owner_id'
    const changed = await client.query(`update ${table} set "${name}" = ${value} where ${owner} = $1`, [
      ann.id,
    ])
    expect(changed.rowCount, `rows of ${table}`).toBeGreaterThan(0)
    const noted = await client.query('select from reminder_changes where resource_id = $1', [id])
    return (noted.rowCount ?? 0) > 0
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** `shown`: what planning reads and does not plan by, or what never changes. */
type Case = { kind: WatchedKind; make: () => Promise<string>; shown: string[] }

const listed = (table: string, names: string) => names.split(' ').map((name) => `${table}.${name}`)
const title = listed('credentials', 'name title')

test.each<Case>([
  { kind: 'license', make: () => addRenewing(license), shown: ['credentials.kind', ...title] },
  { kind: 'certification', make: () => addRenewing(ccrn), shown: ['credentials.kind', ...title] },
  {
    kind: 'ceuCycle',
    make: addDoneCycle,
    // What the entries come to is written into the cycle by a recount.
    shown: [
      ...listed(
        'ceu_cycles',
        'carried_over_hours certification_id created_at license_id notes rule_id state updated_at',
      ),
      ...listed('ceu_entries', 'deleted_at hours'),
      ...listed('credentials', 'kind state title type'),
    ],
  },
  {
    kind: 'ceuDeadline',
    make: addDuty,
    // The recount after the deletion of a cycle takes the dates off its duties.
    shown: [
      ...listed('ceu_cycles', 'certification_id deleted_at license_id state'),
      ...listed('ceu_duties', 'kind topic'),
      ...title,
    ],
  },
  { kind: 'moveDeadline', make: addMove, shown: [] },
  { kind: 'healthRecord', make: () => addHealthRecord(ann), shown: [] },
  {
    kind: 'requirementList',
    make: addList,
    shown: listed(
      'files',
      'created_at free_fields key mime_type name name_sealed_by object_details object_path resource_id resource_type sha256 size',
    ),
  },
])(
  'a $kind is planned again when anything changes that planning reads of it',
  async ({ kind, make, shown }) => {
    const id = await make()
    const known = await services.db
      .select()
      .from(watchedResources)
      .where(and(eq(watchedResources.resourceId, id), eq(watchedResources.resourceType, kind)))
    expect(known).toHaveLength(1)
    const unnoted: string[] = []
    for (const column of await columnsRead(kind, id)) if (!(await isNoted(column, id))) unnoted.push(column)
    expect(unnoted).toEqual(shown)
  },
)
