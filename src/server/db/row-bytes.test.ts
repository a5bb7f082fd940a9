import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { readRow } from './row-bytes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('values of every kind of text are read as they were sent', async () => {
  const values = [
    'Texas Board of Nursing',
    '',
    null,
    'a',
    'Zoë Núñez',
    '護士 👩‍⚕️',
    '\u007f\u0080ÿ',
    'é'.repeat(3000),
    'x'.repeat(5000),
    'after',
  ]
  const short = values.filter((value) => (value?.length ?? 0) < 100)
  const read = async (given: (string | null)[]) => {
    const text = `select ${given.map((_, index) => `$${index + 1}::text`).join(', ')}`
    return (await database.pool.query({ text, values: given, rowMode: 'array' })).rows[0]
  }
  expect(await read(values)).toEqual(values)
  expect(await read(short)).toEqual(short)
})

test('a length byte that looks like a letter is not mistaken for one', async () => {
  // 195 and 169 are the two bytes of an é in UTF-8.
  const values = ['x'.repeat(195), 'y'.repeat(169), null, 'z'.repeat(0xc3a9 - 40_000)]
  const { rows } = await database.pool.query({
    text: 'select $1::text, $2::text, $3::text, $4::text',
    values,
    rowMode: 'array',
  })
  expect(rows).toEqual([values])
})

test('many rows in several packets arrive complete', async () => {
  const text = "select i::text, repeat('ñ', i % 7), null, i % 2 = 0 from generate_series(1, 5000) i"
  const { rows } = await database.pool.query({ text, rowMode: 'array' })
  expect(rows).toHaveLength(5000)
  expect(rows.every(([i, letters], at) => i === String(at + 1) && letters === 'ñ'.repeat((at + 1) % 7))).toBe(
    true,
  )
})

test('the driver passes its rows to the reader', async () => {
  const { rows } = await database.pool.query({ text: "select 'Ann', null, 'Zoë'", rowMode: 'array' })
  const { Parser } = await import('pg-protocol/dist/parser.js')
  expect(String(Reflect.get(Parser.prototype, 'handlePacket'))).toContain('readRow')
  const message = Buffer.from('0003000000 03416e6effffffff000000045a6fc3ab'.replace(' ', ''), 'hex')
  expect(readRow(message, 0, message.length)).toEqual(rows[0])
})
