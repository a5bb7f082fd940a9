import { describe, expect, test } from 'vitest'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import type { ParsedRow } from '#shared/imports/course-table.ts'
import {
  previewOf,
  problemText,
  rejectedRows,
  reviewText,
  skippedAtFirst,
  standingOf,
} from './import-text.ts'

const row = (line: number, title: string, more: Partial<ParsedRow> = {}): ParsedRow => ({
  line,
  entry: { title, completedAt: '2026-02-14', hours: 1 } as ParsedRow['entry'],
  texts: {},
  problems: [],
  doubt: null,
  duplicateOf: null,
  isOutside: false,
  ...more,
})
const bad = [{ path: 'title', message: 'Required' }]
const textOf = (rows: ReturnType<typeof previewOf>) => reviewText(rows.map((each) => standingOf(each, false)))
const preview = (rows: ParsedRow[], skipped = skippedAtFirst, known = new Set<string>()) =>
  previewOf(rows, known, duplicateKeyOf, new Map(), skipped)

describe('the preview', () => {
  test('shows how many rows are ready, have problems, are left out', () => {
    expect(textOf(preview([row(2, 'A'), row(3, 'B')]))).toBe('All 2 rows are ready.')
    expect(textOf(preview([row(2, 'A')]))).toBe('The row is ready.')
    const rows = [row(2, 'A'), row(3, 'B', { problems: bad }), row(4, 'a', { duplicateOf: 2 })]
    expect(textOf(preview(rows))).toBe('1 of 3 rows is ready. 1 row needs an answer. 1 row is skipped.')
    expect(textOf(preview(rows, { ...skippedAtFirst, problems: true, duplicates: false }))).toBe(
      '2 of 3 rows are ready. 1 row is skipped.',
    )
  })

  test('recognizes entries that exist already', () => {
    const known = new Set([duplicateKeyOf({ title: 'A', completedAt: '2026-02-14', hours: 1 }) ?? ''])
    expect(preview([row(2, 'A'), row(3, 'B')], undefined, known).map(({ state }) => state)).toEqual([
      'skipped',
      'ready',
    ])
  })

  test('never skips a row as the duplicate of a skipped one', () => {
    const rows = [
      row(2, 'A', { problems: bad }),
      row(3, 'A', { duplicateOf: 2 }),
      row(4, 'A', { duplicateOf: 2 }),
    ]
    expect(preview(rows, { ...skippedAtFirst, problems: true }).map(({ state }) => state)).toEqual([
      'skipped',
      'ready',
      'skipped',
    ])
  })

  test('shows each of the server’s errors at its row', () => {
    const errors = [
      { path: 'entries.1.topicHours.0.hours', message: 'Too many' },
      { path: 'entries.9.title', message: 'Of no row' },
    ]
    const { byLine, rest } = rejectedRows(errors, { entries: [{ line: 2 }, { line: 5 }] })
    expect([...byLine]).toEqual([[5, [{ path: 'topicHours.0.hours', message: 'Too many' }]]])
    expect(rest).toEqual([errors[1]])
  })

  test('describes each problem in words', () => {
    expect(problemText({ path: 'completedAt', message: 'Required' })).toBe('Date: missing')
    expect(problemText({ path: 'topicTags.0', message: 'Too long' })).toBe('Topics: Too long')
  })
})
