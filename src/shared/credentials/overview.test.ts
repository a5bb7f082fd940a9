import { describe, expect, it } from 'vitest'
import { overviewOf, timelineOf } from './overview.ts'

const today = '2026-11-21'
const card = (id: string, expiresAt: string | null) => ({
  id,
  expiresAt,
  neverExpires: expiresAt === null,
})

describe('the first sentence of a share', () => {
  it('suggests the first step for an empty vault', () => {
    expect(overviewOf([], 0, today)).toEqual({ state: 'empty' })
  })

  it('mentions lapsed credentials before anything else', () => {
    const bls = card('bls', '2026-11-20')
    const rn = card('rn', '2026-11-25')
    expect(overviewOf([rn, bls], 2, today)).toEqual({ state: 'lapsed', lapsed: [bls], next: rn })
  })

  it('lists lapsed credentials by date, and the next one to end, in any order of input', () => {
    const [old, older, next, later] = ['2026-11-20', '2026-01-31', '2026-11-21', '2027-01-01'].map(
      (expiresAt) => card(expiresAt, expiresAt),
    )
    for (const cards of [
      [later, old, card('never', null), next, older],
      [older, next, card('never', null), old, later],
    ])
      expect(
        overviewOf(
          cards.flatMap((each) => each ?? []),
          5,
          today,
        ),
      ).toEqual({
        ...{ state: 'lapsed', lapsed: [older, old], next },
      })
    expect(overviewOf([card('old', '2026-11-20')], 1, today)).toMatchObject({ next: null })
  })

  it('warns 60 days ahead, up to and including the last day', () => {
    expect(overviewOf([card('rn', today)], 1, today)).toMatchObject({ state: 'soon', days: 0 })
    expect(overviewOf([card('rn', '2027-01-20')], 1, today)).toMatchObject({ state: 'soon', days: 60 })
    expect(overviewOf([card('rn', '2027-01-21')], 1, today)).toMatchObject({ state: 'clear', days: 61 })
  })

  it('has no warning if nothing ever expires', () => {
    expect(overviewOf([], 3, today)).toEqual({ state: 'clear', next: null, days: null })
  })
})

describe('the twelve-month timeline', () => {
  it('starts with the current month, ends with the eleventh after it and crosses the year end', () => {
    const months = timelineOf([], '2026-11-30').map(({ month }) => month)
    expect(months).toHaveLength(12)
    expect([months[0], months[1], months[2], months[11]]).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-10',
    ])
  })

  it('sorts credentials into months, soonest first, without those that lapsed or never expire', () => {
    const line = timelineOf(
      [
        card('late', '2027-03-31'),
        card('early', '2027-03-01'),
        card('lapsed', '2026-11-20'),
        card('today', today),
        card('never', null),
        card('beyond', '2027-11-01'),
      ],
      today,
    )
    const hung = line.flatMap(({ month, credentials }) => credentials.map(({ id }) => `${month} ${id}`))
    expect(hung).toEqual(['2026-11 today', '2027-03 early', '2027-03 late'])
  })
})
