import { describe, expect, test } from 'vitest'
import { type About, doubtInName, doubtInNote, isOver, isStanding, isSum, saysYes } from './standing.ts'

describe('a cell of a column about the standing of', () => {
  test.each<[About, string, string, boolean | null]>([
    ['credential', 'Status', 'Active - Unencumbered', true],
    ['credential', 'Status', 'not expired', true],
    ['credential', 'Status', 'Renewal due', true],
    ['credential', 'Status', 'N/A', null],
    ['credential', 'Status', '', null],
    ['credential', 'Status', 'pending', false],
    ['credential', 'Status', 'Suspended', false],
    ['credential', 'Status', 'a word that nobody knows', false],
    ['credential', 'Active?', 'No', false],
    ['credential', 'Revoked', 'No', true],
    ['credential', 'Date surrendered', '', true],
    ['credential', 'Date surrendered', '03/01/2026', false],
    ['course', 'Grade', 'B+', true],
    ['course', 'Grade', '45%', false],
    ['course', 'Score', '18/20', true],
    ['course', 'Score', '5/10', false],
    ['course', 'Progress', '99%', false],
    ['course', 'Progress', '3 of 6 modules', false],
    ['course', 'Completed', '✓', true],
    ['course', 'Resultado', 'No aprobado', false],
    ['course', 'Status', 'Completed late', true],
  ])('a %s, %s: %s', (about, head, cell, says) => expect(saysYes(cell, head, about)).toBe(says))
})

test('a column is about it if a cell is such a word, but not if it is a word of any column', () => {
  expect(['Completed', 'Withdrawn', 'No show'].map((cell) => isStanding(cell, 'course'))).toEqual([
    true,
    true,
    true,
  ])
  expect(['Yes', 'Online', '3', '', 'Texas'].map((cell) => isStanding(cell, 'course'))).not.toContain(true)
})

describe('a name says that something is not held or not completed', () => {
  test.each([
    ['RN - surrendered', 'surrendered'],
    ['Ethics (not finished)', 'not finished'],
    ['Waitlisted: ANA', 'Waitlisted'],
    ['Sepsis CANCELLED', 'Sepsis CANCELLED'],
    ['BLS - taking class in Dec', 'taking class in Dec'],
    ['Curso (sin terminar)', 'sin terminar'],
  ])('%s', (name, part) => expect(doubtInName(name)).toBe(part))

  test.each([
    'Failed airways',
    'Missed nursing care',
    'Alcohol Withdrawal',
    'Discharge Planning',
    'Transplant Candidate',
    'Incomplete Spinal Cord Injury',
    'Never Events',
    'Medication reconciliation: what nurses need to know',
    'Medication errors',
    'Sepsis: missed signs',
    '',
    'Type I diabetes',
  ])('but not %s', (name) => expect(doubtInName(name)).toBeNull())
})

test('a note says so anywhere in a sentence', () => {
  expect(doubtInNote('Paper card. I let it lapse last year; sold the car')).toBe('I let it lapse last year')
  expect(doubtInNote('keep a copy')).toBeNull()
})

test('only words for an end agree with a date in the past', () => {
  expect(['Expired', 'old, expired', 'VENCIDA', 'Revoked'].map(isOver)).toEqual([true, true, true, false])
})

test('a row of words of counting is a sum', () => {
  const sums = [
    'Grand Total',
    'Total hours 2026',
    'Hours needed',
    'Carry over from 2024',
    'YTD',
    'Total de horas',
  ]
  expect(sums.filter((text) => !isSum(text))).toEqual([])
  expect(
    ['Total knee replacement', 'Balance and falls', 'Average glucose', 'Course', ''].filter(isSum),
  ).toEqual([])
})
