import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { guessColumns } from '#shared/imports/course-columns.ts'
import { parseRows } from '#shared/imports/course-table.ts'
import type { SheetRow } from '#shared/imports/table-cells.ts'
import { transcriptRows } from '#shared/imports/transcript-table.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { readPage } from '#testing/read-pages.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const today = '2026-03-10'
type Course = { title: string; date: string; hours: number }
const course = { title: 'Ethics at the Bedside', date: '2026-02-14', hours: 5 }

/** Whether the form warns of the second course, after the first one was entered. */
async function isWarnedOf(name: string, first: Course, second: Course): Promise<boolean> {
  const ceu = ceuClient(await services.nurse(name))
  const cycle = await ceu.addCycle(texas)
  const { title, date: completedAt, hours } = first
  await ceu.addEntry({ cycleId: cycle.id, title, completedAt, hours })
  const query = new URLSearchParams({
    ...{ title: second.title, completedAt: second.date, hours: String(second.hours) },
  })
  return (await ceu.get<{ items: object[] }>(`ceu-entries/similar?${query}`)).items.length > 0
}

function isMarked(rows: readonly SheetRow[]): boolean {
  const [first, ...others] = rows
  const header = first?.cells ?? []
  const options = { header, order: 'month-first', cycles: [], today, t: english } as const
  const parsed = parseRows(others, { uses: guessColumns(header), ...options })
  expect(parsed).toHaveLength(2)
  return parsed[1]?.duplicateOf !== null
}

const sheetOf = (courses: Course[]) =>
  [['Title', 'Date', 'Hours'], ...courses.map(({ title, date, hours }) => [title, date, String(hours)])].map(
    (cells, at) => ({ line: at + 1, cells }),
  )

/** A transcript as it is printed: its columns are as wide as a long title. */
const transcriptOf = (courses: Course[]) =>
  transcriptRows(
    [
      readPage([
        'Date Completed   Course Name                                     Hours',
        ...courses.map(({ title, date, hours }) => `${date}       ${title.trim().padEnd(45)}   ${hours}`),
      ]),
    ],
    today,
  ) ?? []

test.each<[string, Partial<Course>, boolean]>([
  ['the same', {}, true],
  ['in capitals', { title: 'ETHICS AT THE BEDSIDE' }, true],
  ['with two spaces', { title: 'Ethics  at the Bedside' }, true],
  ['with spaces around it', { title: ' Ethics at the Bedside ' }, true],
  ['with another title', { title: 'Ethics at the Bed' }, false],
  ['on another day', { date: '2026-02-13' }, false],
  ['with other hours', { hours: 4 }, false],
])('a course %s is the same in the form, in a table and in a transcript', async (what, change, isSame) => {
  const second = { ...course, ...change }
  expect({
    form: await isWarnedOf(`ann${what.replace(/\W/g, '')}`, course, second),
    table: isMarked(sheetOf([course, second])),
    transcript: isMarked(transcriptOf([course, second])),
  }).toEqual({ form: isSame, table: isSame, transcript: isSame })
})

test('hours in another unit are the same course, too', async () => {
  const ceu = ceuClient(await services.nurse('bea'))
  const cycle = await ceu.addCycle(texas)
  const inCeus = { hours: undefined, amount: 0.5, unit: 'ceu' }
  const { id } = await ceu.addEntry({
    cycleId: cycle.id,
    title: course.title,
    completedAt: course.date,
    ...inCeus,
  })
  const query = new URLSearchParams({ title: course.title, completedAt: course.date, hours: '5' })
  expect(await ceu.get(`ceu-entries/similar?${query}`)).toMatchObject({ items: [{ id }] })
  const rows = sheetOf([course, course])
  rows[2]?.cells.splice(2, 1, '0.5 CEU')
  expect(isMarked(rows)).toBe(true)
})
