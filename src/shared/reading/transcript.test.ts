import { expect, test } from 'vitest'
import type { ReadPage, Word } from './page.ts'
import { coursesIn } from './transcript.ts'

const today = '2026-11-23'
/** Each row's texts at the columns of a list. */
function pageOf(rows: readonly (readonly string[])[], step = 30): ReadPage {
  const columns = [40, 360, 520]
  const words = rows.flatMap((row, line) =>
    row.flatMap((text, column) => {
      let x = columns[column] ?? 0
      return text.split(' ').map((word): Word => {
        const box = { x, y: 40 + line * step, width: word.length * 8, height: 14 }
        x += word.length * 8 + 6
        return { text: word, page: 1, confidence: 96, box }
      })
    }),
  )
  return { number: 1, width: 700, height: 900, words }
}
const head = ['Course', 'Completed', 'Contact hours']
const plain = (rows: readonly (readonly string[])[]) =>
  coursesIn([pageOf(rows)], today).map((course) => course.map(({ value }) => value))

test('each row of a transcript is a course with its title, date and hours', () => {
  const rows = [
    head,
    ['Sepsis Update', '06/01/2024', '5.0'],
    ['Ethics', '01/03/2025', '1.5'],
    ['Stroke Care', '02/11/2025', '2'],
  ]
  expect(plain(rows)).toEqual([
    ['Sepsis Update', '2024-06-01', '5', 'contact_hour'],
    ['Ethics', '2025-01-03', '1.5', 'contact_hour'],
    ['Stroke Care', '2025-02-11', '2', 'contact_hour'],
  ])
  expect(
    coursesIn([pageOf(rows)], today)
      .flat()
      .every(({ confidence }) => confidence === 'confident'),
  ).toBe(true)
})

test('a row without a title, with a future date or without an amount is left out', () => {
  expect(
    plain([
      head,
      ['', '06/01/2024', '5.0'],
      ['Planned Course', '06/01/2027', '5.0'],
      ['Attended Only', '06/01/2024', ''],
      ['Ethics', '01/03/2025', '1.5'],
      ['Stroke Care', '02/11/2025', '2'],
    ]).map(([title]) => title),
  ).toEqual(['Ethics', 'Stroke Care'])
})

test('one course is no list', () => {
  expect(plain([head, ['Ethics', '01/03/2025', '1.5']])).toEqual([])
})

test('dates below a column that nothing names are doubtful', () => {
  const courses = coursesIn(
    [
      pageOf([
        ['Ethics', '01/03/2025', '1.5 contact hours'],
        ['Stroke Care', '02/11/2025', '2 contact hours'],
      ]),
    ],
    today,
  )
  expect(courses.map((course) => course.find(({ field }) => field === 'completedAt')?.confidence)).toEqual([
    'doubtful',
    'doubtful',
  ])
})

test('a list of blocks has each title above its date and its hours', () => {
  const lines = [
    ['My Transcript'],
    [],
    ['Sepsis: Early Recognition in the'],
    ['Adult Patient'],
    ['Completed: Jan 3, 2025', 'Contact Hours: 2.00'],
    ['Course ID: 20-12345'],
    [],
    ['Ethics for Nurses'],
    ['Completed: Jan 9, 2025', 'Contact Hours: 1.50'],
    ['Course ID: 50-4007'],
    [],
  ]
  expect(coursesIn([pageOf(lines, 17)], today).map((course) => course.map(({ value }) => value))).toEqual([
    ['Sepsis: Early Recognition in the Adult Patient', '2025-01-03', '2', 'contact_hour'],
    ['Ethics for Nurses', '2025-01-09', '1.5', 'contact_hour'],
  ])
})

test('as many courses as asked for are read', () => {
  const rows = Array.from({ length: 60 }, (_, n) => [`Course ${n} on Care`, '06/01/2024', '2'])
  expect(coursesIn([pageOf([head, ...rows])], today)).toHaveLength(40)
  expect(coursesIn([pageOf([head, ...rows])], today, 1000)).toHaveLength(60)
})
