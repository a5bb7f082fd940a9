import { expect, test } from 'vitest'
import { ceRuleOf, needOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import { ceRule, needKind } from './rule.ts'

const isAccepted = (more: object) => ceRule.safeParse({ ...ceRuleOf(), ...more }).success
const base = ceRuleOf()
const evidence = (more: object) => ({
  evidence: [{ url: 'https://board.example/', kind: 'board', speaksOf: null, supports: [], ...more }],
})
const renewal = (more: object) => ({ renewal: { ...base.renewal, ...more } })
const date = { month: 1, day: 1, years: 'every' }

test.each([
  ...['TX-RN', 'OR-LPN', 'OR-APRN', 'OR-APRN-NP', 'CERT-CCRN', 'CERT-RNC-OB'].map((id) => ({ id })),
  ...['RN', 'LPN', 'APRN', null].map((license) => ({ license })),
  { roles: ['NP', 'CRNA', 'CNM', 'CNS'] },
  { periodYears: 10 },
  ...['fixed', 'group', 'birth-month', 'birth-date', 'issue-date', 'unknown'].map((basis) =>
    renewal({ basis }),
  ),
  ...[-11, 11].map((monthsAfterBirthMonth) => renewal({ monthsAfterBirthMonth })),
  ...[1, 28].map((dayOfMonth) => renewal({ dayOfMonth })),
  ...['every', 'even', 'odd'].map((years) => renewal({ dates: [{ ...date, years }] })),
  renewal({ dates: [{ ...date, month: 12, day: 31 }] }),
  ...['statute', 'regulation', 'board', 'issuer', 'association', 'law-firm', 'vendor', 'other'].map((kind) =>
    evidence({ kind }),
  ),
  ...['2026', '2026-01', '2026-01-31'].map((speaksOf) => evidence({ speaksOf })),
  ...['official', 'secondary', 'uncited', 'none_found'].map((kind) => ({
    checked: { ...base.checked, hours: kind },
  })),
  ...['same', 'exempt', 'reduced', 'prorated', 'unknown'].map((rule) => ({
    firstRenewal: { ...base.firstRenewal, rule, hours: 0, perMonth: 0.5 },
  })),
  { pending: [{ what: 'More hours', expected: '2027', source: null }] },
  { limits: [{ what: 'x', kinds: ['course'], hours: 5, per: 'day', note: null }] },
  { excludes: [{ what: 'x', kinds: ['course'], note: null }] },
  {
    carryOver: { allowed: true, hours: 5, note: 'x' },
    keepRecordsYears: 4,
    exemptions: ['x'],
    uncited: ['x'],
  },
  { window: { applyFrom: 'x', applyBy: 'x', earnBy: 'x', note: 'x' } },
  { ways: [wayWith('a-1', needOf({ amount: 0.5, years: 1, lastYearAmount: 1, individualMin: 1 }))] },
  ...['cycle', 'once', 'first-renewal', '2 cycles', '9 cycles', '1 years', '9 years'].map((every) => ({
    topics: [topicOf('pain', { every })],
  })),
  {
    topics: [
      topicOf('pain', {
        deadline: { date: '2027-01-31', yearsAfterLicensure: 1, text: 'x' },
        replaces: 'opioids-2',
        hours: null,
      }),
    ],
  },
  ...needKind.options.map((kind) => ({ ways: [wayWith('ce', { kind })] })),
  {
    ways: [wayWith('ce', { categories: [{ key: 'x'.repeat(40), title: 'x'.repeat(200), min: 0, max: 1 }] })],
  },
  { ways: [{ ...wayWith('ce', {}), title: 'x'.repeat(200), topicsDue: ['pain-1'] }] },
  { hoursPerUnit: null },
])('a rule may say %j', (more) => {
  expect(isAccepted(more)).toBe(true)
})

test.each([
  ...['TX', 'TX-MD', 'tx-RN', 'TX-RN-NPX', 'XTX-RN', 'CERT-', 'CERT-ccrn', 'TX-RN-'].map((id) => ({ id })),
  { version: '2026' },
  { license: 'MD' },
  { roles: ['MD'] },
  { periodYears: 0 },
  { periodYears: 11 },
  { effectiveFrom: '2026' },
  { effectiveUntil: 'soon' },
  renewal({ basis: 'luck' }),
  renewal({ years: 0 }),
  renewal({ monthsAfterBirthMonth: 12 }),
  renewal({ monthsAfterBirthMonth: -12 }),
  renewal({ dayOfMonth: 0 }),
  renewal({ dayOfMonth: 29 }),
  ...[{ month: 0 }, { month: 13 }, { day: 0 }, { day: 32 }, { years: 'leap' }, { more: 1 }].map((more) =>
    renewal({ dates: [{ ...date, ...more }] }),
  ),
  renewal({ more: 1 }),
  { unit: '' },
  { hoursPerUnit: 0 },
  evidence({ url: 'board' }),
  evidence({ kind: 'rumor' }),
  ...['26', '2026-1', '2026-01-01-01', 'x2026', '2026x'].map((speaksOf) => evidence({ speaksOf })),
  evidence({ more: 1 }),
  { checked: { ...base.checked, hours: 'surely' } },
  { checked: { hours: 'official' } },
  { firstRenewal: { ...base.firstRenewal, rule: 'never' } },
  { firstRenewal: { ...base.firstRenewal, hours: -1 } },
  { firstRenewal: { ...base.firstRenewal, perMonth: 0 } },
  { firstRenewal: { ...base.firstRenewal, more: 1 } },
  { pending: [{ what: 'x', expected: null, source: null, more: 1 }] },
  { limits: [{ what: 'x', kinds: ['nap'], hours: 5, per: 'day', note: null }] },
  { limits: [{ what: 'x', kinds: [], hours: 5, per: 'week', note: null }] },
  { limits: [{ what: 'x', kinds: [], hours: 0, per: 'day', note: null }] },
  { excludes: [{ what: 'x', kinds: [], note: null, more: 1 }] },
  { carryOver: { allowed: null, hours: 0, note: null } },
  { carryOver: { allowed: null, hours: null, note: null, more: 1 } },
  { window: { ...base.window, more: 1 } },
  { keepRecordsYears: 0 },
  { boardUrl: 'board' },
  { readOn: 'today' },
  { more: 1 },
  ...['A', 'a--b', 'a-', '-a', ''].map((id) => ({ ways: [{ ...wayWith('ce', {}), id }] })),
  { ways: [{ ...wayWith('ce', {}), needs: [] }] },
  { ways: [{ ...wayWith('ce', {}), title: '' }] },
  { ways: [{ ...wayWith('ce', {}), title: 'x'.repeat(201) }] },
  { ways: [{ ...wayWith('ce', {}), more: 1 }] },
  ...['amount', 'years', 'lastYearAmount', 'individualMin'].map((field) => ({
    ways: [wayWith('ce', { [field]: 0 })],
  })),
  { ways: [wayWith('ce', { more: 1 } as object)] },
  { topics: [{ ...topicOf('pain'), more: 1 }] },
  ...['1 cycles', '10 cycles', 'cycles', '0 years', '10 years', 'xonce', 'once a year'].map((every) => ({
    topics: [topicOf('pain', { every })],
  })),
  ...[
    { key: 'Pain' },
    { topic: '' },
    { topic: 'x'.repeat(201) },
    { hours: 0 },
    { effectiveFrom: '2026' },
    { effectiveUntil: '2026' },
    { tags: [] },
    { tags: [''] },
    { tags: ['x'.repeat(51)] },
    { tags: Array(11).fill('x') },
    { replaces: 'Pain' },
    { deadline: { date: 'soon', yearsAfterLicensure: null, text: 'x' } },
    { deadline: { date: null, yearsAfterLicensure: 0, text: 'x' } },
    { deadline: { date: null, yearsAfterLicensure: null, text: 'x', more: 1 } },
  ].map((more) => ({ topics: [topicOf('pain', more)] })),
  ...[
    { key: '' },
    { key: 'x'.repeat(41) },
    { title: '' },
    { title: 'x'.repeat(201) },
    { min: -1 },
    { max: 0 },
  ].map((more) => ({
    ways: [wayWith('ce', { categories: [{ key: 'k', title: 't', min: null, max: null, ...more }] })],
  })),
  { ways: [{ ...wayWith('ce', {}), topicsDue: ['Pain'] }] },
  { ways: [wayWith('ce', { kind: 'nap' } as object)] },
])('a rule is refused with %j', (more) => {
  expect(isAccepted(more)).toBe(false)
})
