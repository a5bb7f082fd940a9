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
  ['on the eleventh of March, 2026', '2026-03-11'],
  ['this twenty-first day of June 2026', '2026-06-21'],
  ['March thirtieth, 2026', '2026-03-30'],
  ['this fourteenth day of June, two thousand and four', '2004-06-14'],
  ['the 3rd day of May, nineteen hundred ninety-eight', '1998-05-03'],
  ['on the first of July twenty twenty-six', '2026-07-01'],
  ['15 de mayo de 2026', '2026-05-15'],
  ['31 de diciembre del 2027', '2027-12-31'],
  ['EXP DATE -01/31/2028', '2028-01-31'],
  ['MAR-31-2027', '2027-03-31'],
  ['31 March 2027', '2027-03-31'],
  ['31-MAR-2027', '2027-03-31'],
  ['June 1st, 2026', '2026-06-01'],
  ['on this 5th day of March, 2026', '2026-03-05'],
  ['Sept. 9, 2026', '2026-09-09'],
  ['Expires:03/31/2027', '2027-03-31'],
  ['(03/31/2027)', '2027-03-31'],
  ['03/31/2027.', '2027-03-31'],
  ['12/05/2026', '2026-12-05'],
  ['12/12/2026', '2026-12-12'],
  ['1/31/2027', '2027-01-31'],
  ['02/29/2028', '2028-02-29'],
  ['03 / 31 / 2027', '2027-03-31'],
  ['2027/3/1', '2027-03-01'],
  ['2027.03.31', '2027-03-31'],
  ['1st March 2027', '2027-03-01'],
  ['the 2nd of March 2027', '2027-03-02'],
  ['March 3rd, 2027', '2027-03-03'],
  ['31MAR2027', '2027-03-31'],
  ['Mar 31,2027', '2027-03-31'],
  ['march 31, 2027', '2027-03-31'],
  ['March 14-16, 2026', '2026-03-16'],
  ['Mar. 14 – 16, 2026', '2026-03-16'],
  ['March 14 & 15 2026', '2026-03-15'],
  ['March 14 to 15, 2026', '2026-03-15'],
  ['01/01/1950', '1950-01-01'],
  ['12/31/2079', '2079-12-31'],
])('reads %s', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'day', isUnusual: false }])
})

test.each([
  ['Exp 03/2027', '2027-03-01'],
  ['March 2027', '2027-03-01'],
  ['AUG 2026', '2026-08-01'],
  ['Aug. 2026', '2026-08-01'],
  ['Aug-2026', '2026-08-01'],
  ['August, 2026', '2026-08-01'],
  ['8/2026', '2026-08-01'],
  ['12-2026', '2026-12-01'],
])('reads %s as a month', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'month' }])
})

test.each([
  ['31/03/2027', '2027-03-31'],
  ['31.03.2027', '2027-03-31'],
  ['13/12/2026', '2026-12-13'],
  ['3/10/27', '2027-03-10'],
  ['03-10-27', '2027-03-10'],
  ['31/3/27', '2027-03-31'],
])('takes %s for unusual', (text, date) => {
  expect(datesIn(text)).toMatchObject([{ date, precision: 'day', isUnusual: true }])
})

test('a year of two digits is usual where the day can be no month', () => {
  expect(datesIn('3/31/27')).toMatchObject([{ date: '2027-03-31', isUnusual: false }])
})

test.each([
  '02/30/2027',
  '13/13/2027',
  '00/10/2027',
  '02/29/2027',
  'February 29, 2027',
  'June 31, 2027',
  '2027-13-01',
  '2027-31-03',
  '13/2027',
  '12/31/1890',
  '12/31/1949',
  '01/01/2080',
  '4/5/80',
  '03/31-2027',
  '2027-03/31',
  '3 / 31 / 27',
  '03/31/20271',
  '03/31/2027/2',
  '03-31-2027-44',
  '44-03-31-2027',
  '7.03.31.2027',
  '03.31.2027.7',
  'O3/31/2027',
  '03/3l/2027',
  '03/31/2O27',
  '0331/2027',
  'March 3l, 2027',
  'Marc 31, 2027',
  'March 14-32, 2026',
  'Marching 31, 2027',
  'Mayor 2027',
  'decide 2027',
  '2027',
  'May 31',
  'No. 12-20271',
  '1.2.3.4',
  '214/2027',
  '(512) 555-2027',
  'A03/31/2027',
  'page 3/4',
])('finds no date in %s', (text) => {
  expect(datesIn(text)).toEqual([])
})

test.each([
  ['January', 'Jan', '01'],
  ['February', 'Feb', '02'],
  ['March', 'Mar', '03'],
  ['April', 'Apr', '04'],
  ['May', 'MAY', '05'],
  ['June', 'Jun', '06'],
  ['July', 'Jul', '07'],
  ['August', 'Aug', '08'],
  ['September', 'Sep', '09'],
  ['October', 'Oct', '10'],
  ['November', 'Nov', '11'],
  ['December', 'Dec', '12'],
])('%s and %s are month %s', (name, short, month) => {
  for (const text of [`${name} 9, 2026`, `${short} 9, 2026`, `9-${short}-2026`])
    expect(datesIn(text)).toMatchObject([{ date: `2026-${month}-09` }])
})

test.each([
  'valid 06/01/2025 through May 31, 2027',
  'valid June 1, 2025 through 05/31/2027',
  '06/01/2025-05/31/2027',
  '06/01/2025–05/31/2027',
  '6/1/2025, 5/31/2027',
  '2025-06-01 2027-05-31',
  'June 1, 2025 31 May 2027',
])('finds both dates in their order: “%s”', (text) => {
  expect(datesIn(text).map(({ date }) => date)).toEqual(['2025-06-01', '2027-05-31'])
})

test('says where each date stands', () => {
  const text = 'Issued 06/2025, expires: May 31, 2027.'
  expect(datesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['06/2025', 'May 31, 2027'])
})

test('a month in letters makes a year of two digits certain', () => {
  expect(datesIn('Issued 14-SEP-25, expires 14/Sep/27')).toMatchObject([
    { date: '2025-09-14', isUnusual: false },
    { date: '2027-09-14', isUnusual: false },
  ])
  expect(datesIn('14-SEP-27-881')).toEqual([])
})

test('the day comes first where the document has such dates', () => {
  expect(datesIn('04/05/2026', true)).toMatchObject([{ date: '2026-05-04', isUnusual: true }])
  expect(datesIn('04/25/2026', true)).toMatchObject([{ date: '2026-04-25', isUnusual: false }])
})
