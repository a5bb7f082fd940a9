import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/dates.ts'
import {
  firstRung,
  rungAfter,
  rungReached,
  rungsBefore,
  usualLadder,
  type Watched,
} from './reminder-schedule.ts'

const license: Watched = { dueOn: '2027-03-31', reminderDays: null, isLifeSupport: false }
const days = (watched: Watched, ladder = usualLadder) =>
  rungsBefore(watched, ladder).map(({ leadDays, remindOn }) => `${leadDays}: ${remindOn}`)

describe('a nurse is reminded', () => {
  test('120, 90, 60, 30, 14, 7, 1 and 0 days before the end', () => {
    expect(days(license)).toEqual([
      '120: 2026-12-01',
      '90: 2026-12-31',
      '60: 2027-01-30',
      '30: 2027-03-01',
      '14: 2027-03-17',
      '7: 2027-03-24',
      '1: 2027-03-30',
      '0: 2027-03-31',
    ])
  })

  test('from a start of the credential’s own, which is a rung itself', () => {
    expect(days({ ...license, reminderDays: 45 })).toEqual([
      '45: 2027-02-14',
      '30: 2027-03-01',
      '14: 2027-03-17',
      '7: 2027-03-24',
      '1: 2027-03-30',
      '0: 2027-03-31',
    ])
    expect(days({ ...license, reminderDays: 0 })).toEqual(['0: 2027-03-31'])
    expect(days({ ...license, reminderDays: 200 })[0]).toBe('200: 2026-09-12')
  })

  test('earlier still to book the class for a life-support card', () => {
    const [first, second] = rungsBefore({ ...license, isLifeSupport: true }, usualLadder)
    expect(first).toEqual({ leadDays: 150, step: 'book_class', remindOn: '2026-11-01' })
    expect(second).toMatchObject({ leadDays: 120, step: 'renew' })
  })

  test('every week after the end', () => {
    const next = (day: string) => rungAfter(license, usualLadder, day)
    expect(next('2027-03-31')).toEqual({ leadDays: -7, step: 'lapsed', remindOn: '2027-04-07' })
    expect(next('2027-04-06')).toMatchObject({ leadDays: -7 })
    expect(next('2027-04-07')).toMatchObject({ leadDays: -14, remindOn: '2027-04-14' })
    expect(rungAfter(license, { ...usualLadder, isWeeklyAfter: false }, '2027-03-31')).toBeNull()
  })

  test('once, and not eight times, about what was missed meanwhile', () => {
    expect(rungReached(license, usualLadder, '2027-03-25')).toMatchObject({ leadDays: 7 })
    expect(rungReached(license, usualLadder, '2026-11-30')).toBeNull()
    expect(rungReached(license, usualLadder, '2027-05-01')).toMatchObject({ leadDays: -28 })
  })

  test('at once about what ends within 30 days when she enters it, and else at the next rung', () => {
    expect(firstRung(license, usualLadder, '2027-03-10')).toEqual({
      leadDays: 30,
      step: 'renew',
      remindOn: '2027-03-10',
    })
    expect(firstRung(license, usualLadder, '2027-02-01')).toMatchObject({
      leadDays: 30,
      remindOn: '2027-03-01',
    })
    expect(firstRung(license, usualLadder, '2026-12-01')).toMatchObject({
      leadDays: 120,
      remindOn: '2026-12-01',
    })
    expect(firstRung(license, usualLadder, '2027-04-20')).toMatchObject({
      step: 'lapsed',
      remindOn: '2027-04-20',
    })
  })
})

test('day after day for three years every rung comes up exactly once, and in order', () => {
  const watched = fc.record({
    dueOn: fc.integer({ min: 0, max: 700 }).map((day) => addDays('2027-01-01', day)),
    reminderDays: fc.option(fc.integer({ min: 0, max: 365 })),
    isLifeSupport: fc.boolean(),
  })
  const ladder = fc.record({
    leads: fc.uniqueArray(fc.integer({ min: 0, max: 365 }), { maxLength: 12 }),
    isWeeklyAfter: fc.boolean(),
  })
  fc.assert(
    fc.property(watched, ladder, (one, settings) => {
      const start = '2026-01-01'
      const end = addDays(start, 3 * 366)
      const walked: string[] = []
      for (let rung = rungAfter(one, settings, start); rung && rung.remindOn <= end; ) {
        walked.push(`${rung.leadDays} ${rung.remindOn}`)
        expect(rungReached(one, settings, rung.remindOn)).toEqual(rung)
        rung = rungAfter(one, settings, rung.remindOn)
      }
      expect(new Set(walked).size).toBe(walked.length)
      const before = rungsBefore(one, settings).filter(({ remindOn }) => remindOn > start && remindOn <= end)
      expect(walked.slice(0, before.length)).toEqual(
        before.map((rung) => `${rung.leadDays} ${rung.remindOn}`),
      )
    }),
    { numRuns: 50 },
  )
})
