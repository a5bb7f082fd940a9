import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { english } from '#shared/i18n/translate.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { isRequiredForWork } from './life-support.ts'
import { assess as assessWith, type VerdictCredential } from './verdict.ts'
import type { VerdictAnswer } from './verdict-answer.ts'
import { verdictOf } from './verdict-text.ts'

const { compact } = embeddedRules
const assess = (credentials: readonly VerdictCredential[], day: string) =>
  assessWith(credentials, day, compact)

const today = '2026-11-22'
const formatDate = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))

let last = 0
function license(state: string, expiresAt: string | null, more: Partial<VerdictCredential> = {}) {
  last += 1
  return {
    id: `l${last}`,
    kind: 'license' as const,
    type: 'RN',
    state,
    expiresAt,
    neverExpires: false,
    ...more,
  }
}
function card(code: string, expiresAt: string | null, more: Partial<VerdictCredential> = {}) {
  last += 1
  return {
    id: `c${last}`,
    kind: 'certification' as const,
    name: code,
    code,
    expiresAt,
    neverExpires: false,
    ...more,
  }
}
const verdict = (...credentials: VerdictCredential[]) =>
  verdictOf(credentials, { today, compact }, { t: english, formatDate })
const headline = (...credentials: VerdictCredential[]) => verdict(...credentials).headline

describe('the headline', () => {
  it.each<[string, VerdictCredential[], VerdictAnswer, string, string | undefined]>([
    ['nothing', [], 'no_license', 'Add your license to see whether you are clear to work.', 'Add a license'],
    [
      'a card without a license',
      [card('BLS', '2027-02-28')],
      'no_license',
      'Add your license to see whether you are clear to work.',
      'Add a license',
    ],
    [
      'a license without a date',
      [license('TX', null)],
      'unknown',
      'We can’t tell yet: the Texas RN license has no expiration date.',
      'Add the date',
    ],
    [
      'a lapsed license',
      [license('TX', '2026-10-31')],
      'no',
      'No. Your Texas RN license expired on Oct 31, 2026.',
      'Renew Texas RN',
    ],
    [
      'a lapsed required card',
      [license('TX', '2027-03-31'), card('ACLS', '2026-10-31')],
      'partly',
      'Texas: your license is valid until Mar 31, 2027, but ACLS expired on Oct 31, 2026.',
      'Renew ACLS',
    ],
    [
      'a required card without a date',
      [license('TX', '2027-03-31'), card('ACLS', null)],
      'partly',
      'Texas: your license is valid until Mar 31, 2027, but ACLS has no expiration date.',
      'Add the date',
    ],
    [
      'all good, an end within the renewal window',
      [license('TX', '2027-03-31'), card('BLS', '2026-12-31')],
      'yes',
      'Yes, until Dec 31, 2026. BLS expires first.',
      'Renew BLS',
    ],
    [
      'all good, an end far away',
      [license('TX', '2028-03-31')],
      'yes',
      'Yes, until Mar 31, 2028. Texas RN expires first.',
      'See Texas RN',
    ],
    [
      'two states that differ',
      [license('TX', '2027-03-31'), license('CA', '2026-01-31')],
      'partly',
      'Texas: yes, until Mar 31, 2027. California: no.',
      'Renew California RN',
    ],
    [
      'two states that lack the same cards',
      [
        license('TX', '2027-03-31'),
        license('CA', '2027-01-31'),
        card('ACLS', '2026-10-31', { requiredForWork: true }),
        card('BLS', null),
      ],
      'partly',
      'Texas and California: your licenses are valid, but ACLS expired on Oct 31, 2026, and 1 more needs attention.',
      'Renew ACLS',
    ],
    [
      'two states that lack the same card, and one its license',
      [license('TX', '2027-03-31'), license('CA', '2026-01-31'), card('BLS', '2026-10-31')],
      'partly',
      'Texas: not fully, BLS expired on Oct 31, 2026. California: no.',
      'Renew California RN',
    ],
    [
      'two lapsed states',
      [license('TX', '2026-03-31'), license('CA', '2026-01-31')],
      'no',
      'No. Your licenses for Texas and California have expired.',
      'Renew Texas RN',
    ],
    [
      'a license that never expires',
      [license('TX', null, { neverExpires: true })],
      'yes',
      'Yes. Nothing you need for work has an expiration date.',
      undefined,
    ],
    [
      'one of two license types lapsed',
      [license('TX', '2027-03-31'), license('TX', '2026-10-31', { type: 'APRN' })],
      'partly',
      'Texas: your license is valid until Mar 31, 2027, but Texas APRN expired on Oct 31, 2026.',
      'Renew Texas APRN',
    ],
  ])('%s', (_what, credentials, expected, text, action) => {
    const answer = verdict(...credentials)
    expect([answer.verdict, answer.headline, answer.action?.label]).toEqual([expected, text, action])
  })

  it.each<[string, VerdictCredential[], VerdictAnswer, string, string]>([
    [
      'a lapsed license',
      [license('TX', '2026-10-31', { submittedOn: '2026-10-03' })],
      'no',
      'No. Your Texas RN license expired on Oct 31, 2026. Renewal submitted on Oct 3, 2026; check with the board.',
      'Check the renewal of Texas RN',
    ],
    [
      'a lapsed required card',
      [license('TX', '2027-03-31'), card('ACLS', '2026-10-31', { submittedOn: '2026-10-03' })],
      'partly',
      'Texas: your license is valid until Mar 31, 2027, but ACLS expired on Oct 31, 2026. Renewal submitted on Oct 3, 2026; check with the issuer.',
      'Check the renewal of ACLS',
    ],
    [
      'a card that is still valid',
      [license('TX', '2027-03-31'), card('BLS', '2026-12-31', { submittedOn: '2026-10-03' })],
      'yes',
      'Yes, until Dec 31, 2026. BLS expires first. Renewal submitted on Oct 3, 2026; check with the issuer.',
      'Check the renewal of BLS',
    ],
  ])('tells of the submitted renewal of %s', (_what, credentials, expected, text, action) => {
    const answer = verdict(...credentials)
    expect([answer.verdict, answer.headline, answer.action?.label]).toEqual([expected, text, action])
  })

  it('does not offer to renew what is being renewed', () => {
    const answer = verdict(license('TX', '2026-10-31', { hasOpenRenewal: true }))
    expect(answer.headline).toBe('No. Your Texas RN license expired on Oct 31, 2026.')
    expect(answer.action?.label).toBe('Continue the renewal of Texas RN')
  })

  it('mentions a submitted renewal in addition to the status', () => {
    const [first] = verdict(license('TX', '2027-03-31', { submittedOn: '2026-10-03' })).states
    expect(first?.reasons.map(({ reason }) => reason)).toEqual([
      'is valid until Mar 31, 2027. Renewal submitted on Oct 3, 2026; check with the board',
    ])
  })

  it('counts the last day as valid', () => {
    expect(headline(license('TX', today))).toBe('Yes, until Nov 22, 2026. Texas RN expires first.')
  })
})

describe('the requirements', () => {
  it('include only life support, unless the owner marks others as required', () => {
    expect(['BLS', 'ACLS', 'CCRN', null].map((code) => isRequiredForWork({ code }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isRequiredForWork({ name: 'Basic life support', code: null })).toBe(true)
    expect(isRequiredForWork({ code: ' bls ' })).toBe(true)
    expect(isRequiredForWork({ name: 'Basic Life Support', code: 'OTHER' })).toBe(true)
    expect(isRequiredForWork({ code: 'BLS', requiredForWork: false })).toBe(false)
    expect(isRequiredForWork({ code: 'CCRN', requiredForWork: true })).toBe(true)
  })

  it('ignores an old card if its successor exists', () => {
    const answer = verdict(
      license('TX', '2025-03-31'),
      license('Texas', '2027-03-31'),
      card('BLS', '2024-01-31'),
      card('BLS', '2027-01-31'),
    )
    expect(answer).toMatchObject({ verdict: 'yes', until: '2027-01-31' })
  })

  it('ignores an undated or lapsed card if a valid one exists, in any order of input', () => {
    const texas = license('TX', '2027-03-31')
    const cards = [card('BLS', null), card('BLS', '2027-01-31'), card('BLS', '2026-10-31')]
    for (const given of [cards, cards.toReversed()])
      expect(verdict(texas, ...given)).toMatchObject({ verdict: 'yes', until: '2027-01-31' })
    const undated = [card('BLS', '2026-10-31'), card('BLS', null)]
    for (const given of [undated, undated.toReversed()])
      expect(verdict(texas, ...given).states[0]?.reasons[1]?.reason).toBe('has no expiration date')
  })

  it('treats a certification as the same in any spelling of its name', () => {
    const named = (name: string, expiresAt: string) =>
      card('', expiresAt, { code: null, name, requiredForWork: true })
    expect(
      verdict(license('TX', '2027-03-31'), named('Chemo', '2026-01-31'), named('CHEMO', '2027-01-31')),
    ).toMatchObject({ verdict: 'yes', until: '2027-01-31' })
  })

  it('does not require a multistate license of another type in a state that it covers', () => {
    const texas = license('TX', '2027-03-31', { multistate: true })
    const [, florida] = verdict(texas, license('FL', '2028-01-31', { type: 'APRN' })).states
    expect(florida).toMatchObject({ state: 'Florida', verdict: 'yes', until: '2028-01-31' })
    expect(florida?.reasons).toHaveLength(1)
  })

  it('counts a multistate license in another compact state, for the same type only', () => {
    const texas = license('TX', '2027-03-31', { multistate: true })
    expect(verdict(texas, license('FL', '2026-01-31')).verdict).toBe('yes')
    expect(verdict(texas, license('CA', '2026-01-31')).verdict).toBe('partly')
    expect(verdict(texas, license('FL', '2026-01-31', { type: 'APRN' })).verdict).toBe('partly')
    expect(verdict(license('TX', '2027-03-31'), license('FL', '2026-01-31')).verdict).toBe('partly')
  })

  it('lists for each state what is valid and what is not', () => {
    const [first] = verdict(license('TX', '2027-03-31'), card('ACLS', '2026-10-31')).states
    expect(first).toMatchObject({
      state: 'Texas',
      verdict: 'partly',
      until: null,
      reasons: [
        { title: 'Texas RN', reason: 'is valid until Mar 31, 2027' },
        { title: 'ACLS', reason: 'expired on Oct 31, 2026' },
      ],
    })
  })
})

const day = fc.integer({ min: -400, max: 400 }).map((offset) => addDays(today, offset))
const dates = fc.oneof(
  { weight: 6, arbitrary: fc.record({ expiresAt: day, neverExpires: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.constant({ expiresAt: null, neverExpires: false }) },
  { weight: 1, arbitrary: fc.constant({ expiresAt: null, neverExpires: true }) },
)
const anyLicense = fc
  .tuple(
    fc.constantFrom('TX', 'CA', 'FL', 'Texas', 'Guam'),
    fc.constantFrom('RN', 'LVN', 'LPN', 'APRN'),
    fc.boolean(),
    dates,
  )
  .map(([state, type, multistate, given]) => license(state, null, { type, multistate, ...given }))
const anyCard = fc
  .tuple(fc.constantFrom('BLS', 'ACLS', 'CCRN', 'OTHER'), fc.constantFrom(true, false, null), dates)
  .map(([code, requiredForWork, given]) => card(code, null, { requiredForWork, ...given }))
const vault = fc.array(fc.oneof(anyLicense, anyCard), { maxLength: 7 })

const isUsable = ({ expiresAt, neverExpires }: VerdictCredential, on: string) =>
  expiresAt === null ? neverExpires : expiresAt >= on
const rank: Record<VerdictAnswer, number> = { no_license: 0, no: 0, unknown: 1, partly: 2, yes: 3 }

describe('for any vault', () => {
  it('is yes only if every recorded state has a dated, unexpired license, and nothing required is missing', () => {
    fc.assert(
      fc.property(vault, (credentials) => {
        const { verdict: answer } = assess(credentials, today)
        if (answer !== 'yes') return
        expect(credentials.some((each) => each.kind === 'license' && isUsable(each, today))).toBe(true)
        const required = credentials.filter(
          (each) => each.kind === 'certification' && isRequiredForWork(each),
        )
        for (const { code } of required)
          expect(required.some((each) => each.code === code && isUsable(each, today))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('a lapsed or undated record never improves the answer, of any state', () => {
    const worse = fc
      .oneof(
        anyLicense,
        anyCard.map((each) => ({ ...each, requiredForWork: true })),
      )
      .map((each) => ({
        ...each,
        neverExpires: false,
        expiresAt: each.expiresAt !== null && each.expiresAt < today ? each.expiresAt : '2026-11-21',
      }))
    fc.assert(
      fc.property(vault, worse, (credentials, added) => {
        const before = assess(credentials, today)
        const after = assess([...credentials, added], today)
        expect(rank[after.verdict]).toBeLessThanOrEqual(rank[before.verdict])
        for (const { state, verdict: was } of before.states) {
          const now = after.states.find((each) => each.state === state)
          expect(rank[now?.verdict ?? 'no']).toBeLessThanOrEqual(rank[was])
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('a submitted renewal never changes the answer, of any state', () => {
    const submitted = fc.option(day)
    fc.assert(
      fc.property(vault, fc.infiniteStream(submitted), (credentials, days) => {
        const bare = ({ verdict: answer, until, states }: ReturnType<typeof assess>) => [
          ...[answer, until],
          ...states.map((each) => [each.state, each.verdict, each.until]),
        ]
        const renewing = credentials.map((each) => ({ ...each, submittedOn: days.next().value }))
        expect(bare(assess(renewing, today))).toEqual(bare(assess(credentials, today)))
      }),
      { numRuns: 2000 },
    )
  })

  it('stays yes until its last day, and is not yes on the day after', () => {
    fc.assert(
      fc.property(vault, (credentials) => {
        const { verdict: answer, until } = assess(credentials, today)
        if (answer !== 'yes' || until === null) return
        expect(assess(credentials, until)).toMatchObject({ verdict: 'yes', until })
        expect(assess(credentials, addDays(until, 1)).verdict).not.toBe('yes')
      }),
      { numRuns: 2000 },
    )
  })

  it('depends only on the day and the fields of the records, not on their order', () => {
    fc.assert(
      fc.property(vault, fc.infiniteStream(fc.nat(99)), (credentials, order) => {
        const keys = new Map(credentials.map((each) => [each, order.next().value]))
        const shuffled = [...credentials].sort((a, b) => Number(keys.get(a)) - Number(keys.get(b)))
        const [here, there] = [credentials, shuffled].map((each) => assess(each, today))
        expect([there?.verdict, there?.until]).toEqual([here?.verdict, here?.until])
      }),
    )
  })

  it('has a next step unless everything is valid forever', () => {
    fc.assert(
      fc.property(vault, (credentials) => {
        const answer = verdict(...credentials)
        expect(answer.headline).not.toBe('')
        expect(answer.action === null).toBe(answer.verdict === 'yes' && answer.until === null)
        expect(answer.headline.startsWith('Yes')).toBe(answer.verdict === 'yes')
      }),
      { numRuns: 2000 },
    )
  })
})
