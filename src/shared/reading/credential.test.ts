import { expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import type { SuggestedField } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

function read(field: SuggestedField, ...lines: string[]): string {
  const found = suggestionsIn([readPage(lines)], '2026-11-23').find((each) => each.field === field)
  return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
}

const board = ['Ohio Board of Nursing', 'Registered Nurse']

test.each([
  ['License No.: RN.123456', 'RN.123456'],
  ['License number: RN 123456', 'RN 123456'],
  ['License No. VN123456.', 'VN123456'],
  ['License # 12-34-5678', ''],
  ['License: 03-04-2026', ''],
  ['License number: 12', ''],
  ['Number: 123456', '123456'],
  ['ID Number: 123456', '123456'],
])('the number of the license in “%s” is “%s”', (line, number) => {
  expect(read('number', ...board, line)).toBe(number)
})

test('the number that is named as the license’s comes before others; two of them are only offered', () => {
  expect(read('number', ...board, 'ID Number: 999888', 'License number: 123456')).toBe('123456')
  expect(read('number', ...board, 'Number: 999888', 'Registration number: 123456')).toBe('123456')
  expect(read('number', ...board, 'License number: 123456', 'License number: 999888')).toBe('123456?')
  expect(read('number', ...board, 'License number: 123456', 'Licensee number: 123456')).toBe('123456')
})

test.each([
  [['Texas Board of Nursing', 'RN license'], 'license'],
  [['American Heart Association', 'BLS Provider', 'Renew by 06/2027'], 'certification'],
  [['Certificate of Completion', '2 contact hours'], 'ce_certificate'],
  [['CE Transcript', 'A 1/1/2026', 'B 1/2/2026', 'C 1/3/2026'], 'ce_transcript'],
  [['Course completion card', 'Skills evaluation'], 'certification'],
  [['Valid for two (2) years', 'Instructor'], 'certification'],
  [['Licensee: Rosa', 'License status: active'], 'license'],
  [['Grocery list', 'Milk'], ''],
])('%j is a %s', (lines, kind) => {
  expect(read('kind', ...lines).replace('?', '')).toBe(kind)
})

test.each([
  [['American Heart Association', 'BLS Provider', 'eCard Code: 225512345678'], 'BLS', '225512345678'],
  [['AACN Certification Corporation', 'CCRN', 'Certification number: 1234-A'], 'CCRN', '1234-A'],
])('%j is a certification: %s, %s', (lines, code, number) => {
  expect([read('code', ...lines), read('number', ...lines)]).toEqual([code, number])
})
