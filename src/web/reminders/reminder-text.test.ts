import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { spanishTexts } from '#testing/web/spanish-texts.ts'
import { setTranslate } from '#web/i18n/t.ts'
import {
  dayText,
  deliveryAdvice,
  deliveryText,
  endText,
  headlineOf,
  nextText,
  scheduleText,
  snoozeDays,
  stepText,
  testText,
  warningText,
} from './reminder-text.ts'

const context = { today: '2027-03-01', locale: 'en-US' }

const license: Reminder = {
  id: '0198c9a0-0000-7000-8000-000000000001',
  resourceType: 'license',
  resourceId: '0198c9a0-0000-7000-8000-000000000002',
  cycleId: null,
  title: 'Texas RN license',
  dueOn: '2027-03-31',
  remindOn: '2027-03-17',
  leadDays: 14,
  step: 'renew',
  state: 'scheduled',
  sentAt: null,
  channels: [],
  isRead: false,
  snoozedUntil: null,
  createdAt: '2026-11-21T09:00:00.000Z',
}

test('the heading contains the next reminder and its day', () => {
  expect(nextText({ next: license, isPlanned: true }, context)).toBe(
    'Next reminder: Texas RN license, on Mar 17, 2027, in 16 days.',
  )
  expect(nextText({ next: { ...license, remindOn: '2027-03-02' }, isPlanned: true }, context)).toBe(
    'Next reminder: Texas RN license, tomorrow.',
  )
  expect(nextText({ next: { ...license, remindOn: '2027-02-20' }, isPlanned: true }, context)).toBe(
    'Next reminder: Texas RN license, today.',
  )
  expect(nextText({ next: null, isPlanned: true }, context)).toBe('No upcoming reminders.')
  expect(nextText({ next: null, isPlanned: false }, context)).toBe('Your reminders are being planned.')
})

test('a snoozed reminder is shown on the chosen day', () => {
  const snoozed = { ...license, snoozedUntil: '2027-03-20' }
  expect(dayText(snoozed, context)).toBe('Mar 20, 2027 · in 19 days')
  expect(nextText({ next: snoozed, isPlanned: true }, context)).toContain('on Mar 20, 2027')
  expect(snoozeDays('2027-12-31').map(({ day }) => day)).toEqual(['2028-01-01', '2028-01-07'])
})

test('an upcoming reminder shows why it comes on its day, and a sent one how many days are left today', () => {
  expect(stepText(license, 'en-US')).toBe('14 days before it expires on Mar 31, 2027')
  expect(stepText({ ...license, leadDays: -7 }, 'en-US')).toBe('7 days after its last day, Mar 31, 2027')
  expect(stepText({ ...license, leadDays: 0 }, 'en-US')).toBe('On its last day, Mar 31, 2027')
  expect(stepText({ ...license, step: 'book_class', leadDays: 150 }, 'en-US')).toBe(
    'To book the class, 150 days before it expires on Mar 31, 2027',
  )
  expect(headlineOf({ ...license, state: 'sent' }, context.today)).toBe('Texas RN license expires in 30 days')
  expect(headlineOf({ ...license, state: 'sent' }, '2027-04-02')).toBe('Texas RN license expired 2 days ago')
  const card = { ...license, step: 'book_class', title: 'BLS', state: 'sent' } as const
  expect(headlineOf(card, context.today)).toBe('Time to book the class for BLS')
  expect(headlineOf(card, '2027-04-01')).toBe('BLS expired yesterday')
  expect(endText({ ...license, resourceType: 'ceuCycle' }, context)).toBe('Ends Mar 31, 2027 · in 30 days')
  const topic = { ...license, resourceType: 'ceuDeadline' as const }
  expect(endText(topic, context)).toBe('Due Mar 31, 2027 · in 30 days')
  expect(endText(topic, { ...context, today: '2027-04-01' })).toBe('Was due Mar 31, 2027 · yesterday')
  expect(stepText(topic, 'en-US')).toBe('14 days before it is due on Mar 31, 2027')
  const course = { ...license, resourceType: 'ceuRunOut' as const }
  expect(endText(course, context)).toBe('Runs out Mar 31, 2027 · in 30 days')
  expect(stepText(course, 'en-US')).toBe('14 days before it runs out on Mar 31, 2027')
  expect(endText(license, { ...context, today: '2027-04-01' })).toBe('Expired Mar 31, 2027 · yesterday')
})

test('a delivery that was not sent shows the reason and advice', () => {
  const failed = { channel: 'email', state: 'failed', at: null, error: 'the address was refused' } as const
  expect(deliveryText(failed)).toBe('Email: not sent. The address was refused.')
  expect(deliveryAdvice(failed)).toContain('send yourself a test')
  expect(deliveryText({ ...failed, state: 'skipped', error: 'Email is not set up' })).toBe(
    'Email: skipped. Email is not set up.',
  )
  expect(deliveryText({ ...failed, state: 'sent', error: null })).toBe('Email: sent')
  expect(deliveryAdvice({ channel: 'email', state: 'sent' })).toBeNull()
})

test('every warning describes what happened and what to do', () => {
  const none = { channel: null, at: null, reason: null }
  expect(warningText({ ...none, code: 'mail_not_set_up' }).advice).toContain('calendar feed')
  expect(warningText({ ...none, code: 'scheduler_late' }).advice).toMatch(/^Due reminders will be sent/)
  expect(
    warningText({ code: 'last_delivery_failed', channel: 'email', at: null, reason: 'the mailbox is full' }),
  ).toEqual({
    short: 'The last reminder did not arrive',
    title: 'The last reminder did not reach you by email.',
    advice: 'The mailbox is full. Check your address and send yourself a test in Settings.',
  })
})

test('a test shows its result', () => {
  expect(testText('email', 'sent', null)).toContain('within minutes')
  expect(testText('webhook', 'failed', 'It answered 500')).toBe('The test was not sent. It answered 500.')
  expect(testText('push', 'skipped', null)).toBe('The test was not sent.')
})

test('in Spanish, the words are in Spanish order', () => {
  setTranslate(createTranslate('es', (key) => spanishTexts[key]))
  const spanish = { ...context, locale: 'es-US' }
  expect(nextText({ next: { ...license, title: 'Texas RN' }, isPlanned: true }, spanish)).toBe(
    'Próximo recordatorio: Texas RN, el 17 mar 2027, dentro de 16 días.',
  )
  expect(stepText({ ...license, leadDays: 1 }, 'es-US')).toBe('1 día antes de que venza el 31 mar 2027')
  expect(endText(license, spanish)).toBe('Vence el 31 mar 2027 · dentro de 30 días')
  expect(scheduleText([60, 30, 0])).toBe('60 y 30 días antes, y el último día.')
  setTranslate(english)
})

test('a schedule is shown as a sentence', () => {
  expect(scheduleText([60, 30, 0])).toBe('60 and 30 days before, and on the last day.')
  expect(scheduleText([1])).toBe('1 day before.')
  expect(scheduleText([0])).toBe('On the last day only.')
  expect(scheduleText([])).toBe('No reminders before the end.')
})
