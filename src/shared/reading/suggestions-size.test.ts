import { expect, test } from 'vitest'
import { cpuTimeOf } from '#testing/cpu-time.ts'
import { readPage } from '#testing/read-pages.ts'
import { suggestionsIn } from './suggestions.ts'

test('reading takes no longer than the size of what was read', () => {
  const long = [
    '-'.repeat(120),
    'a'.repeat(120),
    ',;:'.repeat(40),
    '1'.repeat(120),
    'Exp '.repeat(30),
    '1/1/2027 '.repeat(40),
    'on the day of the course for nurses '.repeat(3),
    'has completed the following course of the '.repeat(3),
    'Board of Nursing of the and for '.repeat(3),
  ]
  const readAll = () => {
    for (const line of long)
      suggestionsIn(
        [readPage(Array.from({ length: 60 }, () => `${line} ${line} `.repeat(2)))],
        '2026-11-23',
        'course',
      )
  }
  expect(cpuTimeOf(readAll)).toBeLessThan(10_000)
})
