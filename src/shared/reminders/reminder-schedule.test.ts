import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/dates.ts'
import {
  defaultLeadDays,
  defaultSchedule,
  firstStep,
  lastStepReached,
  longerLeadDays,
  longerSchedule,
  longerScheduleState,
  nextStepAfter,
  type ReminderSubject,
  stepsUntilEnd,
} from './reminder-schedule.ts'

const license: ReminderSubject = { dueOn: '2027-03-31', reminderDays: null, isLifeSupport: false }
const days = (subject: ReminderSubject, schedule = defaultSchedule) =>
  stepsUntilEnd(subject, schedule).map(({ leadDays, remindOn }) => `${leadDays}: ${remindOn}`)

describe('the schedule', () => {
  test('has reminders 30, 14, 7, 1 and 0 days before the end', () => {
    expect(days(license)).toEqual([
      '30: 2027-03-01',
      '14: 2027-03-17',
      '7: 2027-03-24',
      '1: 2027-03-30',
      '0: 2027-03-31',
    ])
  })

  test('has three more, 120, 90 and 60 days before the end, if it is the longer one', () => {
    expect(days(license, longerSchedule)).toEqual([
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

  test('starts with the credential’s own lead time', () => {
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

  test('starts earlier for a life-support card, to book the class', () => {
    const card = { ...license, isLifeSupport: true }
    const [first, second] = stepsUntilEnd(card, longerSchedule)
    expect(first).toEqual({ leadDays: 150, step: 'book_class', remindOn: '2026-11-01' })
    expect(second).toMatchObject({ leadDays: 120, step: 'renew' })
    expect(stepsUntilEnd(card, defaultSchedule).slice(0, 2)).toEqual([
      { leadDays: 60, step: 'book_class', remindOn: '2027-01-30' },
      { leadDays: 30, step: 'renew', remindOn: '2027-03-01' },
    ])
  })

  test.each([
    [longerLeadDays, 'on'],
    [[...longerLeadDays, 200], 'on'],
    [defaultLeadDays, 'offered'],
    [[0, 1, 7, 14, 30], 'offered'],
    [[120, ...defaultLeadDays], 'own'],
    [[30, 7], 'own'],
    [[], 'own'],
  ])('with %j days the longer one is %s', (leads, state) => expect(longerScheduleState(leads)).toBe(state))

  test('has one every week after the end', () => {
    const next = (day: string) => nextStepAfter(license, defaultSchedule, day)
    expect(next('2027-03-31')).toEqual({ leadDays: -7, step: 'lapsed', remindOn: '2027-04-07' })
    expect(next('2027-04-06')).toMatchObject({ leadDays: -7 })
    expect(next('2027-04-07')).toMatchObject({ leadDays: -14, remindOn: '2027-04-14' })
    expect(nextStepAfter(license, { ...defaultSchedule, isWeeklyAfter: false }, '2027-03-31')).toBeNull()
  })

  test('sends one reminder in place of all that were missed', () => {
    expect(lastStepReached(license, longerSchedule, '2027-03-25')).toMatchObject({ leadDays: 7 })
    expect(lastStepReached(license, longerSchedule, '2026-11-30')).toBeNull()
    expect(lastStepReached(license, defaultSchedule, '2027-02-28')).toBeNull()
    expect(lastStepReached(license, defaultSchedule, '2027-05-01')).toMatchObject({ leadDays: -28 })
  })

  test('sends one at once for a date within 30 days when entered, otherwise at the next step', () => {
    expect(firstStep(license, defaultSchedule, '2027-03-10')).toEqual({
      leadDays: 30,
      step: 'renew',
      remindOn: '2027-03-10',
    })
    expect(firstStep(license, defaultSchedule, '2027-02-01')).toMatchObject({
      leadDays: 30,
      remindOn: '2027-03-01',
    })
    expect(firstStep(license, longerSchedule, '2026-12-01')).toMatchObject({
      leadDays: 120,
      remindOn: '2026-12-01',
    })
    expect(firstStep(license, defaultSchedule, '2027-04-20')).toMatchObject({
      step: 'lapsed',
      remindOn: '2027-04-20',
    })
  })
})

test('over three years every step comes up exactly once, in order', () => {
  const subject = fc.record({
    dueOn: fc.integer({ min: 0, max: 700 }).map((day) => addDays('2027-01-01', day)),
    reminderDays: fc.option(fc.integer({ min: 0, max: 365 })),
    isLifeSupport: fc.boolean(),
  })
  const schedule = fc.record({
    leads: fc.uniqueArray(fc.integer({ min: 0, max: 365 }), { maxLength: 12 }),
    isWeeklyAfter: fc.boolean(),
  })
  fc.assert(
    fc.property(subject, schedule, (one, settings) => {
      const start = '2026-01-01'
      const end = addDays(start, 3 * 366)
      const walked: string[] = []
      for (let step = nextStepAfter(one, settings, start); step && step.remindOn <= end; ) {
        walked.push(`${step.leadDays} ${step.remindOn}`)
        expect(lastStepReached(one, settings, step.remindOn)).toEqual(step)
        step = nextStepAfter(one, settings, step.remindOn)
      }
      expect(new Set(walked).size).toBe(walked.length)
      const before = stepsUntilEnd(one, settings).filter(
        ({ remindOn }) => remindOn > start && remindOn <= end,
      )
      expect(walked.slice(0, before.length)).toEqual(
        before.map((step) => `${step.leadDays} ${step.remindOn}`),
      )
    }),
    { numRuns: 50 },
  )
})
