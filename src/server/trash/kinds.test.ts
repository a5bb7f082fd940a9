import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { trashedTables } from './kind-store.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const tables = trashedTables.map(({ table }) => getTableName(table))
const namesOf = async (query: string, values: unknown[] = []): Promise<string[]> =>
  (await services.database.pool.query(query, values)).rows.map(({ name }) => name)

test('everything that can be deleted and restored is in the trash', async () => {
  const deletable = await namesOf(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'deleted_at' and table_name <> $1`,
    // A deleted reminder is never restored. It stays, hidden, so that it is not sent again.
    ['reminders'],
  )
  expect(deletable.toSorted()).toEqual(tables.toSorted())
})

test('the files of everything that the database deletes with a record are purged with it', async () => {
  const taken = trashedTables.flatMap(({ table, takes = [] }) =>
    takes.map((other) => `${getTableName(other.table)} of ${getTableName(table)}`),
  )
  const withoutFiles = [
    ...['ceu_counts of ceu_cycles', 'ceu_counts of ceu_entries', 'ceu_duties of ceu_cycles'],
    ...['former_numbers of credentials', 'imported_credentials of credentials', 'mailed_files of files'],
  ]
  // `removeEntriesOf` returns them.
  const entries = 'ceu_entries of ceu_cycles'
  const deleted = await namesOf(
    `select distinct conrelid::regclass || ' of ' || confrelid::regclass as name from pg_constraint
      where contype = 'f' and confdeltype = 'c' and confrelid::regclass::text = any($1)`,
    [tables],
  )
  expect(deleted.toSorted()).toEqual([...taken, ...withoutFiles, entries].toSorted())
})
