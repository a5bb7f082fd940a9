import { markTable } from '#server/db/fill-marker.ts'
import type { DbClient, DbPool } from '#server/db/pool.ts'
import type { SequenceValues, Table } from './table-part.ts'

const PAGE_ROWS = 1000
const BATCH_BYTES = 1_000_000

/** Makes the text form of values independent of the server, and removes time limits: a snapshot may take long. */
const sessionSettings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';`

/** Runs `work` on one consistent snapshot of all rows, regardless of concurrent writes. */
export async function inSnapshot<T>(pool: DbPool, work: (client: DbClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, 'begin isolation level repeatable read, read only', work)
}

export async function inTransaction<T>(
  pool: DbPool,
  begin: string,
  work: (client: DbClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isFailed = true
  try {
    await client.query(begin)
    await client.query(sessionSettings)
    const result = await work(client)
    await client.query('commit')
    isFailed = false
    return result
  } finally {
    client.release(isFailed) // closing a connection rolls it back
  }
}

/** All tables of Lanyard, ordered so that rows refer only to earlier tables. */
export async function listTables(client: DbClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct r.relname::text), '{}') from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '${markTable}'
    order by c.relname`)
  const sorted: Table[] = []
  for (let waiting = rows; waiting.length > 0; ) {
    const isListed = (name: string) => !waiting.some((table) => table.name === name)
    const next = waiting.filter(({ refers }) => refers.every(isListed))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !next.includes(table))
  }
  return sorted
}

/** The rows of a table as lines, ordered by key, so that equal tables yield equal bytes. */
export async function* readLines(client: DbClient, { name, columns }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => `t.${quoteIdentifier(column)}::text`)
  const key = await primaryKeyOf(client, name)
  const order = (key.length > 0 ? key : columns).map(
    (column) => `t.${quoteIdentifier(column)}::text collate "C"`,
  )
  await client.query(
    `declare part no scroll cursor for
      select to_json(array[${values}])::text as line from public.${quoteIdentifier(name)} t order by ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${PAGE_ROWS} from part`)
    for (const { line } of rows) yield line
    if (rows.length < PAGE_ROWS) break
  }
  await client.query('close part')
}

async function primaryKeyOf(client: DbClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select a.attname as column from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`,
    [`public.${quoteIdentifier(table)}`],
  )
  return rows.map(({ column }) => column)
}

/** Fills an empty table. Its triggers must be off: they would record restored rows as changes. */
export async function writeLines(
  client: DbClient,
  { name, columns }: Table,
  lines: AsyncIterable<string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`public.${quoteIdentifier(name)}`],
  )
  const types = new Map(rows.map((column) => [column.name, column.type]))
  const values = columns.map((column, index) => `(r->>${index})::${types.get(column)}`)
  const insert = `insert into public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier)}) overriding system value
    select ${values} from jsonb_array_elements($1::jsonb) r`
  let batch: string[] = []
  let bytes = 0
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`])
    batch = []
    bytes = 0
  }
  for await (const line of lines) {
    batch.push(line)
    bytes += line.length
    if (bytes >= BATCH_BYTES) await flush()
  }
  await flush()
}

/** Runs `work` with the tables' triggers off. Call it in a transaction, so that a kill turns them on again. */
export async function withoutTriggers<T>(
  client: DbClient,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  for (const { name } of tables)
    await client.query(`alter table public.${quoteIdentifier(name)} disable trigger user`)
  const result = await work()
  for (const { name } of tables)
    await client.query(`alter table public.${quoteIdentifier(name)} enable trigger user`)
  return result
}

export async function readSequences(client: DbClient): Promise<SequenceValues> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function writeSequences(client: DbClient, values: SequenceValues): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null)
      await client.query('select setval($1::regclass, $2)', [`public.${quoteIdentifier(name)}`, value])
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
