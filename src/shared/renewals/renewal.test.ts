import { describe, expect, it } from 'vitest'
import {
  isSameCard,
  newTermProblems,
  renewalFinish,
  renewalPatch,
  settleState,
  submissionProblems,
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

describe('what is refused', () => {
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
  it('is the same whatever the order of its files', () => {
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
