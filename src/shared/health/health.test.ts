import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { problemsOf } from '#testing/schema.ts'
import { healthCatalog, replacedKinds } from './catalog.ts'
import { healthDueState, offeredDueOn } from './due.ts'
import { healthKind } from './kinds.ts'
import {
  dueHealthRecords,
  type HealthRecord,
  healthFutureProblems,
  healthRecordInput,
  healthRecordKeys,
  healthRecordList,
  healthRecordPatch,
  healthRecordQuery,
  performedOnOf,
} from './record.ts'
import { fieldText, healthSearchText, healthStateText, healthTitle } from './record-text.ts'
import { sampleHealthRecord } from './sample.ts'
import { fluSeasonOf, fluSeasonText, nextFluDate } from './season.ts'

const record = (more: object) => healthRecordInput.parse({ kind: 'tb_test', ...more })
const anyDate = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each([
  ['2026-06-30', 2025, '2025–26', '2026-10-31'],
  ['2026-07-01', 2026, '2026–27', '2027-10-31'],
  ['2099-12-31', 2099, '2099–00', '2100-10-31'],
])('%s is in the flu season of %i', (date, season, text, next) => {
  expect(fluSeasonOf(date)).toBe(season)
  expect(fluSeasonText(season)).toBe(text)
  expect(nextFluDate(date)).toBe(next)
})

describe('describes what is recorded, and never calls it sufficient', () => {
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
    expect(healthStateText(record(more), english)).toBe(text)
  })

  it('makes no claims about compliance in any text', () => {
    for (const kind of healthKind.options) {
      const { interval, label } = healthCatalog[kind]
      expect(`${interval?.note} ${label}`).not.toMatch(/compliant|complete|must|required by law|verified/i)
    }
    expect(healthTitle(record({ kind: 'other', fields: { name: 'CPR mask fit' } }), english)).toBe(
      'CPR mask fit',
    )
  })
})

test('suggests a due date where one is usual, and never before the record', () => {
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

test('a series has the date of its latest dose or titer, regardless of the date sent', () => {
  expect(performedOnOf(healthRecordInput.parse({ ...sampleHealthRecord, performedOn: '1999-01-01' }))).toBe(
    '2025-03-01',
  )
  expect(performedOnOf(record({ kind: 'mmr', performedOn: '1999-01-01' }))).toBeNull()
})

test('limits the size of inputs', () => {
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

const tb = (more: object) => problemsOf(healthRecordInput, { kind: 'tb_test', ...more })

test('rejects an expiration date before the record, or before the latest dose of a series', () => {
  const message = ['dueOn: This date is before the first one']
  expect(tb({ performedOn: '2026-02-02', dueOn: '2026-02-01' })).toEqual(message)
  expect(tb({ performedOn: '2026-02-02', dueOn: '2026-02-02' })).toEqual([])
  expect(tb({ dueOn: '2026-02-01' })).toEqual([])
  const series = { kind: 'tdap', doses: [{ givenOn: '2026-03-01' }, { givenOn: '2020-01-01' }] }
  expect(tb({ ...series, dueOn: '2026-02-28' })).toEqual(message)
  expect(tb({ ...series, dueOn: '2026-03-01', performedOn: '2027-01-01' })).toEqual([])
})

test('a record has only the fields of its kind, with the answers that they offer', () => {
  expect(tb({ fields: { mask: '3M', testType: 'igra', result: null } })).toEqual([
    'fields.mask: This kind of record has no such field',
  ])
  expect(tb({ fields: { result: 'maybe' } })).toEqual(['fields.result: Choose one from the list'])
  expect(tb({ kind: 'other' })).toEqual(['fields.name: Required'])
  expect(tb({ kind: 'other', fields: { name: 'CPR mask' } })).toEqual([])
  expect(tb({ fields: { ['x'.repeat(41)]: 'x' } })).not.toEqual([])
})

test('doses and titers belong to a series, and a titer to one of its antigens', () => {
  const none = 'This kind of record has none'
  const doses = [{ givenOn: '2020-01-01' }]
  const titers = (antigen?: string | null) => [{ takenOn: '2020-01-01', result: 'immune', antigen }]
  expect(tb({ doses, titers: titers() })).toEqual([`doses: ${none}`, `titers: ${none}`])
  expect(tb({ titers: titers() })).toEqual([`titers: ${none}`])
  expect(tb({ kind: 'tdap', doses, titers: titers() })).toEqual([`titers: ${none}`])
  expect(tb({ kind: 'tdap', doses })).toEqual([])
  expect(tb({ kind: 'varicella', titers: titers() })).toEqual([])
  expect(tb({ kind: 'varicella', titers: titers('measles') })).toEqual([
    'titers.0.antigen: Choose one from the list',
  ])
  expect(tb({ kind: 'mmr', titers: titers('measles') })).toEqual([])
  expect(tb({ kind: 'mmr', titers: titers() })).toEqual(['titers.0.antigen: Choose one from the list'])
  expect(tb({ kind: 'mmr', titers: Array(20).fill(titers('mumps')[0]) })).toEqual([])
  expect(tb({ kind: 'mmr', titers: Array(21).fill(titers('mumps')[0]) })).toEqual([
    'titers: At most 20 titers',
  ])
  expect(tb({ kind: 'mmr', doses: Array(21).fill(doses[0]) })).toEqual(['doses: At most 20 doses'])
  expect(tb({ kind: 'mmr', doses: [{ ...doses[0], product: 'x'.repeat(101) }] })).toHaveLength(1)
})

test('rejects a record dated after today', () => {
  const [today, tomorrow] = ['2026-11-23', '2026-11-24']
  const dated = (day: string) =>
    healthRecordPatch.parse({
      performedOn: day,
      doses: [{ givenOn: today }, { givenOn: day }],
      titers: [
        { takenOn: today, result: 'pending' },
        { takenOn: day, result: 'pending' },
      ],
    })
  expect(healthFutureProblems(dated(today), today)).toEqual([])
  expect(healthFutureProblems({}, today)).toEqual([])
  expect(healthFutureProblems({ performedOn: null }, today)).toEqual([])
  const message = 'This date is in the future'
  expect(healthFutureProblems(dated(tomorrow), today)).toEqual([
    { path: 'performedOn', message },
    { path: 'doses.1.givenOn', message },
    { path: 'titers.1.takenOn', message },
  ])
})

test('a patch changes each field of a record except its kind; files and searches are bounded', () => {
  expect(healthRecordKeys).toEqual([
    ...['kind', 'performedOn', 'dueOn', 'fields', 'doses', 'titers', 'notes', 'fileIds'],
  ])
  expect(healthRecordPatch.parse({})).toEqual({})
  expect(healthRecordPatch.parse({ dueOn: null, notes: null })).toEqual({ dueOn: null, notes: null })
  expect(problemsOf(healthRecordPatch, { kind: 'mmr' })).not.toEqual([])
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
  expect(tb({ fileIds: ids(20) })).toEqual([])
  expect(tb({ fileIds: ids(21) })).toEqual(['fileIds: At most 20 files'])
  expect(healthRecordInput.parse({ kind: 'mmr' })).toEqual({
    ...{ kind: 'mmr', performedOn: null, dueOn: null, fields: {}, doses: [], titers: [], notes: null },
    fileIds: [],
  })
  expect(healthRecordQuery.parse({ q: 'x'.repeat(200), kind: 'mmr' }).q).toHaveLength(200)
  expect(problemsOf(healthRecordQuery, { q: 'x'.repeat(201) })).toHaveLength(1)
  expect(problemsOf(healthRecordQuery, { owner: 'ann' })).not.toEqual([])
})

describe('a record has a title for its kind', () => {
  it.each([
    [{ kind: 'tb_test' }, 'TB test', 'No result recorded'],
    [{ kind: 'other', fields: { name: 'Mask fit', number: '7', result: 'fine' } }, 'Mask fit', ''],
    [{ kind: 'identity', fields: { document: 'passport', issuer: 'USA' } }, 'Passport', 'USA'],
    [{ kind: 'identity' }, 'Identity document', ''],
    [{ kind: 'insurance', fields: { coverage: 'auto', insurer: 'ACME' } }, 'Insurance: Auto', 'ACME'],
    [{ kind: 'insurance' }, 'Insurance', ''],
    [{ kind: 'influenza', fields: { product: 'Flucelvax' } }, 'Flu vaccine', 'No date recorded'],
    [
      { kind: 'physical', fields: { examiner: 'Dr. X', result: 'cleared' } },
      'Physical',
      'Result recorded: cleared to work',
    ],
    [
      { kind: 'drug_screen', fields: { panel: '10 panel', lab: 'Quest', result: 'negative' } },
      'Drug screen',
      '10 panel, result recorded: negative',
    ],
    [
      { kind: 'insurance', fields: { insurer: 'a', perClaim: 'b', perYear: 'c', policyNumber: '7' } },
      'Insurance',
      'a, b, c',
    ],
  ])('%j', (more, title, state) => {
    expect([
      healthTitle(record(more) as HealthRecord, english),
      healthStateText(record(more), english),
    ]).toEqual([title, state])
  })

  it('has at most three facts in its description', () => {
    const facts = { name: 'Dana', role: 'Manager', organization: 'Mercy' }
    expect(healthStateText(record({ kind: 'references', fields: facts }), english)).toBe(
      'Dana, Manager, Mercy',
    )
  })

  it('is searched by every text that is shown of it', () => {
    const text = healthSearchText(
      record({ ...sampleHealthRecord, performedOn: null, titers: sampleHealthRecord.titers }),
      english,
    )
    for (const part of ['hepatitis b', 'engerix-b', "st. anne's", 'county clinic'])
      expect(text.toLowerCase()).toContain(part)
    const passport = record({ kind: 'identity', fields: { document: 'passport' } })
    for (const part of ['passport', 'identity document'])
      expect(healthSearchText(passport, english).toLowerCase()).toContain(part)
    expect(healthSearchText(passport, english)).not.toMatch(/null|undefined/)
  })

  it('has no text for a field without a value', () => {
    expect(fieldText('tb_test', 'result', {}, english)).toBeNull()
    expect(fieldText('tb_test', 'result', { result: 'gone' }, english)).toBe('gone')
    expect(fieldText('tb_test', 'unknown', { unknown: 'x' }, english)).toBe('x')
  })
})

test('a date is near from 60 days before it until its day', () => {
  const state = (today: string) =>
    healthDueState({ id: 'a', kind: 'identity', performedOn: null, dueOn: '2026-11-23' }, [], today)
  expect(['2026-09-23', '2026-09-24', '2026-11-23', '2026-11-24'].map(state)).toEqual([
    ...['later', 'soon', 'soon', 'past'],
  ])
})

test('a record is replaced only by a later one of the same kind', () => {
  const one = { id: 'a', kind: 'tb_test', performedOn: '2026-01-01', dueOn: '2026-12-01' } as const
  const state = (other: object, of: typeof one | { performedOn: null } = one) =>
    healthDueState({ ...one, ...of }, [one, { ...one, id: 'b', ...other }], '2026-03-01')
  expect(state({ performedOn: '2026-01-02' })).toBe('replaced')
  expect(state({ performedOn: '2026-01-01' })).toBe('later')
  expect(state({ performedOn: null })).toBe('later')
  expect(state({ performedOn: '2026-01-02', kind: 'physical' })).toBe('later')
  expect(state({ performedOn: '2026-01-02' }, { performedOn: null })).toBe('later')
})

test('a share hides numbers, contact details and results unless the owner includes them', () => {
  const hidden = (sharing: string) =>
    healthKind.options.flatMap((kind) =>
      healthCatalog[kind].fields.flatMap((field) =>
        field.sharing === sharing ? `${kind}.${field.key}` : [],
      ),
    )
  expect(hidden('number')).toEqual([
    ...['influenza.lot', 'references.contact', 'identity.number', 'insurance.policyNumber'],
    ...['drivers_license.number', 'other.number'],
  ])
  expect(hidden('result')).toEqual([
    ...['tb_test.result', 'tb_test.induration', 'varicella.history', 'physical.result', 'fit_test.result'],
    ...['drug_screen.result', 'background_check.result', 'other.result'],
  ])
})

test('keeps each field of records and of the due list', () => {
  const at = '2026-11-21T12:00:00.000Z'
  const id = '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
  const full = { ...healthRecordInput.parse(sampleHealthRecord), id, createdAt: at, updatedAt: at }
  expect(healthRecordList.parse({ items: [full] })).toEqual({ items: [full] })
  const due = { id, kind: 'tb_test', dueOn: '2027-01-01', title: 'TB test' }
  expect(dueHealthRecords.parse({ items: [due] })).toEqual({ items: [due] })
})
