import { Column, DrizzleQueryError, is, noopDecoder, Param, Placeholder, SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
// @ts-expect-error: the types of the driver have no place for it; `pg-cursor` takes it from here too
import { prepareValue } from 'pg/lib/utils.js'
import type { Db } from './database.ts'
import { connectionOf } from './pool.ts'
import { readFrom } from './read-queue.ts'
import { type Columns, type Reader, type Run, runAlone, type Statement } from './statement-batch.ts'

/**
 * For the busiest reads: Drizzle takes longer to build a statement than PostgreSQL takes to run it. The statement is
 * built once for the pool and once for each connection that runs transactions, under a name by which the server also
 * caches its plan.
 *
 * `build` returns a query that ends with `.prepare(name)` and whose values are all `sql.placeholder`s. A variant must
 * be one of a few fixed names, never a value from a request.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const ofVariant = preparedEach((db) => build(db))
  return (db) => ofVariant(db, '')
}

/** Like `prepared`, for a query with a few variants. */
export function preparedEach<Q, V extends string>(
  build: (db: Db, variant: V) => Q,
): (db: Db, variant: V) => Q {
  const built = new WeakMap<Db, Map<V, Q>>()
  return (db, variant) => {
    const connection = connectionOf(db)
    const variants = built.get(connection) ?? new Map<V, Q>()
    const query = variants.get(variant) ?? keepingNulls(readingRows(build(connection, variant)))
    built.set(connection, variants.set(variant, query))
    return query
  }
}

/** A placeholder for each of the keys, such as the columns of a row to insert. */
export function placeholdersFor<K extends string>(keys: readonly K[]): Record<K, Placeholder> {
  const placeholders: Partial<Record<K, Placeholder>> = {}
  for (const key of keys) placeholders[key] = sql.placeholder(key)
  return placeholders as Record<K, Placeholder>
}

const dialect = new PgDialect({ casing: 'snake_case' })

type Values = Record<string, unknown>

/** Like `prepared`, for a statement written by hand; each row is as the driver reads it. */
export function preparedSql<Row>(
  name: string,
  statement: () => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const query = prepared((db) => {
    const inside: unknown = db._.session.prepareQuery(dialect.sqlToQuery(statement()), undefined, name, false)
    return { execute: executor(inside as Inside, runAlone) }
  })
  return (db, values) => query(db).execute(values) as Promise<Row[]>
}

type Client = pg.Pool | pg.PoolClient

/** Drizzle's internals, which its types hide. */
type Inside = {
  client: Client
  params: unknown[]
  fields?: { path: string[]; field: unknown }[]
  joinsNotNullableMap?: Record<string, boolean>
  queryConfig: { name: string; text: string; types: { getTypeParser(type: number, format: 'text'): Parse } }
}
type Parse = (text: string) => unknown
type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Drizzle determines the column type of each value in each row again, and the driver its columns each time; here both are
 * done once. A statement without rows, and tables that a row may lack, are left to Drizzle.
 */
function readingRows<Q>(query: Q): Q {
  const inside = query as Inside
  const fields = inside.fields ?? []
  const isNullable = Object.values(inside.joinsNotNullableMap ?? {}).includes(false)
  if (fields.length === 0 || fields.some(({ path }) => path.length > (isNullable ? 1 : 2))) return query
  const { text } = inside.queryConfig
  const isRead = /^select\b/i.test(text) && !/\bfor (no key update|update|key share|share)\b/i.test(text)
  const read = (client: Client, run: Run) =>
    client instanceof pg.Pool ? readFrom(client, run) : runAlone(client, run)
  return Object.assign(query as object, { execute: executor(inside, isRead ? read : runAlone) }) as Q
}

function executor(inside: Inside, run: (client: Client, run: Run) => void) {
  const statement = statementOf(inside)
  const encoders = inside.params.map(encoderOf)
  return (given: Values = {}) =>
    new Promise((resolve, reject) => {
      const values = encoders.map((encode) => prepareValue(encode(given)))
      const done: Run['done'] = (error, rows) =>
        error ? reject(new DrizzleQueryError(statement.text, values, error)) : resolve(rows)
      run(inside.client, { statement, values, done })
    })
}

/** A row has Drizzle's fields, or the columns of a statement that Drizzle did not build. */
function statementOf({ fields = [], queryConfig: { name, text, types } }: Inside): Statement {
  const decoders = fields.map(({ field }) => decoderOf(field))
  return {
    name,
    text,
    columnsOf: (columns) => ({
      readers: columns.map(({ dataTypeID }, column) =>
        readerOf(types.getTypeParser(dataTypeID, 'text'), dataTypeID, decoders[column]),
      ),
      rowOf: rowMaker(fields.length > 0 ? fields : columns.map((column) => ({ path: [column.name] }))),
    }),
    columns: null,
  }
}

/** A row of its columns, or of one object for each table that is selected whole. */
function rowMaker(fields: { path: string[] }[]): Columns['rowOf'] {
  const paths = fields.map(({ path }) => path)
  const names = [...new Set(paths.flatMap(([key = '', inner]) => (inner === undefined ? [] : key)))]
  const columnsOf = (table: string | null) =>
    paths.flatMap(([key = '', inner], at) => {
      if (table === null) return inner === undefined ? { key, at } : []
      return inner !== undefined && key === table ? { key: inner, at } : []
    })
  const own = objectMaker(columnsOf(null))
  const tables = names.map((name) => ({ name, make: objectMaker(columnsOf(name)) }))
  return (values) => {
    const row = own(values)
    for (const { name, make } of tables) row[name] = make(values)
    return row
  }
}

/** Starts as a copy of an object with all keys, which is faster than to add one after the other. */
function objectMaker(columns: { key: string; at: number }[]) {
  const blank: Record<string, unknown> = Object.fromEntries(columns.map(({ key }) => [key, null]))
  return (values: unknown[]): Record<string, unknown> => {
    const made = { ...blank }
    for (const { key, at } of columns) made[key] = values[at]
    return made
  }
}

const { DATE, INTERVAL, TEXT, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins
/** Drizzle's columns decode these themselves. */
const keptAsText = new Set<number>([DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ])
const asItIs: Parse = pg.types.getTypeParser(TEXT, 'text')

function readerOf(parse: Parse, type: number, decoder?: Decoder): Reader {
  const isText = keptAsText.has(type) || parse === asItIs
  const decode = decoder?.mapFromDriverValue
  if (!decoder || decode === noopDecoder.mapFromDriverValue || decode === Column.prototype.mapFromDriverValue)
    return isText ? null : parse
  return (text) => decoder.mapFromDriverValue(isText ? text : parse(text))
}

function encoderOf(param: unknown): (given: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return (given) => givenValue(given, param)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder, value: placeholder } = param
  return (given) => {
    const value = givenValue(given, placeholder)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

function givenValue(given: Record<string, unknown>, { name }: Placeholder): unknown {
  if (!(name in given)) throw new Error(`There is no value for ${name}`)
  return given[name]
}

/** Drizzle encodes the value of a placeholder even if it is null, which it does nowhere else. */
function keepingNulls<Q>(query: Q): Q {
  for (const param of (query as Inside).params ?? []) {
    if (!is(param, Param)) continue
    const { encoder } = param
    const mapToDriverValue = (value: unknown) => (value === null ? null : encoder.mapToDriverValue(value))
    Object.assign(param, { encoder: { mapToDriverValue } })
  }
  return query
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as { decoder: Decoder }
  return decoder
}
