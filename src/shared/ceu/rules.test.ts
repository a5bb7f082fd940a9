import { describe, expect, it } from 'vitest'
import { states } from '#shared/credentials/states.ts'
import data from '#shared/data/ce-rules.json' with { type: 'json' }
import certifications from '#shared/data/certifications.json' with { type: 'json' }
import type { CeRule, RuleTopic } from './rule.ts'
import { ceRules, findRule, parseRules, ruleForCertification, ruleForLicense } from './rules.ts'

const topics = ceRules.flatMap((rule) => rule.topics.map((topic) => ({ rule, topic })))
const namesOfRules = (where: (rule: CeRule) => boolean) => ceRules.filter(where).map(({ id }) => id)
const isInside = (inner: RuleTopic, outer: RuleTopic) =>
  inner !== outer && inner.tags.every((tag) => outer.tags.includes(tag))

const topic = {
  topic: 'Ethics',
  hours: 2,
  every: 'cycle',
  tags: ['Ethics'],
  onTop: false,
  onlyIf: null,
  note: null,
}
const cap = { kinds: ['course'], hours: 1, per: 'cycle', note: 'One in all' }
const end = { month: 1, day: 1, years: 'even' }

type Damage = [what: string, change: object, message: RegExp]
const invalid = (key: string, ...values: unknown[]) =>
  values.map((value): Damage => [`${key} ${JSON.stringify(value)}`, { [key]: value }, RegExp(key)])
const topicWith = (...changes: object[]) =>
  changes.flatMap((change) => invalid('topics', [{ ...topic, ...change }]))
const capWith = (...changes: object[]) =>
  changes.flatMap((change) => invalid('caps', [{ ...cap, ...change }]))
const endWith = (...changes: object[]) =>
  changes.flatMap((change) => invalid('renewal', { text: null, dates: [{ ...end, ...change }] }))

describe('an invalid rule', () => {
  const [first, ...others] = data.records
  const damage = (change: object) => () =>
    parseRules({ ...data, records: [{ ...first, ...change }, ...others] })

  it.each([
    ['hours as a word', { hours: 'twenty' }, /AL-RN.*hours/s],
    ['an unknown field', { hour: 24 }, /AL-RN.*hour/s],
    ['no source', { sources: [] }, /AL-RN.*sources/s],
    [
      'a month 13',
      { renewal: { text: null, dates: [{ month: 13, day: 1, years: 'even' }] } },
      /AL-RN.*month/s,
    ],
    ['no id', { id: undefined }, /at position 0/],
    ...invalid('id', 'xCERT-CCRN', 'TX-RNs', 'tx-RN', 'CERT-', 'CERT-ccrn', 'TEX-RN', 'TX-CNA'),
    ...invalid('version', '2026', null),
    ...invalid('license', 'CNA'),
    ...invalid('periodYears', 0, 11),
    ...invalid('hours', -1),
    ...invalid('firstRenewalHours', -1),
    ...invalid('confidence', 'sure'),
    ...invalid('refusedKinds', ['party']),
    ...invalid('boardUrl', 'the board'),
    ...invalid('sources', ['a book']),
    ...invalid('asOf', '26', '2026-1', '2026-01-01-01', 'in 2026', '2026 or so'),
    ...invalid('readOn', '2026'),
    ...['ceu', 'cme_credit', 'semester_credit', 'quarter_credit', 'minutesPerHour', 'other'].flatMap((unit) =>
      invalid('conversions', { [unit]: 0 }),
    ),
    ...topicWith({ topic: '' }, { topic: 'x'.repeat(201) }, { hours: 0 }, { tags: [] }, { tags: [''] }),
    ...topicWith(
      { tags: ['x'.repeat(51)] },
      { tags: Array(11).fill('x') },
      { notAtFirst: false },
      { more: 1 },
    ),
    ...topicWith(
      ...['weekly', '1 cycles', '10 cycles', '2 cyclesx', 'once more'].map((every) => ({ every })),
    ),
    ...capWith({ hours: 0 }, { per: 'week' }, { kinds: ['party'] }, { more: 1 }),
    ...endWith({ month: 0 }, { day: 0 }, { day: 32 }, { years: 'never' }, { more: 1 }),
    ...invalid('renewal', { text: null, years: 0, dates: [] }, { text: null, dates: [], more: 1 }),
  ])('is rejected by name: %s', (_what, change, message) => {
    expect(damage(change)).toThrow(message)
  })

  it('is the only one that is rejected', () => {
    expect(damage({})).not.toThrow()
    const topics = ['cycle', 'once', 'first-renewal', '2 cycles', '9 cycles'].map((every) => ({
      ...topic,
      every,
    }))
    const most = { ...topic, topic: 'x'.repeat(200), tags: Array(10).fill('x'.repeat(50)), notAtFirst: true }
    const dates = ['every', 'even', 'odd'].map((years) => ({ ...end, years }))
    const renewal = { text: null, years: 1, dates: [...dates, { ...end, month: 12, day: 31 }] }
    const caps = ['cycle', 'day'].map((per) => ({ ...cap, per }))
    expect(damage({ topics: [...topics, most], renewal, caps, hours: 0, firstRenewalHours: 0 })).not.toThrow()
    for (const asOf of ['2026', '2026-01', '2026-01-31', null]) expect(damage({ asOf })).not.toThrow()
    for (const confidence of ['high', 'medium', 'low']) expect(damage({ confidence })).not.toThrow()
  })
})

describe('the rules', () => {
  it('exist for every state and each of the three licenses, once', () => {
    const licenses = namesOfRules(({ license }) => license !== null)
    const expected = states.flatMap(({ code }) => ['RN', 'LPN', 'APRN'].map((kind) => `${code}-${kind}`))
    expect(licenses).toHaveLength(153)
    expect(licenses.toSorted()).toEqual(expected.toSorted())
  })

  it('have ids that name their license or certification', () => {
    for (const { id, jurisdiction, license, certification } of ceRules)
      expect(id).toBe(certification === null ? `${jurisdiction}-${license}` : `CERT-${certification}`)
  })

  it('are for known certifications, and agree on their years', () => {
    for (const rule of ceRules.filter(({ certification }) => certification !== null)) {
      const known = certifications.records.find(({ code }) => code === rule.certification)
      expect(known?.validityYears, rule.id).toBe(rule.periodYears)
    }
  })

  it('cite web addresses', () => {
    for (const { boardUrl, sources } of ceRules)
      for (const address of [boardUrl, ...sources]) expect(new URL(address).protocol).toMatch(/^https?:$/)
  })

  it('claim no verification and no compliance', () => {
    const sentences = ceRules.flatMap(({ hoursNote, alternatives, firstRenewalIf, renewal, topics }) => [
      [hoursNote, alternatives, firstRenewalIf, renewal.text],
      topics.flatMap(({ topic, onlyIf, note }) => [topic, onlyIf, note]),
    ])
    expect(sentences.flat().filter((text) => /verif|complian/i.test(text ?? ''))).toEqual([])
  })

  it('use whole years, and fewer years between renewals in only three rules', () => {
    expect(ceRules.filter(({ periodYears }) => !Number.isInteger(periodYears))).toEqual([])
    expect(namesOfRules(({ renewal }) => renewal.years !== undefined)).toEqual([
      'CT-APRN',
      'NC-APRN',
      'WV-LPN',
    ])
  })

  it('end their periods on valid days, and every year only if a period is one year', () => {
    for (const { id, periodYears, renewal } of ceRules)
      for (const { month, day, years } of renewal.dates) {
        expect(day, id).toBeLessThanOrEqual(new Date(Date.UTC(2024, month, 0)).getUTCDate())
        expect(years === 'every', id).toBe(periodYears === 1)
      }
  })

  it('require less at a first renewal, and have a condition only if they do', () => {
    for (const { id, hours, firstRenewalHours, firstRenewalIf, topics } of ceRules) {
      if (firstRenewalHours !== null) expect(firstRenewalHours, id).toBeLessThan(hours)
      else
        expect([firstRenewalIf, topics.find(({ notAtFirst }) => notAtFirst)], id).toEqual([
          undefined,
          undefined,
        ])
    }
  })

  it('reject life support in Arkansas and Hawaii', () => {
    expect(namesOfRules(({ refusedKinds }) => refusedKinds.length > 0)).toEqual([
      'AR-RN',
      'AR-LPN',
      'HI-RN',
      'HI-LPN',
    ])
  })
})

describe('the topics of the rules', () => {
  it('are unique in each rule', () => {
    for (const { id, topics } of ceRules) {
      const names = topics.map(({ topic }) => topic.toLowerCase())
      expect(new Set(names).size, id).toBe(names.length)
    }
  })

  it('fit into the hours that they are part of', () => {
    // BCEN requires 75 clinical and 50 accredited of 100, and a course can be both (https://bcen.org/recertify/).
    const overlapping = ['CERT-CEN', 'CERT-CPEN', 'CERT-TCRN', 'CERT-CFRN']
    const tooMany = ceRules.filter(({ hours, topics }) => {
      const parts = topics.filter(({ onTop }) => !onTop)
      const outermost = parts.filter((topic) => !parts.some((other) => isInside(topic, other)))
      return hours > 0 && outermost.reduce((sum, topic) => sum + (topic.hours ?? 0), 0) > hours
    })
    expect(tooMany.map(({ id }) => id)).toEqual(overlapping)
  })

  it('are never smaller than a topic inside them', () => {
    const nested = topics.flatMap(({ rule, topic }) => {
      const outer = rule.topics.find((other) => isInside(topic, other))
      return outer ? [{ id: rule.id, inner: topic.hours ?? 0, outer: outer.hours ?? 0 }] : []
    })
    expect(nested.map(({ id }) => id)).toEqual(['IL-APRN', 'KY-APRN', 'NH-APRN', 'SC-APRN', 'WI-APRN'])
    for (const { id, inner, outer } of nested) expect(inner, id).toBeLessThanOrEqual(outer)
  })

  it('are additional only if there is a total', () => {
    const onTop = topics.filter(({ topic }) => topic.onTop)
    expect(onTop.filter(({ rule }) => rule.hours === 0)).toEqual([])
  })

  it('recur at intervals of at most six years', () => {
    for (const { rule, topic } of topics.filter(({ topic }) => /cycles$/.test(topic.every)))
      expect(Number(topic.every[0]) * rule.periodYears, `${rule.id} ${topic.topic}`).toBeLessThanOrEqual(6)
  })

  it('share one vocabulary: each tag has one spelling, and fits an entry', () => {
    const labels = new Set(topics.flatMap(({ topic }) => topic.tags))
    const plain = [...labels].map((label) => label.toLowerCase().replace(/[^a-z]/g, ''))
    expect(new Set(plain).size).toBe(labels.size)
    for (const label of labels) expect(label).toMatch(/^\S.{0,48}\S$/)
  })

  it('let one course on implicit bias count in five states', () => {
    const where = topics.filter(({ topic }) => topic.tags.includes('Implicit bias'))
    const found = new Set(where.map(({ rule }) => rule.jurisdiction))
    expect([...found].toSorted()).toEqual(['CA', 'IL', 'KY', 'MD', 'MI'])
  })
})

describe('the rule', () => {
  it.each([
    ['TX', 'RN', 'TX-RN'],
    [' texas ', 'lvn', 'TX-LPN'],
    ['District of Columbia', 'LPN', 'DC-LPN'],
    ['fl', 'FNP', 'FL-APRN'],
    ['NY', 'CRNA', 'NY-APRN'],
    ['OH', ' CNM ', 'OH-APRN'],
    ['TX', 'CNA', undefined],
    ['TX', 'DNP', undefined],
    ['TX', 'PhD-RN', undefined],
    ['PR', 'RN', undefined],
    ['', '', undefined],
  ])('for a license: %j %j is %s', (state, type, id) => {
    expect(ruleForLicense({ state, type })?.id).toBe(id)
  })

  it('for a certification, and none if its hours are not known', () => {
    expect(ruleForCertification('ccrn')?.id).toBe('CERT-CCRN')
    expect(ruleForCertification('FNP-BC')?.hours).toBe(75)
    expect(ruleForCertification('OCN')).toBeNull()
    expect(ruleForCertification('TX-RN')).toBeNull()
  })

  it('by its id', () => {
    expect(findRule('KY-RN')?.board).toBe('Kentucky Board of Nursing')
    expect(findRule('XX-RN')).toBeNull()
  })
})
