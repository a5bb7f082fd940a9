import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateUp, openDatabase } from '#server/db/database.ts'
import { projectMigrations, projectTriggers } from '#server/db/schema.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

// deploy/audit-role.sql, on a PostgreSQL server.

const script = readFileSync(new URL('../../../deploy/audit-role.sql', import.meta.url), 'utf8')
const isServer = inject('database').kind === 'postgres'
const createRole = `do $$ begin create role lanyard_app login; exception when duplicate_object then null; end $$`

let owned: TestDatabase
let services: TestServices
let ann: Nurse

beforeAll(async () => {
  if (!isServer) return
  owned = await openTestDatabase()
  const url = new URL(owned.url ?? '')
  await owned.pool.query(createRole)
  await owned.pool.query(script)
  url.username = 'lanyard_app'
  const database = await openDatabase({ url: url.href, dataDir: '' })
  services = await openTestServices({ database: { ...database, clear: owned.clear } })
  ann = await services.nurse('ann')
})
afterAll(async () => {
  await services?.close()
  await owned?.close()
})

const records = async (): Promise<{ action: string }[]> =>
  (await owned.pool.query('select * from audit_records order by id')).rows

test.runIf(isServer)('the role of the application cannot change, remove or hide audit records', async () => {
  const before = await records()
  expect(before.length).toBeGreaterThan(1)
  const { rows } = await services.database.pool.query('select current_user as name')
  expect(rows).toEqual([{ name: 'lanyard_app' }])
  for (const statement of [
    "update audit_records set action = 'auth_logout'",
    'delete from audit_records',
    'truncate audit_records',
    'truncate users cascade',
    'alter table audit_records disable trigger user',
    'alter table audit_records owner to lanyard_app',
    'drop table audit_records',
    'drop trigger audit_records_kept on audit_records',
    'drop function keep_audit_records() cascade',
    'create or replace function keep_audit_records() returns trigger language plpgsql as $$ begin return old; end $$',
    'drop schema public cascade',
    "set session_replication_role = 'replica'",
    'grant all on audit_records to lanyard_app',
    'delete from audit_overflows',
    'alter table audit_overflows disable trigger user',
    'drop table audit_overflows',
  ]) {
    const outcome = await services.database.pool.query(statement).then(
      () => 'done',
      ({ code }) => code,
    )
    // A grant by a role without the privilege is only a warning.
    expect([statement, outcome]).toEqual([statement, statement.startsWith('grant') ? 'done' : '42501'])
    expect(await records(), statement).toEqual(before)
  }
})

test.runIf(isServer)(
  'the application works with that role: records, jobs, and the deletion of an account',
  async () => {
    const made = await ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
    expect(made.status).toBe(201)
    const { items } = (await (await ann.fetch('/api/users/me/activity')).json()) as {
      items: { action: string }[]
    }
    expect(items.map(({ action }) => action)).toContain('credential_created')
    await services.sweep()
    expect((await ann.json('DELETE', '/api/users/me', { password: testPassword })).status).toBe(204)
    expect(await records()).toEqual([])
  },
)

test.runIf(isServer)(
  'the application makes changed triggers with that role, and the log stays protected',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lanyard-role-'))
    const triggersFile = join(folder, 'triggers.sql')
    writeFileSync(triggersFile, `${readFileSync(projectTriggers, 'utf8')}-- Changed.\n`)
    await migrateUp(services.database.pool, { migrationsFolder: projectMigrations, triggersFile })
    await migrateUp(services.database.pool)
    rmSync(folder, { recursive: true })
    const { rows } = await owned.pool.query(
      "select from pg_trigger where tgname in ('audit_records_kept', 'audit_overflows_kept')",
    )
    expect(rows).toHaveLength(2)
  },
)

test.runIf(isServer)('the script can be run again, and refuses a role that could undo it', async () => {
  await owned.pool.query(script)
  const client = new pg.Client({ connectionString: owned.url })
  await client.connect()
  await client.query('begin')
  await client.query('alter role lanyard_app createrole')
  await expect(client.query(script)).rejects.toThrow('lanyard_app must be an ordinary role')
  await client.query('rollback')
  await client.end()
})
