import { describe, expect, test } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { english } from '#shared/i18n/translate.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { assess as assessWith, type VerdictCredential } from './verdict.ts'
import { type VerdictAnswer, verdict as verdictSchema } from './verdict-answer.ts'
import { verdictSentence } from './verdict-basis.ts'
import { verdictOf } from './verdict-text.ts'

const today = '2026-11-22'
const { compact } = embeddedRules
const assess = (credentials: readonly VerdictCredential[], day: string) =>
  assessWith(credentials, day, compact)
const valid = '2027-03-31'
const lapsed = '2026-10-31'

function license(state: string | null, expiresAt: string | null, more: Partial<VerdictCredential> = {}) {
  const base = { id: `${state} ${expiresAt}`, kind: 'license' as const, type: 'RN', neverExpires: false }
  return { ...base, state, expiresAt, ...more }
}
function card(code: string, expiresAt: string | null, more: Partial<VerdictCredential> = {}) {
  const base = { id: `${code} ${expiresAt}`, kind: 'certification' as const, name: code, neverExpires: false }
  return { ...base, code, expiresAt, ...more }
}
const never = { neverExpires: true }
const verdict = (...credentials: VerdictCredential[]) =>
  verdictOf(credentials, { today, compact }, { t: english, formatDate: (date) => `<${date}>` })
const headline = (...credentials: VerdictCredential[]) => verdict(...credentials).headline
const answerOf = (...credentials: VerdictCredential[]) => assess(credentials, today).verdict

describe('the headline', () => {
  test.each<[string, VerdictCredential[]]>([
    [
      'Texas: your license is valid until <2027-03-31>, but ACLS expired on <2026-10-31>, and 1 more needs attention.',
      [license('TX', valid), card('BLS', null), card('ACLS', lapsed)],
    ],
    [
      'Texas: your license is valid until <2027-03-31>, but ACLS expired on <2026-10-31>, and 2 more need attention.',
      [license('TX', valid), card('BLS', null), card('ACLS', lapsed), card('PALS', null)],
    ],
    [
      'Texas: your license does not expire, but ACLS expired on <2026-10-31>.',
      [license('TX', null, never), card('ACLS', lapsed)],
    ],
    [
      'Texas: your license is valid until <2027-01-31>, but ACLS expired on <2026-10-31>.',
      [license('TX', valid), license('TX', '2027-01-31', { type: 'APRN' }), card('ACLS', lapsed)],
    ],
    [
      'Texas: your license is valid until <2027-03-31>, but Texas APRN has no expiration date, and 1 more needs attention.',
      [card('ACLS', lapsed), license('TX', valid), license('TX', null, { type: 'APRN' })],
    ],
    [
      'We can’t tell yet: the Texas RN license has no expiration date.',
      [license('TX', lapsed, { type: 'APRN' }), license('TX', null), card('BLS', null)],
    ],
    ['No. Your Texas RN license expired on <2026-10-31>.', [card('BLS', null), license('TX', lapsed)]],
    [
      'Texas: not fully, Texas APRN expired on <2026-10-31>. California: not fully, ACLS expired on <2026-10-31>.',
      [
        license('TX', valid),
        license('TX', lapsed, { type: 'APRN' }),
        license('CA', valid),
        card('ACLS', lapsed),
      ],
    ],
    [
      'No. Your licenses for Texas, California, and Guam have expired.',
      [license('TX', lapsed), license('CA', lapsed), license('Guam', lapsed)],
    ],
    [
      'Texas: we can’t tell yet, Texas RN has no expiration date. California: we can’t tell yet, California RN has no expiration date.',
      [license('TX', null), license('CA', null)],
    ],
    [
      'Clear in 1 of 3 states.',
      [
        license('TX', null, { ...never, multistate: true }),
        license('CA', lapsed),
        license('OH', lapsed, { type: 'APRN' }),
      ],
    ],
    ['Texas: yes, until <2027-03-31>. California: no.', [license('TX', valid), license('CA', lapsed)]],
    ['Yes, until <2027-03-31>. BLS expires first.', [license('TX', null, never), card('BLS', valid)]],
    [
      'Yes, until <2027-03-31>. BLS expires first.',
      [license('TX', '2028-03-31'), card('ACLS', null, never), card('BLS', valid)],
    ],
  ])('%s', (text, credentials) => {
    expect(headline(...credentials)).toBe(text)
  })
})

describe('with many states', () => {
  const valids = ['AL', 'AK', 'AR', 'CO', 'CT', 'DE'].map((state) => license(state, valid))
  const lapsedOnes = ['TX', 'CA', 'NY', 'OH'].map((state) => license(state, lapsed))

  test('the headline counts the states of two answers', () => {
    expect(headline(...valids, ...lapsedOnes)).toBe('6 states: yes, until <2027-03-31>. 4 states: no.')
    expect(headline(...lapsedOnes)).toBe('No. Your licenses for 4 states have expired.')
    expect(headline(...valids, card('BLS', lapsed))).toBe(
      '6 states: your licenses are valid, but BLS expired on <2026-10-31>.',
    )
  })

  test('the headline counts the clear states of more answers, and each answer comes once, worst first', () => {
    const soon = license('GA', '2027-01-31')
    const undated = license('WA', null)
    const answer = verdict(...valids, soon, undated, ...lapsedOnes)
    expect(answer.headline).toBe('Clear in 7 of 12 states.')
    expect(answer.answers).toEqual([
      {
        ...{ verdict: 'no', text: 'no, your license has expired' },
        states: ['Texas', 'California', 'New York', 'Ohio'],
      },
      {
        ...{ verdict: 'unknown', text: 'we can’t tell yet, Washington RN has no expiration date' },
        states: ['Washington'],
      },
      { verdict: 'yes', text: 'yes, until <2027-01-31>', states: ['Georgia'] },
      {
        ...{ verdict: 'yes', text: 'yes, until <2027-03-31>' },
        states: ['Alabama', 'Alaska', 'Arkansas', 'Colorado', 'Connecticut', 'Delaware'],
      },
    ])
  })

  test('no state is called clear if none is', () => {
    const undated = license('WA', null)
    const partly = [license('OH', valid), license('OH', lapsed, { type: 'APRN' })]
    expect(headline(undated, ...partly, license('CA', lapsed))).toBe(
      'Not fully clear in any of your 3 states.',
    )
  })
})

describe('the next step', () => {
  test('is to renew within 120 days of the end, and to view the record earlier', () => {
    const soon = license('TX', addDays(today, 120), { id: 'rn' })
    expect(verdict(soon).action).toEqual({ kind: 'renew', label: 'Renew Texas RN', resourceId: 'rn' })
    const later = license('TX', addDays(today, 121), { id: 'rn' })
    expect(verdict(later).action).toEqual({ kind: 'view', label: 'See Texas RN', resourceId: 'rn' })
  })

  test('is to add a license, or a date', () => {
    expect(verdict().action).toEqual({ kind: 'add_license', label: 'Add a license', resourceId: null })
    const undated = card('BLS', null, { id: 'bls' })
    expect(verdict(license('TX', valid), undated).action).toEqual({
      ...{ kind: 'add_date', label: 'Add the date', resourceId: 'bls' },
    })
  })

  test('is about the worst state first', () => {
    const partly = license('TX', lapsed, { id: 'partly', type: 'APRN' })
    const unknown = license('CA', null, { id: 'unknown' })
    const no = license('NY', lapsed, { id: 'no' })
    const states = [license('TX', valid), partly, unknown]
    expect(verdict(...states).action?.resourceId).toBe('unknown')
    expect(verdict(...states, no).action?.resourceId).toBe('no')
    expect(verdict(license('TX', valid), partly, license('CA', valid)).action?.resourceId).toBe('partly')
  })
})

test('each state has its reasons, in the shape that the API documents', () => {
  const answer = verdict(license('TX', null, never), card('BLS', valid), card('ACLS', null))
  expect(answer.states).toEqual([
    {
      ...{ state: 'Texas', verdict: 'partly', until: null },
      reasons: [
        { resourceId: 'TX null', title: 'Texas RN', reason: 'does not expire' },
        { resourceId: `BLS ${valid}`, title: 'BLS', reason: 'is valid until <2027-03-31>' },
        { resourceId: 'ACLS null', title: 'ACLS', reason: 'has no expiration date' },
      ],
    },
  ])
  for (const each of [
    answer,
    verdict(),
    verdict(license('TX', valid)),
    verdict(license('TX', lapsed)),
    verdict(license('TX', null)),
  ])
    expect(verdictSchema.parse(each)).toEqual(each)
})

test('a verdict as plain text includes what it is based on', () => {
  expect(verdictSentence(verdict(license('TX', lapsed)), english)).toBe(
    'No. Your Texas RN license expired on <2026-10-31>. By the dates you entered. Your board and your employer decide.',
  )
  expect(verdictSentence(verdict(), english)).toBe('Add your license to see whether you are clear to work.')
})

describe('the best of several records counts', () => {
  test('of one license, in any spelling of its state and type', () => {
    expect(answerOf(license(' guam ', lapsed), license('guam', valid))).toBe('yes')
    expect(answerOf(license('Texas', lapsed, { type: ' rn ' }), license('TX', valid))).toBe('yes')
    expect(answerOf(license('TX', lapsed, { type: 'lvn' }), license('TX', valid, { type: 'LPN' }))).toBe(
      'yes',
    )
    expect(answerOf(license('TX', lapsed, { type: 'APRN' }), license('TX', valid))).toBe('partly')
    expect(assess([license(null, valid, { type: null })], today).states).toMatchObject([
      { state: '', verdict: 'yes' },
    ])
  })

  test('of one certification, by its code or without one by its name', () => {
    const unnamed = { code: null, name: 'Basic Life Support' }
    const rn = license('TX', valid)
    expect(answerOf(rn, card('BLS', lapsed), card('bls', valid))).toBe('yes')
    expect(
      answerOf(rn, card('', lapsed, unnamed), card('', valid, { ...unnamed, name: 'BASIC life support' })),
    ).toBe('yes')
    expect(answerOf(rn, card('BLS', valid), card('ACLS', lapsed))).toBe('partly')
  })

  test.each([
    [[license('TX', '2026-01-31'), license('TX', lapsed)], lapsed],
    [[license('TX', null), license('TX', lapsed)], null],
    [[license('TX', lapsed), license('TX', today)], today],
    [[license('TX', valid), license('TX', '2028-03-31')], '2028-03-31'],
    [[license('TX', valid), license('TX', null, never)], null],
  ])('case %#', (records, end) => {
    for (const given of [records, records.toReversed()])
      expect(assess(given, today).states[0]?.licenses.map((each) => each.end)).toEqual([end])
  })
})

describe('a multistate license counts elsewhere', () => {
  test('and the license in whose place it counts is listed for its state, too', () => {
    const texas = license('TX', valid, { id: 'texas' })
    const florida = license('FL', '2028-04-30', { id: 'florida', multistate: true })
    expect(verdict(florida, texas).states.map(({ reasons }) => reasons)).toEqual([
      [{ resourceId: 'florida', title: 'Florida RN', reason: 'is valid until <2028-04-30>' }],
      [
        {
          resourceId: 'texas',
          title: 'Texas RN',
          reason: 'is valid until <2027-03-31>. Florida RN is multistate and counts here',
        },
        { resourceId: 'florida', title: 'Florida RN', reason: 'is valid until <2028-04-30>' },
      ],
    ])
  })

  const elsewhere = license('FL', lapsed)

  test.each<[VerdictAnswer, Partial<VerdictCredential>]>([
    ['yes', { multistate: true }],
    ['partly', { multistate: false }],
    ['partly', { multistate: null }],
    ['partly', {}],
  ])('%s: %j', (answer, more) => {
    expect(answerOf(license('TX', valid, more), elsewhere)).toBe(answer)
  })

  test('only while it is valid and dated', () => {
    for (const expiresAt of [lapsed, null]) {
      const states = assess([license('TX', expiresAt, { multistate: true }), elsewhere], today).states
      expect(states.map(({ verdict }) => verdict)).toEqual([expiresAt ? 'no' : 'unknown', 'no'])
    }
    expect(answerOf(license('TX', valid, { multistate: true, type: null }), elsewhere)).toBe('partly')
    expect(answerOf(license(null, valid, { multistate: true }), elsewhere)).toBe('partly')
  })

  test('and counts there until its own date', () => {
    const [texas, florida] = assess([license('TX', valid, { multistate: true }), elsewhere], today).states
    expect([texas?.until, florida?.until, florida?.licenses.length]).toEqual([valid, valid, 1])
  })
})

test.each<[VerdictAnswer, VerdictCredential[]]>([
  ['unknown', [license('TX', null), license('CA', lapsed)]],
  ['partly', [license('TX', null), license('CA', valid)]],
  ['partly', [license('TX', lapsed), license('CA', valid), license('CA', lapsed, { type: 'APRN' })]],
  ['no', [license('TX', lapsed), license('CA', lapsed)]],
  ['yes', [license('TX', valid), license('CA', valid)]],
])('all states together: %s', (answer, credentials) => {
  expect(assess(credentials, today)).toMatchObject({
    verdict: answer,
    until: answer === 'yes' ? valid : null,
  })
})
