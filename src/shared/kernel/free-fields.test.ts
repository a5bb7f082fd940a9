import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemsOf } from '#testing/schema.ts'
import { freeFieldsOf, mergeFreeFields } from './free-field-values.ts'
import { answersFreeFields, freeFields, freeValue, withFreeFields } from './free-fields.ts'

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
    [{ employer: null }, 'employer: Expected string, number or boolean, received null'],
    [{ employer: ['Mercy'] }, 'employer: Expected string, number or boolean, received array'],
    [{ employer: { name: 'Mercy' } }, 'employer: Expected string, number or boolean, received object'],
    [{ employer: 'a\u0000' }, 'employer: This text contains characters that cannot be stored'],
    [{ employer: ' ' }, 'employer: Required'],
    [{ employer: 'x'.repeat(201) }, 'employer: Value too long (max 200)'],
    [{ ownerId: 'ann' }, 'ownerId: Unknown field'],
    [{ constructor: 'x' }, 'constructor: Programs reserve this name. Choose another one.'],
    [{ prototype: 'x' }, 'prototype: Programs reserve this name. Choose another one.'],
    [{ ['x'.repeat(51)]: 'x' }, `${'x'.repeat(51)}: Name too long (max 50)`],
    [{ '': 'x' }, ': This name contains characters that cannot be stored'],
    [{ 'a\ud800': 'x' }, 'a\ud800: This name contains characters that cannot be stored'],
    [{ ' a': 'x' }, ' a: This name contains characters that cannot be stored'],
    [{ 'a\u0000': 'x' }, 'a\u0000: This name contains characters that cannot be stored'],
    [many(21), ': At most 20 fields of your own'],
  ])('%j is refused', (more, problem) => {
    expect(problemsOf(open, { title: 'RN', ...more })).toEqual([problem])
  })

  test('are numbers and booleans too, as given', () => {
    const free = { badge: 884213, rate: 0.1, isNight: true, isFloat: false, zero: 0 }
    expect(open.parse({ title: 'RN', ...free })).toEqual({ title: 'RN', ...free })
    expect(freeFieldsOf({ title: 'RN', ...free }, taken)).toEqual(free)
    expect(mergeFreeFields({ badge: '1' }, free, taken)).toEqual(free)
  })

  const license = z
    .strictObject({ expiresAt: z.string(), number: z.string(), state: z.string(), tags: z.string() })
    .partial()
  const licenses = withFreeFields(license, taken, freeValue.nullable())

  test.each([
    ['expriesAt', 'expiresAt'],
    ['expires_at', 'expiresAt'],
    ['ExpiresAt', 'expiresAt'],
    ['expiresat', 'expiresAt'],
    ['expireAt', 'expiresAt'],
    ['expiresOn', 'expiresAt'],
    ['expires', 'expiresAt'],
    ['expirationDate', 'expiresAt'],
    ['expiry', 'expiresAt'],
    ['license_number', 'number'],
    ['licenseNumber', 'number'],
    ['Number', 'number'],
    ['numbr', 'number'],
    ['nmubre', 'number'],
    ['stat', 'state'],
    ['tag', 'tags'],
    ['tgas', 'tags'],
  ])('%s is refused: it is almost %s', (typo, meant) => {
    expect(problemsOf(licenses, { [typo]: '2027-01-01' })).toEqual([`${typo}: Did you mean ${meant}?`])
  })

  test.each(['days', 'site', 'unit', 'role', 'page', 'shift', 'employer', 'Nursys ID', 'status note'])(
    '%s is accepted: it is no typo of a field',
    (name) => {
      expect(problemsOf(licenses, { [name]: 'x' })).toEqual([])
    },
  )

  test('that were stored under a name that is almost a field can be removed and restored', () => {
    expect(problemsOf(licenses, { expriesAt: null })).toEqual([])
    expect(freeFields(taken).parse({ titel: 'x' })).toEqual({ titel: 'x' })
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

  test('are returned in an answer', () => {
    const answer = answersFreeFields(record)
    const given = { title: 'RN', employer: 'Mercy', badge: 7, isNight: true }
    expect(answer.parse(given)).toEqual(given)
    expect(answer.safeParse({ title: 'RN', employer: {} }).success).toBe(false)
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
    expect(problemsOf(withFreeFields(record.partial(), taken, freeValue.nullable()), { a: null })).toEqual([])
    expect(mergeFreeFields({ a: '1', b: '2' }, { title: 'RN', b: null, c: '3' }, taken)).toEqual({
      ...{ a: '1', c: '3' },
    })
    expect(mergeFreeFields(many(20), { g: 'x' }, taken)).toBeNull()
    expect(mergeFreeFields(many(20), { g: 'x', f0: null }, taken)).not.toBeNull()
    expect(mergeFreeFields(many(25), { f0: 'y' }, taken)).toMatchObject({ f0: 'y', f24: 'x' })
    expect(mergeFreeFields(many(25), { g: 'x' }, taken)).toBeNull()
  })
})
