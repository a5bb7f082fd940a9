import { expect, test } from 'vitest'
import { steppedValue } from './number-field.tsx'

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
