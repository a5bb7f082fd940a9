import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { markTable } from '#server/db/fill-marker.ts'

/** One table of a snapshot. A line is a row: a JSON array of its values as PostgreSQL writes them, in this order. */
export const tablePart = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Of all lines, each with its line end. */
  sha256: z.string(),
})
export type TablePart = z.infer<typeof tablePart>
type Table = Pick<TablePart, 'name' | 'columns'>

/** Where the number of the next row stands; `null` before the first. */
export const sequenceValues = z.record(z.string(), z.string().nullable())
export type SequenceValues = z.infer<typeof sequenceValues>

const PAGE_ROWS = 1000
const BATCH_BYTES = 1_000_000

/** What every value is written in, whatever the server's own settings; no limit of time stands over a whole snapshot. */
const session = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';`

/** All rows as of one moment, whatever others write meanwhile. */
export async function inSnapshot<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, 'begin isolation level repeatable read, read only', work)
}

export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query(begin)
    await client.query(session)
    const result = await work(client)
    await client.query('commit')
    failed = false
    return result
  } finally {
    client.release(failed) // a connection that is closed rolls back
  }
}

/** Every table of Lanyard's, in an order in which no row comes before one that it refers to. */
export async function listTables(client: pg.PoolClient): Promise<Table[]> {
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
    const isDone = (name: string) => !waiting.some((table) => table.name === name)
    const next = waiting.filter(({ refers }) => refers.every(isDone))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...next.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !next.includes(table))
  }
  return sorted
}

/** The lines of a table in the order of its key, so that equal tables give equal bytes. */
export async function* readLines(client: pg.PoolClient, { name, columns }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => `t.${quoted(column)}::text`)
  const key = await keyOf(client, name)
  const order = (key.length > 0 ? key : columns).map((column) => `t.${quoted(column)}::text collate "C"`)
  await client.query(
    `declare part no scroll cursor for
      select to_json(array[${values}])::text as line from public.${quoted(name)} t order by ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${PAGE_ROWS} from part`)
    for (const { line } of rows) yield line
    if (rows.length < PAGE_ROWS) break
  }
  await client.query('close part')
}

async function keyOf(client: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select a.attname as column from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`,
    [`public.${quoted(table)}`],
  )
  return rows.map(({ column }) => column)
}

/** Passes lines on; `part` says what they came to, once all have gone by. */
export function measured(table: Table, lines: AsyncIterable<string>) {
  const hash = createHash('sha256')
  let rows = 0
  let sha256: string | undefined
  async function* passed() {
    for await (const line of lines) {
      rows += 1
      hash.update(line).update('\n')
      yield line
    }
    sha256 = hash.digest('hex')
  }
  return {
    lines: passed(),
    part(): TablePart {
      if (sha256 === undefined) throw new Error(`Not all of ${table.name} has gone by`)
      return { name: table.name, columns: table.columns, rows, sha256 }
    },
  }
}

/** Reads all lines for what they come to. */
export async function measure(table: Table, lines: AsyncIterable<string>): Promise<TablePart> {
  const passing = measured(table, lines)
  for await (const _line of passing.lines);
  return passing.part()
}

/** Fills an empty table. Its own triggers must be off: they would note as new what has long been noted. */
export async function writeLines(
  client: pg.PoolClient,
  { name, columns }: Table,
  lines: AsyncIterable<string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`public.${quoted(name)}`],
  )
  const types = new Map(rows.map((column) => [column.name, column.type]))
  const values = columns.map((column, index) => `(r->>${index})::${types.get(column)}`)
  const insert = `insert into public.${quoted(name)} (${columns.map(quoted)}) overriding system value
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

/** Runs `work` without the tables' own triggers; only within a transaction, so that a kill brings them back. */
export async function withoutTriggers<T>(
  client: pg.PoolClient,
  tables: Table[],
  work: () => Promise<T>,
): Promise<T> {
  for (const { name } of tables) await client.query(`alter table public.${quoted(name)} disable trigger user`)
  const result = await work()
  for (const { name } of tables) await client.query(`alter table public.${quoted(name)} enable trigger user`)
  return result
}

export async function readSequences(client: pg.PoolClient): Promise<SequenceValues> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function writeSequences(client: pg.PoolClient, values: SequenceValues): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null)
      await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value])
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
