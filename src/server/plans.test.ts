import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newName } from '#server/files/name-service.ts'
import { listObjectPaths, replaceObject, updateObjectDetails } from '#server/files/object-store.ts'
import {
  createUpload,
  lockUpload,
  removeOldUploads,
  removeUpload,
  updateUpload,
} from '#server/firebase-api/storage-upload-store.ts'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { type AnnsVault, createAnnsVault, type OidcApp, openAppWithOidc } from '#testing/actors.ts'
import { sendAs } from '#testing/actors-requests.ts'
import { accessRules } from '#testing/actors-rows.ts'
import { type Operation, readOperations } from '#testing/open-api.ts'
import { type SentStatement, statementsDuring } from '#testing/sent-statements.ts'

let appWithOidc: OidcApp
let vault: AnnsVault
let operations: Map<string, Operation>

const trashed = [
  ...['credentials', 'ceu_cycles', 'ceu_entries', 'competency_records', 'files', 'health_records', 'lookups'],
  ...['renewals', 'requirement_lists', 'residences'],
]
const benchData = new URL('../../scripts/bench-data.mjs', import.meta.url).href
beforeAll(async () => {
  appWithOidc = await openAppWithOidc()
  const client = await appWithOidc.services.database.pool.connect()
  const { makeData } = await import(benchData)
  const many = { owners: 3000, credentials: 4, entries: 10, today: '2026-03-10', tell() {} }
  await makeData(client, many)
  // Without triggers, after which the reminders of all owners would be planned for the vault below.
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into files (owner_id, key, name, size, mime_type, sha256, resource_type, resource_id, created_at)
    select owner_id, 'files/' || id, 'Card', 1, 'image/png', '', kind, id, created_at from credentials`)
  await client.query(
    'insert into reminder_settings select id, $1, created_at from users on conflict do nothing',
    [JSON.stringify(defaultSettings)],
  )
  await client.query(`
    with done as (
      insert into renewals (owner_id, credential_id, state, opened_on, finished_at, renewed_to, created_at, updated_at)
      select owner_id, id, 'done', issued_at, created_at, '{}', created_at, created_at from credentials
      returning owner_id, credential_id, id
    )
    insert into terms (owner_id, credential_id, renewal_id, never_expires, ended_at)
    select owner_id, credential_id, id, false, now() from done`)
  await client.query(`
    insert into renewals (owner_id, credential_id, state, opened_on, submitted_on, created_at, updated_at)
    select owner_id, id, 'submitted', issued_at, issued_at, created_at, created_at from credentials`)
  await client.query(`
    insert into audit_overflows (user_id, action, resource, hour, record_id, left_out)
    select id, 'file_downloaded', 'file', created_at, gen_random_uuid(), 1 from users`)
  await client.query("insert into notice_dismissals select id, 'first_steps', created_at from users")
  await client.query(
    "insert into declined_topics select id, 'older adults', 'Dementia', created_at from users",
  )
  await client.query(`
    insert into ceu_duties (owner_id, cycle_id, subject_id, key, kind, topic, due_on)
    select owner_id, id, id, 'ethics', 'ceuDeadline', 'Ethics', cycle_end from ceu_cycles`)
  await client.query(`
    insert into competency_records (owner_id, kind, title, amount, end_date, created_at, updated_at, deleted_at)
    select owner_id, 'practice_hours', 'ICU', 8, '2026-03-01', created_at, created_at, deleted_at from credentials`)
  await client.query(`
    insert into lookups (owner_id, credential_id, looked_up_on, place, status, created_at, updated_at, deleted_at)
    select owner_id, id, '2026-03-01', 'Nursys', 'Active', created_at, created_at, deleted_at from credentials`)
  await client.query(`
    insert into health_records (owner_id, kind, performed_on, due_on, details, created_at, updated_at, deleted_at)
    select owner_id, 'tb_test', '2026-03-01', '2027-03-01', '{}', created_at, created_at, deleted_at from credentials`)
  await client.query(`
    with made as (
      insert into passes (owner_id, credential_id, kind, serial, token_hashes, shows_number, created_at, updated_at)
      select owner_id, credentials.id, wallets.kind, credentials.id || wallets.kind, '{}', false, created_at, created_at
      from credentials, unnest(array['apple', 'google']) wallets (kind) returning id, created_at
    )
    insert into pass_devices (pass_id, device, push_token, created_at) select id, id::text, 'ab', created_at from made`)
  await client.query(`
    insert into residences (owner_id, state, place, "from", apply_by, created_at, updated_at)
    select id, 'CO', 'Colorado', '2026-03-01', '2026-04-30', created_at, created_at from users`)
  await client.query(`
    insert into requirement_lists (owner_id, name, starts_on, items, created_at, updated_at)
    select id, 'ICU', '2026-06-01', '[]', created_at, created_at from users`)
  await client.query(`
    insert into storage_uploads (owner_id, object_path, metadata, parts, created_at, used_at)
    select id, 'card.pdf', '{}', '[]', created_at, created_at from users`)
  await client.query(`
    insert into access_tokens (id, user_id, name, digest, scopes, created_at, expires_at)
    select id, id, 'Script', id, '{read}', created_at, now() + interval '90 days' from users`)
  await client.query(
    "update files set object_path = 'cards/' || id, object_details = '{}' where resource_type = 'license'",
  )
  // So many that reading all of them would cost more than reading the owner's rows.
  for (const table of trashed)
    await client.query(`update ${table} set deleted_at = now() where ctid::text like '%1)'`)
  await client.query("update ceu_entries set import_id = gen_random_uuid() where ctid::text like '%2)'")
  await client.query(`analyze access_tokens, storage_uploads, files, reminder_settings, renewals, terms, audit_overflows, notice_dismissals,
    declined_topics, ceu_duties, competency_records, residences, passes, pass_devices, lookups, health_records, requirement_lists, credentials, ceu_cycles, ceu_entries`)
  client.release(true)
  vault = await createAnnsVault(appWithOidc)
  // As after the operator has installed rules.
  await appWithOidc.services.database.pool.query(
    'insert into reminder_changes (resource_type, resource_id) select kind, id from credentials',
  )
  await appWithOidc.services.database.pool.query('analyze reminder_changes')
  operations = new Map((await readOperations(appWithOidc.services.app)).map((each) => [each.name, each]))
}, 600_000)
afterAll(() => appWithOidc.close())

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** The distinct statements that run during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const statements = await statementsDuring(work)
  const plannable = statements.filter(({ text }) => /^\s*(select|update|delete|insert|with)/i.test(text))
  return [...new Map(plannable.map((each) => [each.text, each])).values()]
}

/** Full scans on purpose: these tables are small, or the statement is rare. */
const small: Record<string, RegExp> = {
  'a row for each job': /^job_runs:/,
  'a row for each pack of rules that the operator uploaded': /^rule_packs:/,
  'its first row': /^(users|reminder_changes): select \S+ from \S+ limit \$1$/,
  'what waits to be mailed, counted for the operator': /^mail_outbox: select "state", count/,
  'every credential, counted for the operator once a review is opened':
    /^credentials: select "state", "type", "code", count\(distinct "owner_id"\)/,
  'of the last hours alone, when an account is deleted':
    /^(verifications|limit_counters): delete from .* (like|split_part)/,
}

/** With an id in each empty list of ids: PostgreSQL knows that no row is in an empty one, and may use any index. */
function withIds({ text, values }: SentStatement): unknown[] {
  const isIds = (place: number) => text.includes(`$${place + 1}::uuid[]`)
  return values.map((value, place) => (value === '{}' && isIds(place) ? [crypto.randomUUID()] : value))
}

/** The tables that are read completely although every alternative is preferred. */
async function explainFullScans(statement: SentStatement): Promise<string[]> {
  const client = await appWithOidc.services.database.pool.connect()
  try {
    await client.query('begin')
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await client.query(`set local enable_${way} = off`)
    const { rows: found } = await client.query(`explain (format json) ${statement.text}`, withIds(statement))
    return fullScansOf(found[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function tablesScanned(statements: SentStatement[]): Promise<string[]> {
  const found: string[] = []
  for (const each of statements)
    for (const table of await explainFullScans(each)) found.push(`${table}: ${each.text}`)
  return found.filter((each) => !Object.values(small).some((reason) => reason.test(each)))
}

function fullScansOf(plan: Plan): string[] {
  const below = (plan.Plans ?? []).map(fullScansOf)
  // One selective index is enough.
  if (plan['Node Type'] === 'BitmapAnd') return below.some((each) => each.length === 0) ? [] : below.flat()
  const cond = plan['Index Cond']?.replaceAll(/\(?(deleted_at IS NULL|state = '\w+'::text)\)?( AND )?/g, '')
  const isWhole = /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(plan['Node Type']) && !cond
  return [...(isWhole ? [plan['Relation Name'] ?? plan['Index Name'] ?? ''] : []), ...below.flat()]
}

describe('uses an index', () => {
  it.for(Object.entries(accessRules))('%s', async ([name, row]) => {
    const operation = operations.get(name) as Operation
    const who = row.isSpent ? await appWithOidc.services.nurse(name.replace(/\W/g, '')) : vault.ann
    const request = await (row.fresh ?? row.ask)(vault, who)
    const statements = await statementsOf(() => sendAs(who, request, operation))
    expect(await tablesScanned(statements)).toEqual([])
  })

  it('for objects of Firebase clients and their uploads', async () => {
    const { db } = appWithOidc.services
    const owner = asOwnerId(vault.ann.id)
    const now = new Date()
    const upload = {
      objectPath: 'card.pdf',
      size: null,
      metadata: { md5Hash: undefined, metadata: { custom: {} } },
    }
    const details = { md5: '', version: 1, updatedAt: now.toISOString() }
    const file = {
      ...newName(createFieldCipher({ FILES_KEY: undefined, FILES_KEYS_OLD: [] }), owner, {
        name: 'card.pdf',
      }),
      key: 'files/object',
      size: 1,
      mimeType: 'application/pdf',
      sha256: '',
    } as const
    const object = { ...file, objectPath: 'card.pdf', objectDetails: details, createdAt: now }
    const statements = await statementsOf(async () => {
      const { row } = await db.transaction((tx) => replaceObject(tx, owner, object, MAX_OWNER_BYTES))
      await updateObjectDetails(db, row, { objectDetails: details, freeFields: {} })
      for (const isFlat of [true, false])
        await listObjectPaths(db, owner, { prefix: 'cards/', isFlat, after: '', limit: 10 })
      const begun = await db.transaction((tx) => createUpload(tx, owner, upload, { now, most: 1 }))
      const { id } = begun.row
      await lockUpload(db, owner, id)
      await updateUpload(db, id, { parts: [], fileId: row.id, usedAt: now })
      await removeUpload(db, owner, id)
      await removeOldUploads(db, new Date(0))
    })
    expect(await tablesScanned(statements)).toEqual([])
  })

  it('for due reminders and their mails', async () => {
    const { services } = appWithOidc
    // The reminders of all owners would be planned, with the same statements.
    await services.database.clear('reminder_changes')
    const expiresAt = services.clock.now().toISOString().slice(0, 10)
    const card = { kind: 'certification', name: 'BLS', issuer: 'AHA', tags: [], expiresAt }
    expect((await vault.ann.json('POST', '/api/credentials', card)).status).toBe(201)
    const before = services.mailer.messages.length
    const statements = await statementsOf(() => services.sweep())
    expect(services.mailer.messages.length).toBeGreaterThan(before)
    // Few rows wait at any time, and they are read in order.
    const scanned = await tablesScanned(statements)
    expect(
      scanned.filter((each) => /^(credentials|ceu_(?!changes)\w+|reminders(?!_)|users)/.test(each)),
    ).toEqual([])
  })
})
