import { describe, expect, it } from 'vitest'
import { createMask } from './masks.ts'

// In quadratic time these would exceed the test's timeout.
describe('thousands of numbers in a long text', () => {
  const alike = Array.from(
    { length: 2000 },
    (_, index) => `${'a'.repeat(45)}${String(index).padStart(4, '0')}`,
  )
  const nested = Array.from({ length: 1000 }, (_, index) => `${index + 1000}x${index + 1000}`)

  it.each([
    ['a long note', alike, 'A quiet night shift, with nothing to tell. '.repeat(2500)],
    ['a text that nearly matches every number', alike, 'a'.repeat(100_000)],
    ['all numbers in a row', alike, alike.join(' ').repeat(1)],
    [
      'a thousand nested numbers',
      nested,
      `${nested.map((number) => number.slice(0, 5)).join('')}${nested
        .map((number) => number.slice(5))
        .reverse()
        .join('')}`.repeat(10),
    ],
    ['letters of other scripts', alike, 'Жשज漢é'.repeat(20_000)],
  ])('%s', (_, numbers, text) => {
    const masked = createMask(numbers)(text)
    for (const number of numbers) expect(masked.includes(number)).toBe(false)
  })
})
