import { describe, expect, it } from 'vitest'
import { needOf } from '#testing/ce-rule.ts'
import type { NeedAnswer } from './answers.ts'
import { assessNeeds, cycleNeed, type HeldCertification, type Recorded } from './needs.ts'
import type { RuleNeed } from './rule.ts'

type Given = {
  answer?: Partial<NeedAnswer>
  certifications?: HeldCertification[]
  recorded?: (from: string) => Partial<Recorded>
}

/** One need of the way `w`, in a cycle from 2025 to 2026. */
function assess(need: Partial<RuleNeed>, { answer, certifications = [], recorded = () => ({}) }: Given = {}) {
  const [first] = assessNeeds([{ ...needOf({ amount: null, ...need }), id: 'w:0' }], {
    answers: answer ? [{ need: 'w:0', isDone: false, credentialId: null, ...answer }] : [],
    certifications,
    recorded: (_kind, from) => ({ amount: 0, records: 0, isProrated: false, ...recorded(from) }),
    startOf: (years) => (years === null ? '2025-01-01' : `${2027 - years}-01-01`),
    lastYearStart: '2026-01-01',
    cycleEnd: '2026-12-31',
  })
  if (!first) throw new Error('No need')
  return first
}

describe('practice hours', () => {
  const need = { kind: 'practice_hours', amount: 320, years: 5 } as const

  it('are met by the practice log for the years that count, not by the owner’s word', () => {
    const held = (amount: number) => ({
      recorded: (from: string) => ({ amount: from === '2022-01-01' ? amount : 0 }),
    })
    expect(assess(need, held(320))).toMatchObject({ isMet: true, recorded: 320 })
    expect(assess(need, held(319.99))).toMatchObject({ isMet: false, recorded: 319.99 })
    expect(assess(need, { answer: { isDone: true } })).toMatchObject({ isMet: false, recorded: 0 })
  })

  it('may require a part in the last year', () => {
    const last = { ...need, lastYearAmount: 144 }
    const inLastYear = (amount: number) => ({
      recorded: (from: string) => ({ amount: from === '2026-01-01' ? amount : 432 }),
    })
    expect(assess(last, inLastYear(144)).isMet).toBe(true)
    expect(assess(last, inLastYear(143)).isMet).toBe(false)
  })

  it('say when part of a record lies outside', () => {
    expect(assess(need, { recorded: () => ({ isProrated: true }) }).isProrated).toBe(true)
  })
})

describe('a certification', () => {
  const ccrn = { credentialId: 'c', title: 'CCRN', expiresAt: '2027-02-28' }

  it('is met only by one that the owner chose and that is valid to the end of the cycle', () => {
    const need = { kind: 'certification' } as const
    const chosen = { answer: { credentialId: 'c' } }
    expect(assess(need, { certifications: [ccrn] })).toMatchObject({ isMet: false, candidates: [ccrn] })
    expect(assess(need, { certifications: [ccrn], ...chosen })).toMatchObject({
      isMet: true,
      credentialId: 'c',
    })
    const until = (expiresAt: string | null) => ({ certifications: [{ ...ccrn, expiresAt }], ...chosen })
    expect(assess(need, until('2026-12-30')).isMet).toBe(false)
    expect(assess(need, until('2026-12-31')).isMet).toBe(true)
    expect(assess(need, until(null)).isMet).toBe(true)
    expect(assess(need, chosen)).toMatchObject({ isMet: false, credentialId: null })
    expect(assess(need, { answer: { isDone: true } }).isMet).toBe(false)
  })
})

describe('a need without a number', () => {
  it.each(['refresher', 'exam', 'publication', 'portfolio', 'course', 'assessment'] as const)(
    'is met by a record of its kind or by the owner’s word: %s',
    (kind) => {
      expect(assess({ kind }).isMet).toBe(false)
      expect(assess({ kind }, { recorded: () => ({ records: 1 }) }).isMet).toBe(true)
      expect(assess({ kind }, { answer: { isDone: true } }).isMet).toBe(true)
    },
  )

  it('and without a kind is met by the owner’s word only', () => {
    const need = { kind: 'other', what: 'An evaluation by the employer' } as const
    expect(assess(need, { recorded: () => ({ records: 1 }) }).isMet).toBe(false)
    expect(assess(need, { answer: { isDone: true } }).isMet).toBe(true)
  })
})

describe('the answer about a need', () => {
  it('contains everything that the rule says, and what is recorded', () => {
    const need = {
      kind: 'practice_hours' as const,
      ...{ amount: 320, years: 5, lastYearAmount: 100, what: 'As an RN', note: 'Paid or not' },
      options: ['a', 'b'],
    }
    const shown = { ...need, options: ['a', 'b'], id: 'w:0', credentialId: null, candidates: [] }
    const held = { amount: 400, records: 3, isProrated: true }
    const found = assess({ ...need, options: ['a', 'b'] }, { recorded: () => held })
    expect(found).toEqual({ ...shown, recorded: 400, isProrated: true, isMet: true, isDone: false })
    expect(cycleNeed.parse(found)).toEqual(found)
    const certification = assess(
      { kind: 'certification' },
      { certifications: [ccrn], answer: { credentialId: 'c' } },
    )
    expect(certification).toMatchObject({
      recorded: null,
      isProrated: false,
      isDone: false,
      candidates: [ccrn],
    })
    expect(cycleNeed.parse(certification)).toEqual(certification)
  })

  it('has no number if none is required, or if the need has no kind', () => {
    const held = { recorded: () => ({ amount: 5, records: 1, isProrated: true }) }
    expect(assess({ kind: 'course' }, held)).toMatchObject({ recorded: null, isProrated: true })
    expect(assess({ kind: 'other', amount: 3 }, held)).toMatchObject({
      ...{ recorded: null, isProrated: false, isMet: false },
    })
  })

  it('applies each answer to its own need only', () => {
    const facts = {
      ...{ certifications: [], startOf: () => '2025-01-01', lastYearStart: '2026-01-01' },
      answers: [{ need: 'w:1', isDone: true, credentialId: null }],
      ...{ recorded: () => ({ amount: 0, records: 0, isProrated: false }), cycleEnd: '2026-12-31' },
    }
    const needs = ['w:0', 'w:1'].map((id) => ({ ...needOf({ kind: 'exam', amount: null }), id }))
    expect(assessNeeds(needs, facts).map(({ isDone }) => isDone)).toEqual([false, true])
  })
})

const ccrn = { credentialId: 'c', title: 'CCRN', expiresAt: '2027-02-28' }
