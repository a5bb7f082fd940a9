import { describe, expect, it } from 'vitest'
import manifest from '#rules/manifest.json' with { type: 'json' }
import { states } from '#shared/credentials/states.ts'
import certifications from '#shared/data/certifications.json' with { type: 'json' }
import { ceRuleOf, needOf, topicOf, wayWith } from '#testing/ce-rule.ts'
import type { CeRule, RuleTopic } from './rule.ts'
import { createRuleBook, parseRules } from './rule-book.ts'
import { embeddedRules } from './rules.ts'

const { rules } = embeddedRules
const topics = rules.flatMap((rule) => rule.topics.map((topic) => ({ rule, topic })))
const isInside = (inner: RuleTopic, outer: RuleTopic) =>
  inner !== outer && inner.tags.every((tag) => outer.tags.includes(tag))
const fileOf = (...records: object[]) => ({ version: '2026-11.1', asOf: '2026-11-22', records })

type Damage = [what: string, change: object, message: RegExp]
const invalid = (key: string, ...values: unknown[]) =>
  values.map(
    (value): Damage => [`${key} ${JSON.stringify(value)}`, { [key]: value }, RegExp(`TX-RN.*${key}`, 's')],
  )
const topicWith = (...changes: object[]) =>
  changes.flatMap((change) => invalid('topics', [{ ...topicOf('ethics'), ...change }]))
const needWith = (...changes: object[]) =>
  changes.flatMap((change) => invalid('ways', [{ ...wayWith('ce'), needs: [{ ...needOf(), ...change }] }]))
const { renewal, firstRenewal } = ceRuleOf()

describe('an invalid rule', () => {
  it.each([
    ...invalid('more', 24),
    ...invalid('version', '2026', null),
    ...invalid('license', 'CNA'),
    ...invalid('roles', ['RN']),
    ...invalid('effectiveUntil', '2026'),
    ...invalid('periodYears', 0, 11),
    ...invalid('renewal', { ...renewal, basis: 'moon' }, { ...renewal, years: 0 }),
    ...invalid('renewal', { ...renewal, dates: [{ month: 13, day: 1, years: 'even' }] }),
    ...invalid('renewal', { ...renewal, monthsAfterBirthMonth: 12 }),
    ...invalid('hoursPerUnit', 0),
    ...invalid('firstRenewal', { ...firstRenewal, rule: 'free' }, { ...firstRenewal, hours: -1 }),
    ...invalid('limits', [{ what: '', kinds: ['party'], hours: 1, per: 'cycle', note: null }]),
    ...invalid('excludes', [{ what: '', kinds: ['party'], note: null }]),
    ...invalid('conversions', { ceu: 0 }, { other: 1 }),
    ...invalid('boardUrl', 'the board'),
    ...invalid('evidence', [{ url: 'a book', kind: 'board', speaksOf: null, supports: [] }]),
    ...invalid('checked', { ...ceRuleOf().checked, hours: 'sure' }, { hours: 'official' }),
    ...invalid('readOn', '2026'),
    ...topicWith({ key: 'Ethics' }, { topic: '' }, { hours: 0 }, { tags: [] }, { tags: ['x'.repeat(51)] }),
    ...topicWith(...['weekly', '1 cycles', '10 cycles', '0 years', 'once more'].map((every) => ({ every }))),
    ...topicWith({ deadline: '2026-12-31' }, { effectiveFrom: '2026' }, { replaces: '' }, { more: 1 }),
    ...needWith({ kind: 'prayer' }, { amount: 0 }, { years: 0 }, { categories: ['A'] }, { more: 1 }),
    ...invalid('ways', [{ ...wayWith('ce'), needs: [] }]),
  ])('is rejected by name: %s', (_what, change, message) => {
    expect(() => parseRules(fileOf({ ...ceRuleOf(), ...change }))).toThrow(message)
  })

  it('is identified by its position if it has no id, or a malformed one', () => {
    expect(() => parseRules(fileOf(ceRuleOf(), { ...ceRuleOf(), id: undefined }))).toThrow(/at position 1/)
    for (const id of ['xCERT-CCRN', 'TX-RNs', 'tx-RN', 'CERT-', 'CERT-ccrn', 'TEX-RN', 'TX-CNA', 'TX-RN-NP2'])
      expect(() => parseRules(fileOf(ceRuleOf({ id }))), id).toThrow(/id/)
    for (const id of ['TX-RN', 'OR-APRN-NP', 'CERT-CCRN', 'CERT-NE-BC'])
      expect(() => parseRules(fileOf(ceRuleOf({ id }))), id).not.toThrow()
  })
})

describe('the rules', () => {
  it('exist for every state and each of the three licenses', () => {
    const covered = new Set(rules.map(({ jurisdiction, license }) => `${jurisdiction}-${license}`))
    const expected = states.flatMap(({ code }) => ['RN', 'LPN', 'APRN'].map((kind) => `${code}-${kind}`))
    expect(expected.filter((each) => !covered.has(each))).toEqual([])
  })

  it('have ids that name their license and role, or their certification', () => {
    for (const { id, jurisdiction, license, certification } of rules)
      if (certification === null) expect(id.startsWith(`${jurisdiction}-${license}`), id).toBe(true)
      else expect(id).toBe(`CERT-${certification}`)
  })

  it('are for known certifications, and agree on their years', () => {
    for (const rule of rules.filter(({ certification }) => certification !== null)) {
      const known = certifications.records.find(({ code }) => code === rule.certification)
      expect(known, rule.id).toBeDefined()
      if (known?.validityYears !== null) expect(known?.validityYears, rule.id).toBe(rule.periodYears)
    }
  })

  it('cite web addresses', () => {
    for (const { boardUrl, evidence } of rules)
      for (const address of [boardUrl, ...evidence.map(({ url }) => url)])
        expect(new URL(address).protocol).toMatch(/^https?:$/)
  })

  it('claim no verification and no compliance, and use no feminine pronouns', () => {
    const said = rules.flatMap((rule) => textsOf(rule).map((text) => `${rule.id}: ${text}`))
    expect(said.filter((text) => /\b(verified|compliant|she|her|hers)\b/i.test(text))).toEqual([])
  })

  it('end their periods on valid days', () => {
    for (const { id, renewal } of rules)
      for (const { month, day } of renewal.dates)
        expect(day, id).toBeLessThanOrEqual(new Date(Date.UTC(2024, month, 0)).getUTCDate())
  })

  it('refer to their own topics', () => {
    for (const { id, topics, firstRenewal } of rules) {
      const keys = topics.map(({ key }) => key)
      for (const key of [...firstRenewal.topicsStillDue, ...topics.flatMap(({ replaces }) => replaces ?? [])])
        expect(keys, id).toContain(key)
    }
  })
})

/** Every sentence and name of a rule, without addresses. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [] : [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

describe('the topics of the rules', () => {
  it('are unique within each rule', () => {
    for (const { id, topics } of rules) {
      const names = topics.map(({ topic }) => topic.toLowerCase())
      expect(new Set(names).size, id).toBe(names.length)
    }
  })

  it('fit into the hours that they are part of', () => {
    const tooMany = rules.filter(({ ways, topics }) => {
      const hours = Math.max(...ways.map((way) => sum(way.needs.filter(({ kind }) => kind === 'ce'))))
      const parts = topics.filter(({ onTop, every }) => !onTop && every === 'cycle')
      const outermost = parts.filter((topic) => !parts.some((other) => isInside(topic, other)))
      return hours > 0 && outermost.reduce((total, topic) => total + (topic.hours ?? 0), 0) > hours
    })
    expect(tooMany.map(({ id }) => id)).toEqual([])
  })

  it('are never smaller than a topic inside them', () => {
    for (const { rule, topic } of topics) {
      const outer = rule.topics.find((other) => isInside(topic, other) && other.every === topic.every)
      if (outer?.hours && topic.hours)
        expect(topic.hours, `${rule.id} ${topic.key}`).toBeLessThanOrEqual(outer.hours)
    }
  })

  it('share one vocabulary: each tag has one spelling, and fits into an entry', () => {
    const labels = new Set(topics.flatMap(({ topic }) => topic.tags))
    const plain = [...labels].map((label) => label.toLowerCase().replace(/[^a-z0-9]/g, ''))
    expect(new Set(plain).size).toBe(labels.size)
    for (const label of labels) expect(label).toMatch(/^\S.{0,48}\S$/)
  })

  it('let one course on implicit bias count in several states', () => {
    const where = topics.filter(({ topic }) => topic.tags.includes('Implicit bias'))
    const found = new Set(where.map(({ rule }) => rule.jurisdiction))
    expect([...found]).toEqual(expect.arrayContaining(['CA', 'IL', 'MD', 'MI']))
  })
})

const sum = (needs: { amount: number | null }[]) =>
  needs.reduce((total, { amount }) => total + (amount ?? 0), 0)

describe('the rule', () => {
  const on = '2027-03-31'

  it.each([
    ['TX', 'RN', 'TX-RN'],
    [' texas ', 'lvn', 'TX-LPN'],
    ['District of Columbia', 'LPN', 'DC-LPN'],
    ['fl', 'FNP', 'FL-APRN'],
    ['OH', ' CNM ', 'OH-APRN'],
    ['OR', 'FNP', 'OR-APRN-NP'],
    ['OR', 'CRNA', 'OR-APRN-CRNA'],
    ['IN', 'CRNA', 'IN-APRN-CRNA'],
    ['IN', 'CNS', 'IN-APRN'],
    ['TX', 'CNA', undefined],
    ['TX', 'DNP', undefined],
    ['TX', 'PhD-RN', undefined],
    ['PR', 'RN', undefined],
    ['', '', undefined],
  ])('for a license: %j %j is %s', (state, type, id) => {
    expect(embeddedRules.forLicense({ state, type }, on)?.id).toBe(id)
  })

  it('for an APRN without a known role is null if it depends on the role', () => {
    const id = (state: string) => embeddedRules.forLicense({ state, type: 'APRN' }, on)?.id
    expect([id('TX'), id('OR'), id('IN')]).toEqual(['TX-APRN', undefined, undefined])
  })

  it('for a certification', () => {
    expect(embeddedRules.forCertification(' ccrn', on)?.id).toBe('CERT-CCRN')
    expect(embeddedRules.forCertification('TX-RN', on)).toBeNull()
  })

  it('by its id, and by the day on which the cycle ends', () => {
    expect(embeddedRules.find('KY-RN', on)?.board).toBe('Kentucky Board of Nursing')
    expect(embeddedRules.find('XX-RN', on)).toBeNull()
    expect(embeddedRules.find('OR-RN', '2027-12-31')?.ways).toEqual([])
    expect(embeddedRules.find('OR-RN', '2028-01-01')?.ways).toMatchObject([{ needs: [{ amount: 20 }] }])
    expect(embeddedRules.find('OR-RN', '2025-12-31')).toBeNull()
  })
})

describe('two rules with the same id', () => {
  const until = ceRuleOf({ effectiveUntil: '2027-12-31' })
  const book = (...records: CeRule[]) => createRuleBook(fileOf(...records))

  it('succeed each other, in any order of the list', () => {
    const from = ceRuleOf({ effectiveFrom: '2028-01-01' })
    for (const records of [
      [until, from],
      [from, until],
    ])
      expect(book(...records).find('TX-RN', '2028-01-01')).toEqual(from)
  })

  it('must not be in effect on the same day', () => {
    expect(() => book(ceRuleOf(), ceRuleOf())).toThrow('Two CE rules TX-RN are in effect on the same day')
    expect(() => book(until, ceRuleOf({ effectiveFrom: '2027-12-31' }))).toThrow('on the same day')
  })
})

it('the built-in rules are those of the pack', () => {
  const { version, asOf } = embeddedRules
  expect({ version, asOf }).toEqual({ version: manifest.version, asOf: manifest.asOf })
})
