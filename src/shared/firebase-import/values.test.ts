import { expect, test } from 'vitest'
import { plainValue } from './values.ts'

const at = new Date('2026-03-31T05:00:00.250Z')
const seconds = Math.floor(at.getTime() / 1000)

test.each([
  [{ _seconds: seconds, _nanoseconds: 250_999_999 }, at],
  [{ seconds, nanos: 250_000_000 }, at],
  [{ seconds: -1 }, new Date(-1000)],
  [{ __datatype__: 'timestamp', value: { seconds, nanoseconds: 250_000_000 } }, at],
])('%j is a time', (written, time) => {
  expect(plainValue(written)).toEqual(time)
})

test('an invalid Timestamp becomes an invalid date', () => {
  for (const written of [{ seconds: 'soon' }, { timestampValue: 'soon' }, { __time__: '' }])
    expect(plainValue(written)).toEqual(new Date(Number.NaN))
})

test.each([
  [{ __ref__: 'users/u1' }, 'users/u1'],
  [{ referenceValue: 'projects/p/users/u1' }, 'projects/p/users/u1'],
  [{ referencePath: 'users/u1', type: 'x' }, 'users/u1'],
  [{ __datatype__: 'documentReference', value: 'users/u1' }, 'users/u1'],
  [{ _path: { segments: ['users', 'u1'] }, _firestore: {} }, 'users/u1'],
])('%j is the path of a document', (written, path) => {
  expect(plainValue(written)).toBe(path)
})

test.each([
  [{ stringValue: 'x' }, 'x'],
  [{ integerValue: '7' }, 7],
  [{ doubleValue: 2.5 }, 2.5],
  [{ booleanValue: false }, false],
  [{ nullValue: 'NULL_VALUE' }, null],
  [{ arrayValue: { values: [{ stringValue: 'x' }] } }, ['x']],
  [{ arrayValue: {} }, []],
  [{ arrayValue: null }, []],
  [{ mapValue: { fields: { a: { integerValue: '1' } } } }, { a: 1 }],
  [{ mapValue: {} }, {}],
  [{ mapValue: null }, {}],
])('the typed value %j is %j', (written, value) => {
  expect(plainValue(written)).toEqual(value)
})

test.each([
  [{ stringValue: 'x', other: 1 }],
  [{ __time__: '2026-03-31', other: 1 }],
  [{ __datatype__: 'map', value: 'users/u1' }],
  [{ __datatype__: 'timestamp', value: 'soon' }],
  [{ _path: { segments: 'users' } }],
  [{ __ref__: 7 }],
  [{ nanoseconds: 5 }],
  [{}],
])('%j is an object as any other', (written) => {
  expect(plainValue(written)).toEqual(written)
})

test('a value that JSON lacks becomes null, and deep nesting is cut', () => {
  expect([undefined, null, () => 1].map((value) => plainValue(value))).toEqual([null, null, null])
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])
  expect(JSON.stringify(plainValue(nested(20)))).toContain('x')
  expect(JSON.stringify(plainValue(nested(21)))).not.toContain('x')
})
