import { describe, expect, it } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { newTermProblems } from './new-term.ts'
import {
  isSameCard,
  renewalFinish,
  renewalItems,
  renewalKeys,
  renewalOverviewItems,
  renewalPatch,
  settleState,
  submissionProblems,
  termItems,
} from './renewal.ts'

const today = '2026-11-22'
const planned = { state: 'planned', submittedOn: null } as const
const submitted = { state: 'submitted', submittedOn: '2026-11-01' } as const
const done = { state: 'done', submittedOn: '2026-11-01' } as const

describe('the state', () => {
  it.each([
    ['nothing', planned, {}, planned],
    ['a date', planned, { submittedOn: '2026-11-01' }, submitted],
    ['the state alone', planned, { state: 'submitted' }, { state: 'submitted', submittedOn: today }],
    ['the same state', submitted, { state: 'submitted' }, submitted],
    ['no date', submitted, { submittedOn: null }, planned],
    ['the earlier state', submitted, { state: 'planned' }, planned],
    ['a note', done, { notes: 'x' }, done],
  ] as const)('follows %s', (_what, before, patch, after) => {
    expect(settleState(before, patch, today)).toEqual(after)
  })

  it('of a finished one stays', () => {
    for (const patch of [{ state: 'planned' }, { submittedOn: null }] as const)
      expect(() => settleState(done, patch, today)).toThrow(expect.objectContaining({ code: 'renewal_done' }))
  })
})

describe('rejects', () => {
  it('a submission after today', () => {
    expect(submissionProblems('2026-11-23', today).map(({ path }) => path)).toEqual(['submittedOn'])
    expect([...submissionProblems(today, today), ...submissionProblems(null, today)]).toEqual([])
  })

  it('a term that ends no later than the one before', () => {
    const ends = (before: string | null, after: string | null) =>
      newTermProblems({ expiresAt: before }, { expiresAt: after }).length
    expect([ends('2026-01-01', '2026-01-01'), ends('2026-01-01', '2025-01-01')]).toEqual([1, 1])
    expect([ends('2026-01-01', '2026-01-02'), ends(null, '2020-01-01'), ends('2026-01-01', null)]).toEqual([
      ...[0, 0, 0],
    ])
  })

  it.each([
    [{ expiresAt: '2028-01-31' }, []],
    [{ neverExpires: true }, []],
    [{}, ['expiresAt']],
    [{ expiresAt: '2028-01-31', neverExpires: true }, ['neverExpires']],
    [{ expiresAt: '2028-01-31', issuedAt: '2028-02-01' }, ['expiresAt']],
  ])('a new card like %j', (card, paths) => {
    const parsed = renewalFinish.safeParse(card)
    expect(parsed.error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(paths)
  })

  it('a planned renewal with a date, and a finished state', () => {
    expect(renewalPatch.safeParse({ state: 'planned', submittedOn: '2026-01-01' }).success).toBe(false)
    expect(renewalPatch.safeParse({ state: 'done' }).success).toBe(false)
  })
})

describe('a card', () => {
  const card = {
    ...{ issuedAt: '2026-01-01', expiresAt: '2028-01-01', neverExpires: false },
    ...{ number: '1', fileIds: ['a', 'b'] },
  }
  it('is the same in any order of its files', () => {
    expect(isSameCard(card, { ...card, fileIds: ['b', 'a'] })).toBe(true)
  })
  it.each([
    { issuedAt: null },
    { expiresAt: '2028-01-02' },
    { neverExpires: true },
    { number: null },
    { fileIds: ['a'] },
  ])('is another one with %j', (change) => {
    expect(isSameCard(card, { ...card, ...change })).toBe(false)
  })
})

const id = '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const at = '2026-11-22T12:00:00.000Z'
const ids = (count: number) => Array.from({ length: count }, () => id)

describe('what the owner enters', () => {
  const entered = {
    ...{ openedOn: '2026-10-01', submittedOn: '2026-11-01', classOn: '2026-12-01', fee: 1_000_000 },
    ...{ confirmation: 'x'.repeat(100), notes: 'x'.repeat(2000) },
    duties: [{ duty: 'workforce-survey', answer: 'done' }],
    fileIds: ids(20),
  }

  it('may be changed one field at a time or all at once, and may be cleared', () => {
    expect(renewalKeys).toEqual(Object.keys(entered))
    expect(renewalPatch.parse({ ...entered, state: 'submitted' })).toEqual({ ...entered, state: 'submitted' })
    expect(renewalPatch.parse({})).toEqual({})
    const cleared = { submittedOn: null, classOn: null, fee: null, confirmation: null, notes: null }
    expect(renewalPatch.parse({ ...cleared, state: 'planned' })).toEqual({ ...cleared, state: 'planned' })
    expect(renewalPatch.parse({ fee: 0 })).toEqual({ fee: 0 })
    expect(renewalPatch.parse({ submittedOn: '2026-11-01' })).toEqual({ submittedOn: '2026-11-01' })
  })

  it.each([
    [{ fee: -1 }, 'fee: At least $0'],
    [{ fee: 1_000_001 }, 'fee: At most $10,000'],
    [{ confirmation: 'x'.repeat(101) }, 'confirmation: Value too long (max 100)'],
    [{ fileIds: ids(21) }, 'fileIds: At most 20 files'],
    [{ state: 'planned', submittedOn: '2026-01-01' }, 'submittedOn: A planned renewal has no such date'],
    [
      { duties: [{ duty: 'survey', answer: 'maybe' }] },
      'duties.0.answer: Invalid option: expected one of "done"|"exempt"',
    ],
    [{ openedOn: null }, 'openedOn: Expected string, received null'],
    [{ credentialId: id }, 'credentialId: Unknown field'],
  ])('is refused: %j', (patch, problem) => {
    expect(problemsOf(renewalPatch, patch)).toEqual([problem])
  })

  it('has an error for an invalid date', () => {
    const message = 'This date is in the future'
    expect(submissionProblems('2026-11-23', today)).toEqual([{ path: 'submittedOn', message }])
    expect(newTermProblems({ expiresAt: '2026-01-01' }, { expiresAt: '2026-01-01' })).toEqual([
      { path: 'expiresAt', message: 'This is not after the end of the current term' },
    ])
  })

  it('on the new card has defaults, except that the number is kept', () => {
    expect(renewalFinish.parse({ expiresAt: '2028-01-31' })).toEqual({
      ...{ issuedAt: null, expiresAt: '2028-01-31', neverExpires: false, fileIds: [] },
    })
    const card = { issuedAt: '2026-01-01', expiresAt: null, neverExpires: true, number: null, fileIds: [id] }
    expect(renewalFinish.parse(card)).toEqual(card)
    expect(problemsOf(renewalFinish, {})).toEqual([
      'expiresAt: Enter the date on the new card, or choose “Does not expire”.',
    ])
    expect(problemsOf(renewalFinish, { ...card, state: 'done' })).toEqual(['state: Unknown field'])
  })
})

it.each(['planned', 'submitted', 'done'])(
  'each field of a %s renewal and of its term is answered',
  (state) => {
    const renewal = {
      ...{ id, credentialId: id, state, openedOn: '2026-10-01', submittedOn: null, classOn: null, fee: null },
      duties: [],
      ...{ confirmation: null, notes: null, fileIds: [id], finishedAt: null, createdAt: at, updatedAt: at },
    }
    expect(renewalItems.parse({ items: [renewal] })).toEqual({ items: [renewal] })
    const overview = {
      ...{ id, credentialId: id, state, openedOn: '2026-10-01', submittedOn: null, finishedAt: at },
      duties: [],
      ...{ endedTerm: '2026-10-31', kind: 'license', title: 'Texas RN' },
    }
    expect(renewalOverviewItems.parse({ items: [overview] })).toEqual({ items: [overview] })
    const term = {
      ...{ id, renewalId: id, issuedAt: null, expiresAt: '2026-10-31', neverExpires: false, number: '1' },
      ...{ fileIds: [id], endedAt: at },
    }
    expect(termItems.parse({ items: [term] })).toEqual({ items: [term] })
  },
)
