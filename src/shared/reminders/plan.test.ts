import { describe, expect, test } from 'vitest'
import { isSendable, nextStep, nothingSent, type SentState, stepToSend } from './plan.ts'
import {
  longerSchedule,
  type ReminderStep,
  type ReminderSubject,
  type ScheduleSettings,
} from './reminder-schedule.ts'

const license: ReminderSubject = { dueOn: '2027-03-31', reminderDays: null, isLifeSupport: false }
const sent = (changes: Partial<SentState>): SentState => ({ ...nothingSent, ...changes })
const renew = (leadDays: number, remindOn: string): ReminderStep => ({ leadDays, remindOn, step: 'renew' })
const lapsed = (leadDays: number, remindOn: string): ReminderStep => ({ leadDays, remindOn, step: 'lapsed' })
const withoutWeeks: ScheduleSettings = { ...longerSchedule, isWeeklyAfter: false }

test('nothing was sent for a new credential', () =>
  expect(nothingSent).toEqual({ lastLead: null, isDismissed: false, snoozedUntil: null }))

describe('the next reminder', () => {
  test.each([
    ['the first of a new license', nothingSent, '2026-10-01', renew(120, '2026-12-01')],
    ['the first, today', nothingSent, '2026-12-01', renew(120, '2026-12-01')],
    ['the one after the one that was sent', sent({ lastLead: 120 }), '2026-12-01', renew(90, '2026-12-31')],
    ['today’s, which was not sent', sent({ lastLead: 120 }), '2026-12-31', renew(90, '2026-12-31')],
    ['not one that was sent, even on its day', sent({ lastLead: 90 }), '2026-12-31', renew(60, '2027-01-30')],
    ['not one that an earlier one covers', sent({ lastLead: 30 }), '2026-12-01', renew(14, '2027-03-17')],
    ['the first week after the end', sent({ lastLead: 0 }), '2027-03-31', lapsed(-7, '2027-04-07')],
    ['the next week after the end', sent({ lastLead: -7 }), '2027-04-07', lapsed(-14, '2027-04-14')],
    ['null once dismissed', sent({ isDismissed: true }), '2026-10-01', null],
    [
      'null if dismissed while snoozed',
      sent({ isDismissed: true, snoozedUntil: '2027-01-05' }),
      '2026-12-01',
      null,
    ],
    [
      'the snoozed day',
      sent({ lastLead: 120, snoozedUntil: '2026-12-25' }),
      '2026-12-02',
      renew(96, '2026-12-25'),
    ],
    [
      'the snoozed day before anything was sent',
      sent({ snoozedUntil: '2026-12-25' }),
      '2026-10-01',
      renew(96, '2026-12-25'),
    ],
    [
      'a snoozed day at the end',
      sent({ lastLead: 7, snoozedUntil: '2027-03-31' }),
      '2027-03-25',
      renew(0, '2027-03-31'),
    ],
    [
      'a snoozed day after the end',
      sent({ lastLead: 0, snoozedUntil: '2027-04-01' }),
      '2027-03-31',
      lapsed(-1, '2027-04-01'),
    ],
    [
      'the schedule again once the snoozed one was sent',
      sent({ lastLead: 96, snoozedUntil: '2026-12-25' }),
      '2026-12-25',
      renew(90, '2026-12-31'),
    ],
  ])('is %s', (_what, before, today, expected) => {
    expect(nextStep(license, longerSchedule, before, today)).toEqual(expected)
  })

  test('is null after the last one if the weekly ones are off', () => {
    expect(nextStep(license, withoutWeeks, sent({ lastLead: 0 }), '2027-03-31')).toBeNull()
    expect(nextStep(license, withoutWeeks, sent({ lastLead: 1 }), '2027-03-30')).toEqual(
      renew(0, '2027-03-31'),
    )
  })
})

describe('the reminder after days of downtime', () => {
  test.each([
    ['the planned one on its day', '2026-12-31', renew(90, '2026-12-31')],
    ['the planned one until the next is due', '2027-01-29', renew(90, '2026-12-31')],
    ['only the last one that is due', '2027-03-18', renew(14, '2027-03-17')],
    ['the one about having lapsed', '2027-04-20', lapsed(-14, '2027-04-14')],
  ])('is %s', (_what, today, expected) => {
    expect(stepToSend(renew(90, '2026-12-31'), license, longerSchedule, today)).toEqual(expected)
  })

  test('is the planned one if no other is due yet', () => {
    const chosen = renew(150, '2026-11-01')
    expect(stepToSend(chosen, license, longerSchedule, '2026-11-01')).toBe(chosen)
  })

  test('is never earlier than planned', () => {
    const planned = renew(30, '2027-03-01')
    expect(stepToSend(planned, license, longerSchedule, '2027-02-01')).toBe(planned)
  })
})

describe('whether a planned reminder may be sent', () => {
  const planned = renew(90, '2026-12-31')

  test.each([
    [true, 'on its day', nothingSent, '2026-12-31'],
    [true, 'later', nothingSent, '2027-01-03'],
    [false, 'before its day', nothingSent, '2026-12-30'],
    [true, 'after an earlier one', sent({ lastLead: 120 }), '2026-12-31'],
    [false, 'a second time', sent({ lastLead: 90 }), '2026-12-31'],
    [false, 'after a later one', sent({ lastLead: 60 }), '2026-12-31'],
    [false, 'once it is dismissed', sent({ isDismissed: true }), '2026-12-31'],
    [false, 'while it is snoozed', sent({ lastLead: 120, snoozedUntil: '2027-01-02' }), '2027-01-01'],
    [true, 'when the snooze ends', sent({ lastLead: 120, snoozedUntil: '2027-01-02' }), '2027-01-02'],
    [
      true,
      'when the snoozed one was already sent',
      sent({ lastLead: 96, snoozedUntil: '2026-12-25' }),
      '2026-12-31',
    ],
  ])('%s: %s', (expected, _when, before, today) => {
    expect(isSendable(planned, license, before, today)).toBe(expected)
  })
})
