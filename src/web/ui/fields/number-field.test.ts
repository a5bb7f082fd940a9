import { expect, test } from 'vitest'
import { numberOf, steppedValue } from './number-field.tsx'

test.each([
  [5, 1, 0.25, 5.25],
  [5.1, 1, 0.25, 5.25],
  [5.1, -1, 0.25, 5],
  [null, 1, 0.25, 0.25],
  [0.25, -1, 0.25, 0],
  [0.3, 1, 0.1, 0.4],
  [20, 1, 0.5, 20],
] as const)('from %s the button %s by %s leads to %s', (value, by, step, next) => {
  expect(steppedValue(value, by, step, 0, 20)).toBe(next)
})

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['1,500', 1500],
  ['12,500.75', 12500.75],
  ['.5', 0.5],
  ['', null],
  ['.', null],
  ['1.2.3', null],
])('%s is %s', (text, number) => {
  expect(numberOf(text)).toBe(number)
})
