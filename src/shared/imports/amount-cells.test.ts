import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultConversions, toContactHours, type Unit, unitNames } from '#shared/ceu/units.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { readAmount } from './amount-cells.ts'

const h = (amount: number) => [{ amount, unit: 'contact_hour' }]
const of = (unit: Unit) => (amount: number) => [{ amount, unit }]
const [min, ceu, cme, semester, quarter] = (
  ['minute', 'ceu', 'cme_credit', 'semester_credit', 'quarter_credit'] as const
).map(of) as [typeof h, typeof h, typeof h, typeof h, typeof h]

describe('an amount in a column of hours', () => {
  test.each<[string, object[]]>([
    ['5', h(5)],
    ['+5', h(5)],
    ['5.', h(5)],
    ['.5', h(0.5)],
    ['1,5', h(1.5)],
    [' 2.25 ', h(2.25)],
    ['2.0 contact hours', h(2)],
    ['2 contact hour(s)', h(2)],
    ['1 Contact Hour', h(1)],
    ['2 CH', h(2)],
    ['2 CHs', h(2)],
    ['3 CNE', h(3)],
    ['3 CNE hours', h(3)],
    ['3 CE', h(3)],
    ['3 CE hours', h(3)],
    ['3 CE credits', h(3)],
    ['3 CE-hours', h(3)],
    ['3 CEU hours', h(3)],
    ['3 CEHs', h(3)],
    ['1.5 ANCC contact hours', h(1.5)],
    ['1.5 nursing contact hours', h(1.5)],
    ['1.5 NCPD contact hours', h(1.5)],
    ['1.5 NCPD', h(1.5)],
    ['1.5 continuing education hours', h(1.5)],
    ['1.5 continuing nursing education contact hours', h(1.5)],
    ['1.5 clock hours', h(1.5)],
    ['1.5 credit hours', h(1.5)],
    ['1.5 credits', h(1.5)],
    ['1 credit', h(1)],
    ['2 créditos', h(2)],
    ['2 hrs', h(2)],
    ['12 hrs.', h(12)],
    ['2hrs', h(2)],
    ['5 HRS', h(5)],
    ['1 hr', h(1)],
    ['1.5h', h(1.5)],
    ['0,25 h', h(0.25)],
    ['1.5 hours', h(1.5)],
    ['1 hour', h(1)],
    ['2 horas', h(2)],
    ['2 horas de contacto', h(2)],
    ['5 (hours)', h(5)],
    ['1:30', h(1.5)],
    ['1:30:00', h(1.5)],
    ['01:15', h(1.25)],
    ['0:45', h(0.75)],
    ['1:20', h(1.33)],
    ['1:30 hrs', h(1.5)],
    ['1 hr 30 min', h(1.5)],
    ['1 hour and 30 minutes', h(1.5)],
    ['1 hora y 30 minutos', h(1.5)],
    ['1 hr. 30 mins.', h(1.5)],
    ['1h30', h(1.5)],
    ['1h30m', h(1.5)],
    ['2 hours, 15 minutes', h(2.25)],
    ['1½', h(1.5)],
    ['1 ½', h(1.5)],
    ['½', h(0.5)],
    ['½ hour', h(0.5)],
    ['1½ hours', h(1.5)],
    ['2¾ h', h(2.75)],
    ['1⅓', h(1.33)],
    ['1 1/2', h(1.5)],
    ['1 1/2 hrs', h(1.5)],
    ['1 and 1/2 hours', h(1.5)],
    ['3/4 hour', h(0.75)],
    ['¾', h(0.75)],
    ['90 min', min(90)],
    ['90min', min(90)],
    ['90 min.', min(90)],
    ['90 mins', min(90)],
    ['90 minutes', min(90)],
    ['1 minute', min(1)],
    ['90m', min(90)],
    ['90 M', min(90)],
    ['90 minutos', min(90)],
    ['1,200 minutes', min(1200)],
    ['1 200 min', min(1200)],
    ['60 contact minutes', min(60)],
    ['0.5 CEU', ceu(0.5)],
    ['0.5 CEUs', ceu(0.5)],
    ['0.5 CEU’s', ceu(0.5)],
    ['.15 ceu', ceu(0.15)],
    ['0.5 IACET CEUs', ceu(0.5)],
    ['0.5 CE units', ceu(0.5)],
    ['0.5 continuing education units', ceu(0.5)],
    ['2 CME', cme(2)],
    ['2 CME credits', cme(2)],
    ['2 CME hours', cme(2)],
    ['2 AMA PRA Category 1 Credits', cme(2)],
    ['2 AMA PRA Category 1 Credit(s)™', cme(2)],
    ['2 Category 1 credits', cme(2)],
    ['2 Cat. 1', cme(2)],
    ['2 créditos de CME', cme(2)],
    ['3 semester credits', semester(3)],
    ['3 semester hours', semester(3)],
    ['4 quarter credits', quarter(4)],
    ['90 minutes (1.5 contact hours)', [...min(90), ...h(1.5)]],
    ['1.5 contact hours (90 min)', [...h(1.5), ...min(90)]],
    ['1.5 hours / 0.15 CEU', [...h(1.5), ...ceu(0.15)]],
    ['0.15 CEUs = 1.5 hrs', [...ceu(0.15), ...h(1.5)]],
    ['2 hours (2 CME credits)', [...h(2), ...cme(2)]],
  ])('“%s” is %j', (cell, stated) => {
    expect(readAmount(cell, 'contact_hour')).toEqual({ stated })
  })

  test.each([
    ['2 days', 'days'],
    ['2 points', 'points'],
    ['2 CERPs', 'CERPs'],
    ['2 PDUs', 'PDUs'],
    ['2 units', 'units'],
    ['1 week', 'week'],
    ['5 (hours/year)', 'hours/year'],
    ['2 hours approx', 'hours approx'],
    ['9:30 AM', null],
    ['1 hr (1 session)', 'session'],
  ])('“%s” has a unit that is asked about', (cell, unit) => {
    expect(readAmount(cell, 'contact_hour')).toEqual(
      unit === null ? { fault: 'not a number' } : { fault: 'unknown unit', unit },
    )
  })

  test.each([
    ...[
      'five',
      '3/4',
      'TRUE',
      '',
      '-2',
      '++5',
      '$5',
      '5%',
      '5-6',
      '5 to 6 hours',
      '5 or 6',
      '1.2.3',
      '1,2,3',
      '.',
      '1:75',
      '~2',
    ],
    ...['2 15', '1/5', '11/2', 'TBD', 'N/A', 'hours', '5'.padEnd(61)],
  ])('“%s” is not a number', (cell) => {
    expect(readAmount(cell, 'contact_hour')).toEqual({ fault: 'not a number' })
  })

  test.each([
    '90 minutes (2 contact hours)',
    '60 minutes (1.2 contact hours)',
    '5 hours / 0.05 CEU',
    '5 contact hours (60 min.)',
  ])('“%s” states two amounts', (cell) => {
    expect(readAmount(cell, 'contact_hour')).toEqual({ fault: 'contradiction' })
  })
})

test.each<[string, Unit, object]>([
  ['90', 'minute', { stated: min(90) }],
  ['1.5 hours', 'minute', { stated: h(1.5) }],
  ['1 hr 30 min', 'minute', { stated: h(1.5) }],
  ['0.5', 'ceu', { stated: ceu(0.5) }],
  ['0.5 credits', 'ceu', { stated: ceu(0.5) }],
  ['5 contact hours', 'ceu', { stated: h(5) }],
  ['2 credits', 'cme_credit', { stated: cme(2) }],
  ['1:30', 'minute', { fault: 'not a number' }],
  ['1:30', 'ceu', { fault: 'not a number' }],
])('“%s” in a column of %s is %j', (cell, column, reading) => {
  expect(readAmount(cell, column)).toEqual(reading)
})

test('an amount written with its unit is read as it was, in every column', () => {
  const units = keysOf(unitNames)
  const amount = fc.integer({ min: 1, max: 99_999 }).map((hundredth) => hundredth / 100)
  const unit = fc.constantFrom(...units)
  fc.assert(
    fc.property(
      amount,
      unit,
      unit,
      fc.constantFrom(0, 1),
      fc.boolean(),
      (given, written, column, form, isUpper) => {
        const text = `${given} ${unitNames[written][form as 0 | 1]}`
        expect(readAmount(isUpper ? text.toUpperCase() : text, column)).toEqual({
          stated: of(written)(given),
        })
      },
    ),
  )
})

test('hours and minutes are read as they were, in every form', () => {
  const minutes = fc.integer({ min: 0, max: 500 * 60 })
  fc.assert(
    fc.property(minutes, (all) => {
      const [whole, rest] = [Math.floor(all / 60), all % 60]
      const stated = h(toContactHours(all, 'minute', defaultConversions))
      for (const text of [
        `${whole}:${String(rest).padStart(2, '0')}`,
        `${whole} hr ${rest} min`,
        `${whole}h${rest}`,
      ])
        expect(readAmount(text, 'contact_hour'), text).toEqual({ stated })
    }),
  )
})
