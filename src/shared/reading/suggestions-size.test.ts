import { expect, test } from 'vitest'
import { cpuTimeOf } from '#testing/cpu-time.ts'
import { readPage } from '#testing/read-pages.ts'
import type { Purpose } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

/** Reads pages that are full of each line. */
function readAll(lines: readonly string[], purpose: Purpose) {
  for (const line of lines)
    suggestionsIn(
      [readPage(Array.from({ length: 60 }, () => `${line} ${line} `.repeat(2)))],
      '2026-11-23',
      purpose,
    )
}

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
  expect(cpuTimeOf(() => readAll(long, 'course'))).toBeLessThan(10_000)
})

test('nor does that of a page full of ends, numbers or events', () => {
  const long = [
    'March 4 – 6, 2026  '.repeat(8),
    'License No. 884213  Expires: never  '.repeat(4),
    'not a part of and not affiliated with the '.repeat(3),
    'CO M PLE TED  '.repeat(10),
  ]
  expect(cpuTimeOf(() => readAll(long, 'credential'))).toBeLessThan(10_000)
})
