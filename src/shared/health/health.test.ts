import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { problemsOf } from '#testing/schema.ts'
import { healthCatalog, replacedKinds } from './catalog.ts'
import { healthDueState, offeredDueOn } from './due.ts'
import { healthKind } from './kinds.ts'
import { type HealthRecord, healthRecordInput, performedOnOf } from './record.ts'
import { healthStateText, healthTitle } from './record-text.ts'
import { sampleHealthRecord } from './sample.ts'
import { fluSeasonOf, fluSeasonText, nextFluDate } from './season.ts'

const record = (more: object) => healthRecordInput.parse({ kind: 'tb_test', ...more })
const anyDate = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each([
  ['2026-06-30', 2025, 'Season 2025–26', '2026-10-31'],
  ['2026-07-01', 2026, 'Season 2026–27', '2027-10-31'],
  ['2099-12-31', 2099, 'Season 2099–00', '2100-10-31'],
])('%s is in the flu season of %i', (date, season, text, next) => {
  expect(fluSeasonOf(date)).toBe(season)
  expect(fluSeasonText(season)).toBe(text)
  expect(nextFluDate(date)).toBe(next)
})

describe('what is recorded is said, and never that it is enough', () => {
  const dose = (givenOn: string) => ({ givenOn })
  const titer = (result: string, antigen: string | null = null, takenOn = '2025-01-01') => ({
    ...{ takenOn, result, antigen },
  })
  it.each([
    [{ kind: 'hepatitis_b' }, 'No dose recorded'],
    [{ kind: 'hepatitis_b', doses: [dose('2024-01-01'), dose('2024-02-01')] }, '2 of 3 doses recorded'],
    [
      { kind: 'hepatitis_b', fields: { schedule: '2' }, doses: [dose('2024-01-01')] },
      '1 of 2 doses recorded',
    ],
    [{ kind: 'varicella', titers: [titer('immune')] }, 'Titer recorded: immune'],
    [
      { kind: 'varicella', titers: [titer('immune', null, '2024-01-01'), titer('not_immune')] },
      'Titer recorded: not immune',
    ],
    [
      {
        kind: 'mmr',
        doses: [dose('2000-01-01')],
        titers: [titer('immune', 'measles'), titer('pending', 'mumps')],
      },
      '1 of 2 doses recorded; titer recorded: measles immune, mumps pending',
    ],
    [{ kind: 'mmr', doses: ['2000', '2001', '2020'].map((y) => dose(`${y}-01-01`)) }, '3 doses recorded'],
    [{ kind: 'tdap', doses: [dose('2020-01-01')] }, '1 dose recorded'],
    [{ fields: { testType: 'tst' } }, 'Skin test (TST), no result recorded'],
    [{ fields: { result: 'positive' } }, 'Result recorded: positive'],
    [{ kind: 'influenza', performedOn: '2026-10-01' }, 'Season 2026–27 recorded'],
    [{ kind: 'fit_test', fields: { mask: '3M 1860', result: 'passed' } }, '3M 1860, result recorded: passed'],
    [{ kind: 'references', fields: { name: 'Dana Cole', contact: '555' } }, 'Dana Cole'],
    [{ kind: 'drivers_license', fields: { state: 'TX', number: '1' } }, 'TX'],
  ])('%j: %s', (more, text) => {
    expect(healthStateText(record(more))).toBe(text)
  })

  it('no text claims more', () => {
    for (const kind of healthKind.options) {
      const { interval, label } = healthCatalog[kind]
      expect(`${interval?.note} ${label}`).not.toMatch(/compliant|complete|must|required by law|verified/i)
    }
    expect(healthTitle(record({ kind: 'other', fields: { name: 'CPR mask fit' } }))).toBe('CPR mask fit')
  })
})

test('a date is offered where it is usual, and never before the record', () => {
  expect(offeredDueOn('tb_test', '2026-02-14')).toBe('2027-02-14')
  expect(offeredDueOn('physical', '2024-02-29')).toBe('2025-02-28')
  expect(offeredDueOn('tdap', '2020-12-05')).toBe('2030-12-05')
  expect(offeredDueOn('mmr', '2020-12-05')).toBeNull()
  expect(offeredDueOn('tb_test', null)).toBeNull()
  fc.assert(
    fc.property(anyDate, fc.constantFrom(...healthKind.options), (date, kind) => {
      const offered = offeredDueOn(kind, date)
      if (offered === null) return healthCatalog[kind].interval === null
      return isCalendarDate(offered) && offered > date
    }),
  )
})

test('a newer record replaces the date of an older one of the kind, where only the newest counts', () => {
  const one = { id: 'a', kind: 'tb_test', performedOn: '2025-01-01', dueOn: '2026-01-01' } as const
  const newer = { ...one, id: 'b', performedOn: '2026-02-01', dueOn: null }
  expect(healthDueState(one, [one], '2026-03-01')).toBe('past')
  expect(healthDueState(one, [one, newer], '2026-03-01')).toBe('replaced')
  expect(healthDueState(newer, [one, newer], '2026-03-01')).toBe('none')
  const license = { ...one, kind: 'drivers_license' } as const
  expect(
    healthDueState(license, [license, { ...license, id: 'b', performedOn: '2026-01-02' }], '2025-12-01'),
  ).toBe('soon')
  // The view in the database names the same kinds.
  expect(replacedKinds).toEqual([
    ...['tb_test', 'influenza', 'physical', 'fit_test', 'drug_screen', 'background_check'],
  ])
})

test('a series is dated by its latest dose or titer, whatever is sent', () => {
  expect(performedOnOf(healthRecordInput.parse({ ...sampleHealthRecord, performedOn: '1999-01-01' }))).toBe(
    '2025-03-01',
  )
  expect(performedOnOf(record({ kind: 'mmr', performedOn: '1999-01-01' }))).toBeNull()
})

test('inputs are bounded', () => {
  const bad = (more: object) => problemsOf(healthRecordInput, { kind: 'mmr', ...more })
  const doses = (count: number) => Array.from({ length: count }, () => ({ givenOn: '2020-01-01' }))
  expect(bad({ doses: doses(20) })).toEqual([])
  expect(bad({ doses: doses(21) })).toHaveLength(1)
  expect(bad({ fields: { provider: 'x'.repeat(201) } })).toHaveLength(1)
  expect(bad({ notes: 'x'.repeat(2001) })).toHaveLength(1)
  expect(bad({ fields: { constructor: 'x' } })).toHaveLength(1)
})

test('every kind has distinct fields, and its choices have distinct ids', () => {
  const keys = (kind: HealthRecord['kind']) => healthCatalog[kind].fields.map(({ key }) => key)
  for (const kind of healthKind.options) expect(new Set(keys(kind)).size).toBe(keys(kind).length)
})
