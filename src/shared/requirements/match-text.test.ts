import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { type CredentialFact, noFacts, type VaultFacts } from './facts.ts'
import { type ListItem, listItem } from './item.ts'
import { matchItem } from './match.ts'
import { askedText, matchText } from './match-text.ts'

const today = '2026-11-23'
const contract = { startsOn: '2027-01-04', endsOn: '2027-04-04' }
const date = (day: string) => `<${day}>`
const item = (input: object): ListItem => listItem.parse({ title: 'x', ...input })

function textOf(input: object, facts: Partial<VaultFacts> = {}, days: object = contract) {
  const asked = item(input)
  const match = matchItem(asked, { ...contract, ...days }, { ...noFacts, ...facts }, today)
  const { reason, advice } = matchText(asked, match, date, english)
  return [reason, advice]
}

const bls = { kind: 'certification', code: 'BLS', validThrough: 'last_day' }
const credential: CredentialFact = {
  ...{ id: 'a', kind: 'certification', title: 'My BLS', code: 'BLS', name: 'BLS', type: null, state: null },
  ...{ multistate: null, issuedAt: null, expiresAt: '2028-01-31', neverExpires: false },
}
const card = (more: Partial<CredentialFact> = {}) => ({ credentials: [{ ...credential, ...more }] })
const withinYear = { issuedWithin: { amount: 12, unit: 'months' } }

test.each([
  [{ kind: 'license' }, 'License'],
  [{ kind: 'license', type: 'RN' }, 'RN license'],
  [{ kind: 'license', state: 'tx' }, 'License of Texas'],
  [{ kind: 'license', type: 'RN', state: 'Ontario' }, 'RN license of Ontario'],
  [{ kind: 'license', type: 'RN', orCompact: true }, 'Multistate RN license'],
  [{ kind: 'license', orCompact: true }, 'Multistate nursing license'],
  [
    { kind: 'license', type: 'RN', state: 'CA', orCompact: true },
    'RN license of California, or a multistate license',
  ],
  [bls, 'BLS certification · through the last day'],
  [{ ...bls, validThrough: '2027-12-31' }, 'BLS certification · through <2027-12-31>'],
  [{ kind: 'ce', hours: 1 }, '1 CE hour'],
  [
    { kind: 'ce', hours: 2.5, topic: 'Ethics', since: '2026-01-01' },
    '2.5 CE hours of Ethics since <2026-01-01>',
  ],
  [{ kind: 'health', record: 'tb_test', ...withinYear }, 'TB test · at most 12 months old at the start'],
  [{ kind: 'document' }, 'Document'],
  [{ kind: 'form' }, 'Signed form'],
])('%j asks for: %s', (input, text) => {
  expect(askedText(item(input), date, english)).toBe(text)
})

test('describes one month, and several days', () => {
  const aged = (amount: number, unit: 'days' | 'months') =>
    askedText(item({ kind: 'document', issuedWithin: { amount, unit } }), date, english)
  expect(aged(1, 'months')).toBe('Document · at most 1 month old at the start')
  expect(aged(30, 'days')).toBe('Document · at most 30 days old at the start')
})

describe('describes a record with the decisive date', () => {
  const addDate = 'Add the date shown on it.'
  test.each([
    ['held', bls, card(), {}, ['You have My BLS, until <2028-01-31>.', null]],
    ['without an end', bls, card({ expiresAt: null, neverExpires: true }), {}, ['You have My BLS.', null]],
    [
      'over',
      bls,
      card({ expiresAt: '2026-11-22' }),
      {},
      ['My BLS expired on <2026-11-22>.', 'Renew it, then enter the new date.'],
    ],
    [
      'over before the start',
      bls,
      card({ expiresAt: '2026-11-23' }),
      {},
      ['My BLS expires on <2026-11-23>, before the contract starts.', 'Renew it, then enter the new date.'],
    ],
    [
      'over before the last day',
      bls,
      card({ expiresAt: '2027-04-03' }),
      {},
      [
        'My BLS expires on <2027-04-03>. You need it through <2027-04-04>.',
        'Renew it before then, and let them know.',
      ],
    ],
    [
      'too old',
      { ...bls, ...withinYear },
      card({ issuedAt: '2026-01-03' }),
      {},
      [
        'My BLS was issued on <2026-01-03>. To be at most 12 months old at the start, it must be from <2026-01-04> or later.',
        'Get a newer one.',
      ],
    ],
    ['without a date', bls, card({ expiresAt: null }), {}, ['My BLS has no expiration date yet.', addDate]],
    [
      'without an issue date',
      { ...bls, ...withinYear },
      card(),
      {},
      ['My BLS has no issue date yet.', addDate],
    ],
    [
      'without the days of the contract, by today',
      { ...bls, ...withinYear },
      card({ issuedAt: '2026-11-01' }),
      { startsOn: null, endsOn: null },
      ['You have My BLS, until <2028-01-31>.', null],
    ],
  ])('%s', (_what, input, facts, days, expected) => {
    expect(textOf(input, facts, days)).toEqual(expected)
  })
})

describe('describes an item without a single record', () => {
  test('nothing of that kind', () => {
    const later = 'Add it once you have it.'
    expect(textOf(bls)).toEqual(['Not added yet.', 'Add your BLS card, or take the class first.'])
    expect(textOf({ kind: 'license' })).toEqual(['Not added yet.', later])
    expect(textOf({ kind: 'health', record: 'mmr' })).toEqual(['Not added yet.', later])
  })

  test('an item that only the owner can confirm', () => {
    expect(textOf({ kind: 'form' })).toEqual([
      'Lanyard can’t check this for you.',
      'If you have it, say so or choose its file.',
    ])
    expect(textOf({ kind: 'form', choice: {} })).toEqual(['You said you have it. No file is attached.', null])
    expect(textOf({ ...withinYear, kind: 'form', choice: {} })).toEqual([
      'It has no issue date yet.',
      'Add the date shown on it.',
    ])
    expect(textOf({ kind: 'form', choice: { endsOn: '2026-11-01' } })[0]).toBe('It expired on <2026-11-01>.')
  })

  test('several matching records, and a license that may be multistate', () => {
    const both = [credential, { ...credential, id: 'b' }]
    expect(textOf(bls, { credentials: both })).toEqual([
      '2 of your records match.',
      'Choose the one to share.',
    ])
    const texas = card({ kind: 'license', title: 'Texas RN', type: 'RN', state: 'TX' })
    expect(textOf({ kind: 'license', type: 'RN', state: 'CA', orCompact: true }, texas)).toEqual([
      'We don’t know if Texas RN is a multistate license.',
      'Check your license, then update it here.',
    ])
  })
})

test('names a license without the English word “license” in a Spanish sentence', () => {
  const asked = item({ kind: 'license', type: 'RN', state: 'TX' })
  const license = {
    ...credential,
    kind: 'license' as const,
    title: 'Texas RN license',
    type: 'RN',
    state: 'TX',
  }
  const match = matchItem(asked, contract, { ...noFacts, credentials: [license] }, today)
  const spanish = createTranslate('es', () => undefined)
  expect(matchText(asked, match, date, spanish).reason).toBe('You have Texas RN, until <2028-01-31>.')
  expect(matchText(asked, match, date, english).reason).toBe('You have Texas RN license, until <2028-01-31>.')
})

describe('describes CE hours with what is missing', () => {
  const entry = { id: 'a', title: 'x', hours: 1, completedAt: '2026-06-01', topicTags: ['Ethics'] }
  const log = (...files: string[][]) => ({
    entries: files.map((fileIds, index) => ({ ...entry, id: `${index}`, fileIds })),
  })
  test.each([
    [
      { hours: 2 },
      log(['f']),
      ['Your CE log has 1 of 2 CE hours.', 'Log the missing courses, or take more.'],
    ],
    [
      { hours: 2, topic: 'Ethics', since: '2026-01-01' },
      log(['f']),
      [
        'Your CE log has 1 of 2 CE hours of Ethics since <2026-01-01>.',
        'Log the course with the topic “Ethics”, or take one.',
      ],
    ],
    [{ hours: 1 }, log(['f']), ['Your CE log has 1 CE hour.', null]],
    [
      { hours: 1, ...withinYear },
      log(['f'], []),
      ['Your CE log has 2 CE hours since <2026-01-04>.', '1 of 2 courses has no certificate to share.'],
    ],
    [
      { hours: 2 },
      log([], [], ['f']),
      ['Your CE log has 3 CE hours.', '2 of 3 courses have no certificate to share.'],
    ],
    [{ hours: 1 }, log([]), ['Your CE log has 1 CE hour.', 'The 1 course has no certificate to share.']],
  ])('%j', (input, facts, expected) => {
    expect(textOf({ kind: 'ce', ...input }, facts)).toEqual(expected)
  })

  test('without the first day of the contract, within the last months before today', () => {
    const [reason] = textOf({ kind: 'ce', hours: 1, ...withinYear }, log(['f']), { startsOn: null })
    expect(reason).toMatch(/^Your CE log has .* since <2025-11-23>\.$/)
  })
})
