import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { type CredentialFact, noFacts, type VaultFacts } from './facts.ts'
import { type ItemInput, type ListItem, listItem } from './item.ts'
import { requirementListInput } from './list.ts'
import { presentMatch } from './list-match.ts'
import { matchList } from './match.ts'
import { matchText } from './match-text.ts'
import { packetOf } from './packet.ts'
import { sampleList } from './sample.ts'

const today = '2026-11-23'
const contract = { startsOn: '2027-01-04', endsOn: '2027-04-04' }
const blank = {
  type: null,
  state: null,
  multistate: null,
  code: null,
  name: null,
  issuedAt: null,
  expiresAt: null,
}
const card = (more: Partial<CredentialFact> = {}): CredentialFact => ({
  ...{ ...blank, id: 'bls', kind: 'certification', title: 'BLS', code: 'BLS', name: 'Basic Life Support' },
  ...{ neverExpires: false, expiresAt: '2028-01-31', ...more },
})
const license = (more: Partial<CredentialFact> = {}): CredentialFact => ({
  ...{ ...blank, id: 'tx', kind: 'license', title: 'Texas RN', type: 'RN', state: 'TX', multistate: true },
  ...{ neverExpires: false, expiresAt: '2028-03-31', ...more },
})
const record = (performedOn: string | null, expiresOn: string | null = null) => ({
  ...{ id: 'tb', kind: 'tb_test' as const, title: 'QuantiFERON', performedOn, expiresOn },
})
const bls: ItemInput = { kind: 'certification', title: 'BLS', code: 'BLS', validThrough: 'last_day' }
const rn: ItemInput = { kind: 'license', title: 'RN', type: 'RN', state: 'CA', orCompact: true }
const tb: ItemInput = {
  kind: 'health',
  title: 'TB',
  record: 'tb_test',
  issuedWithin: { amount: 12, unit: 'months' },
}
const resume: ItemInput = { kind: 'document', title: 'Resume' }

const itemOf = (input: object): ListItem => listItem.parse(input)
function match(input: object, facts: Partial<VaultFacts>, days = contract) {
  const item = itemOf(input)
  const [found] = matchList({ ...days, items: [item] }, { ...noFacts, ...facts }, today)
  if (!found) throw new Error('No match')
  return { ...found, ...matchText(item, found, (date) => date, english) }
}
const stateOf = (input: object, facts: Partial<VaultFacts>, days?: typeof contract) =>
  match(input, facts, days).state
const credentials = (...list: CredentialFact[]) => ({ credentials: list })
const noDays = { startsOn: null, endsOn: null } as unknown as typeof contract

describe('the truth table of a card', () => {
  test.each([
    ['no card', bls, [], 'missing'],
    ['another card', bls, [card({ code: 'ACLS', name: 'ACLS' })], 'missing'],
    ['to the last day', bls, [card({ expiresAt: '2027-04-04' })], 'held'],
    ['to the day before', bls, [card({ expiresAt: '2027-04-03' })], 'ends_during'],
    ['to the first day', bls, [card({ expiresAt: '2027-01-04' })], 'ends_during'],
    ['to the day before the first', bls, [card({ expiresAt: '2027-01-03' })], 'ended'],
    ['over already', bls, [card({ expiresAt: '2026-11-22' })], 'ended'],
    [
      'over already, and no rule',
      { ...bls, validThrough: null },
      [card({ expiresAt: '2026-11-22' })],
      'ended',
    ],
    ['the first day is enough', { ...bls, validThrough: null }, [card({ expiresAt: '2027-01-04' })], 'held'],
    ['through a date', { ...bls, validThrough: '2028-02-01' }, [card()], 'ends_during'],
    ['never expires', bls, [card({ expiresAt: null, neverExpires: true })], 'held'],
    ['without a date', bls, [card({ expiresAt: null })], 'unknown'],
    ['by its name alone', bls, [card({ code: null, name: 'basic life support' })], 'held'],
    ['two good ones', bls, [card(), card({ id: 'other' })], 'choice'],
    ['a good and an ended one', bls, [card({ id: 'old', expiresAt: '2026-01-01' }), card()], 'held'],
    ['a good one and one without a date', bls, [card({ id: 'x', expiresAt: null }), card()], 'held'],
    [
      'two good ones, one chosen',
      { ...bls, choice: { resource: { type: 'certification', id: uuid(2) } } },
      [card({ id: uuid(1) }), card({ id: uuid(2) })],
      'held',
    ],
    [
      'a chosen one that is gone',
      { ...bls, choice: { resource: { type: 'certification', id: uuid(9) } } },
      [card()],
      'held',
    ],
    [
      'issued in time',
      { ...bls, issuedWithin: { amount: 24, unit: 'months' } },
      [card({ issuedAt: '2025-01-04' })],
      'held',
    ],
    [
      'issued a day too early',
      { ...bls, issuedWithin: { amount: 24, unit: 'months' } },
      [card({ issuedAt: '2025-01-03' })],
      'too_old',
    ],
    [
      'issued nobody knows when',
      { ...bls, issuedWithin: { amount: 24, unit: 'months' } },
      [card()],
      'unknown',
    ],
  ])('%s', (_name, item, list, expected) => {
    expect(stateOf(item, credentials(...list))).toBe(expected)
  })

  test('without contract dates, today decides', () => {
    expect(stateOf(bls, credentials(card()), noDays)).toBe('held')
    expect(stateOf(bls, credentials(card({ expiresAt: today })), noDays)).toBe('held')
    expect(stateOf(bls, credentials(card({ expiresAt: '2026-11-01' })), noDays)).toBe('ended')
    expect(stateOf(bls, credentials(card({ expiresAt: null })), noDays)).toBe('unknown')
    const aged = { ...bls, validThrough: null, issuedWithin: { amount: 1, unit: 'months' } }
    expect(stateOf(aged, credentials(card({ issuedAt: '2026-11-01' })), noDays)).toBe('held')
    expect(stateOf(aged, credentials(card({ issuedAt: '2026-10-01' })), noDays)).toBe('too_old')
  })

  test('gives the day it ends', () => {
    expect(match(bls, credentials(card({ expiresAt: '2027-02-28' }))).reason).toBe(
      'BLS expires on 2027-02-28. You need it through 2027-04-04.',
    )
  })
})

describe('a license', () => {
  test.each([
    ['of the state', [license({ state: 'California', multistate: false })], 'held'],
    ['multistate of another', [license()], 'held'],
    ['single state of another', [license({ multistate: false })], 'missing'],
    ['of another state, unsaid', [license({ multistate: null })], 'unknown'],
    ['unsaid and expired', [license({ multistate: null, expiresAt: '2026-01-01' })], 'ended'],
    ['of another type', [license({ type: 'LPN' })], 'missing'],
  ])('%s', (_name, list, expected) => {
    expect(stateOf(rn, credentials(...list))).toBe(expected)
  })

  test('LVN counts as LPN, and without a state any state matches', () => {
    const lpn = { kind: 'license', title: 'LPN', type: 'LPN' }
    expect(stateOf(lpn, credentials(license({ type: 'LVN', state: 'CA' })))).toBe('held')
    expect(
      stateOf({ ...lpn, orCompact: true }, credentials(license({ type: 'LVN', multistate: false }))),
    ).toBe('missing')
  })
})

describe('health, documents and forms', () => {
  test.each([
    ['12 months before the start', record('2026-01-04'), 'held'],
    ['13 months before', record('2025-12-04'), 'too_old'],
    ['a day too early', record('2026-01-03'), 'too_old'],
    ['without a date', record(null), 'unknown'],
    ['over', record('2026-03-01', '2026-11-01'), 'ended'],
  ])('a TB test %s', (_name, one, expected) => {
    expect(stateOf(tb, { healthRecords: [one] })).toBe(expected)
    expect(match(tb, { healthRecords: [one] }).shares).toEqual([])
  })

  test('a health record can be missing; only the owner can confirm a document or a form', () => {
    expect(stateOf(tb, {})).toBe('missing')
    expect(stateOf(resume, {})).toBe('choice')
    expect(stateOf({ kind: 'form', title: 'W-4' }, {})).toBe('choice')
  })

  test('the owner’s word is described as such, and can be too old', () => {
    expect(match({ ...resume, choice: {} }, {})).toMatchObject({
      ...{ state: 'held', shares: [], reason: 'You said you have it. No file is attached.' },
    })
    expect(stateOf({ ...tb, choice: { issuedOn: '2025-12-04' } }, {})).toBe('too_old')
    expect(stateOf({ ...tb, choice: { issuedOn: '2026-01-04' } }, {})).toBe('held')
    expect(stateOf({ ...tb, choice: {} }, {})).toBe('unknown')
  })

  test('shares a chosen file, unless it is about health or deleted', () => {
    const files = [{ id: uuid(1), name: 'scan.pdf' }]
    const choice = { resource: { type: 'file', id: uuid(1) }, issuedOn: '2026-10-01' }
    expect(match({ ...resume, choice }, { files }).shares).toEqual([
      { resourceType: 'file', resourceId: uuid(1) },
    ])
    expect(stateOf({ ...resume, choice }, {})).toBe('choice')
    const items = [itemOf({ ...tb, choice }), itemOf({ ...resume, choice })]
    const matches = matchList({ ...contract, items }, { ...noFacts, files }, today)
    expect(matches.map(({ state }) => state)).toEqual(['held', 'held'])
    expect(packetOf(items, matches)).toEqual([])
  })
})

describe('CE hours', () => {
  const ethics: ItemInput = { kind: 'ce', title: 'Ethics', topic: 'Ethics & law', hours: 3 }
  const entry = (hours: number, completedAt: string, tags = ['ethics and law'], fileIds = ['f1']) => ({
    ...{ id: completedAt, title: 'Course', hours, completedAt, topicTags: tags, fileIds },
  })
  test.each([
    ['enough', {}, [entry(2, '2025-01-01'), entry(1, '2026-01-01')], 'held'],
    ['of another topic', {}, [entry(5, '2026-01-01', ['Pain'])], 'missing'],
    ['before the day', { since: '2025-06-01' }, [entry(3, '2025-05-31')], 'missing'],
    ['since the day', { since: '2025-06-01' }, [entry(3, '2025-06-01')], 'held'],
    [
      'of the last 12 months',
      { issuedWithin: { amount: 12, unit: 'months' } },
      [entry(3, '2026-01-03')],
      'missing',
    ],
    ['any topic', { topic: null }, [entry(3, '2026-01-03', [])], 'held'],
  ])('%s', (_name, more, entries, expected) => {
    expect(stateOf({ ...ethics, ...more }, { entries })).toBe(expected)
  })

  test('shares the certificates of the entries that count, and mentions how many have none', () => {
    const entries = [
      entry(2, '2026-02-01'),
      entry(1, '2026-01-01', ['Ethics and law'], []),
      entry(9, '2026-03-01', ['Pain'], ['f2']),
    ]
    expect(match(ethics, { entries })).toMatchObject({
      shares: [{ resourceType: 'file', resourceId: 'f1' }],
      advice: '1 of 2 courses has no certificate to share.',
    })
  })
})

describe('a packet', () => {
  const codes = ['BLS', 'ACLS', 'PALS', 'CCRN']
  const day = fc
    .integer({ min: 0, max: 800 })
    .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
  const anyCard = fc.record({
    code: fc.constantFrom(...codes),
    expiresAt: fc.option(day),
    issuedAt: fc.option(day),
    neverExpires: fc.boolean(),
  })
  const anyItem = fc.oneof(
    fc.record({
      kind: fc.constant('certification'),
      title: fc.constant('x'),
      code: fc.constantFrom(...codes),
      validThrough: fc.constantFrom(null, 'last_day'),
    }),
    fc.record({
      kind: fc.constant('license'),
      title: fc.constant('x'),
      type: fc.constant('RN'),
      state: fc.constantFrom('TX', 'CA', null),
      orCompact: fc.boolean(),
    }),
    fc.constant({ kind: 'document', title: 'Resume' }),
  )
  test('contains nothing unlisted, and nothing that is invalid on the first day', () => {
    fc.assert(
      fc.property(
        fc.array(anyCard, { maxLength: 8 }),
        fc.array(anyItem, { minLength: 1, maxLength: 6 }),
        (cards, asked) => {
          const list = cards.map((each, index) =>
            card({ ...each, expiresAt: each.neverExpires ? null : each.expiresAt, id: `${index}` }),
          )
          const facts = {
            ...noFacts,
            credentials: [...list, license({ id: 'tx' })],
            files: [{ id: 'f', name: 'f.pdf' }],
          }
          const items = asked.map(itemOf)
          const packet = packetOf(items, matchList({ ...contract, items }, facts, today))
          for (const { resourceType, resourceId } of packet) {
            const held = facts.credentials.find(({ id }) => id === resourceId)
            expect(resourceType).toBe(held?.kind)
            expect(
              items.some((item) =>
                item.kind === 'certification' ? item.code === held?.code : item.kind === held?.kind,
              ),
            ).toBe(true)
            expect(held?.neverExpires || (held?.expiresAt ?? '') >= contract.startsOn).toBe(true)
          }
          expect(new Set(packet.map(({ resourceId }) => resourceId)).size).toBe(packet.length)
        },
      ),
    )
  })

  test('is part of the answer for a list', () => {
    const list = { ...requirementListInput.parse(sampleList), id: uuid(1), createdAt: '', updatedAt: '' }
    const { items, packet } = presentMatch(
      list,
      { ...noFacts, credentials: [license({ id: uuid(2) })] },
      { today, locale: null },
      english,
    )
    expect(items.map(({ state }) => state)).toEqual([
      'held',
      'missing',
      'missing',
      'missing',
      'choice',
      'choice',
    ])
    expect(items[0]).toMatchObject({
      asks: 'RN license of Texas, or a multistate license',
      reason: 'You have Texas RN, until Mar 31, 2028.',
    })
    expect(packet).toEqual([{ resourceType: 'license', resourceId: uuid(2) }])
  })
})

function uuid(last: number): string {
  return `00000000-0000-4000-8000-00000000000${last}`
}
