import { expect, test } from 'vitest'
import { datesIn } from './printed-dates.ts'

test.each([
  ['03/31/2027', '2027-03-31'],
  ['3/1/2027', '2027-03-01'],
  ['03-31-2027', '2027-03-31'],
  ['03.31.2027', '2027-03-31'],
  ['2027-03-31', '2027-03-31'],
  ['March 31, 2027', '2027-03-31'],
  ['Mar. 31 2027', '2027-03-31'],
  ['MAR-31-2027', '2027-03-31'],
  ['31 March 2027', '2027-03-31'],
  ['31-MAR-2027', '2027-03-31'],
  ['June 1st, 2026', '2026-06-01'],
  ['on this 5th day of March, 2026', '2026-03-05'],
  ['Sept. 9, 2026', '2026-09-09'],
  ['Expires:03/31/2027', '2027-03-31'],
])('reads %s', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'day', isUnusual: false }])
})

test.each([
  ['Exp 03/2027', '2027-03-01'],
  ['March 2027', '2027-03-01'],
  ['AUG 2026', '2026-08-01'],
])('reads %s as a month', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'month' }])
})

test.each([
  ['31/03/2027', '2027-03-31'],
  ['3/31/27', '2027-03-31'],
])('takes %s for unusual', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'day', isUnusual: true }])
})

test.each([
  '02/30/2027',
  '13/13/2027',
  '00/10/2027',
  '12/31/1890',
  '1.2.3.4',
  '214/2027',
  '(512) 555-2027',
  'A03/31/2027',
  'page 3/4',
])('finds no date in %s', (text) => {
  expect(datesIn(text)).toEqual([])
})

test('finds several dates in their order', () => {
  expect(datesIn('valid 06/01/2025 through May 31, 2027').map(({ date }) => date)).toEqual([
    '2025-06-01',
    '2027-05-31',
  ])
})
