import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemsOf } from '#testing/schema.ts'
import { freeFieldsOf, mergeFreeFields } from './free-field-values.ts'
import { answersFreeFields, freeFields, freeText, withFreeFields } from './free-fields.ts'

const taken = new Set(['title', 'ownerId'])
const record = z.strictObject({ title: z.string() })
const open = withFreeFields(record, taken)
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'x']))

describe('free fields', () => {
  test('are additional keys with text, cleaned like any text', () => {
    expect(open.parse({ title: 'RN', 'Nursys ID': ' 123 ' })).toEqual({ title: 'RN', 'Nursys ID': '123' })
    expect(problemsOf(open, { title: 'RN', ...many(20) })).toEqual([])
    expect(problemsOf(open, { title: 'RN', ['😀'.repeat(50)]: 'x' })).toEqual([])
  })

  test.each([
    [{ employer: 7 }, 'employer: Expected string, received number'],
    [{ employer: null }, 'employer: Expected string, received null'],
    [{ employer: ' ' }, 'employer: Required'],
    [{ employer: 'x'.repeat(201) }, 'employer: Value too long (max 200)'],
    [{ ownerId: 'ann' }, 'ownerId: Unknown field'],
    [{ constructor: 'x' }, 'constructor: Unknown field'],
    [{ prototype: 'x' }, 'prototype: Unknown field'],
    [{ ['x'.repeat(51)]: 'x' }, `${'x'.repeat(51)}: Name too long (max 50)`],
    [{ '': 'x' }, ': This name contains characters that cannot be stored'],
    [{ 'a\ud800': 'x' }, 'a\ud800: This name contains characters that cannot be stored'],
    [{ ' a': 'x' }, ' a: This name contains characters that cannot be stored'],
    [{ 'a\u0000': 'x' }, 'a\u0000: This name contains characters that cannot be stored'],
    [many(21), ': At most 20 fields of your own'],
  ])('%j is refused', (more, problem) => {
    expect(problemsOf(open, { title: 'RN', ...more })).toEqual([problem])
  })

  test('are reported along with other errors', () => {
    expect(problemsOf(open, { ownerId: 'ann' }).sort()).toEqual(['ownerId: Unknown field', 'title: Required'])
  })

  test('are read back, without the other fields', () => {
    expect(freeFieldsOf({ title: 'RN', ownerId: 'ann', employer: 'Mercy', tags: [] }, taken)).toEqual({
      employer: 'Mercy',
    })
  })

  test('are the only fields that the import schema accepts', () => {
    const schema = freeFields(taken)
    expect(schema.parse({ employer: ' Mercy ' })).toEqual({ employer: 'Mercy' })
    expect(problemsOf(schema, { title: 'RN' })).toEqual(['title: Unknown field'])
  })

  test('are returned in an answer, as text', () => {
    const answer = answersFreeFields(record)
    expect(answer.parse({ title: 'RN', employer: 'Mercy' })).toEqual({ title: 'RN', employer: 'Mercy' })
    expect(answer.safeParse({ title: 'RN', employer: 7 }).success).toBe(false)
  })

  test('keep their order when one is changed', () => {
    const changed = mergeFreeFields({ a: '1', b: '2' }, { a: '3', c: '4' }, taken)
    expect(Object.entries(changed ?? {})).toEqual([
      ['a', '3'],
      ['b', '2'],
      ['c', '4'],
    ])
  })

  test('are kept in a patch if absent, and removed by null', () => {
    expect(problemsOf(withFreeFields(record.partial(), taken, freeText.nullable()), { a: null })).toEqual([])
    expect(mergeFreeFields({ a: '1', b: '2' }, { title: 'RN', b: null, c: '3' }, taken)).toEqual({
      ...{ a: '1', c: '3' },
    })
    expect(mergeFreeFields(many(20), { g: 'x' }, taken)).toBeNull()
    expect(mergeFreeFields(many(20), { g: 'x', f0: null }, taken)).not.toBeNull()
  })
})
