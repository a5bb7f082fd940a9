import { expect, test } from 'vitest'
import type { Reminder } from '#shared/reminders/reminder.ts'
import {
  bellText,
  countText,
  dayText,
  deliveryAdvice,
  deliveryText,
  endText,
  headlineOf,
  ladderText,
  nextText,
  rungText,
  snoozeDays,
  testText,
  warningWords,
} from './reminder-text.ts'

const seen = { today: '2027-03-01', locale: 'en-US' }

const license: Reminder = {
  id: '0198c9a0-0000-7000-8000-000000000001',
  resourceType: 'license',
  resourceId: '0198c9a0-0000-7000-8000-000000000002',
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

test('a nurse reads which reminder is next, and on which day', () => {
  expect(nextText(license, seen)).toBe('Next reminder: Texas RN license, on Mar 17, 2027, in 16 days.')
  expect(nextText({ ...license, remindOn: '2027-03-02' }, seen)).toBe(
    'Next reminder: Texas RN license, tomorrow.',
  )
  expect(nextText({ ...license, remindOn: '2027-02-20' }, seen)).toBe(
    'Next reminder: Texas RN license, today.',
  )
  expect(nextText(null, seen)).toBe('No reminder is coming up.')
})

test('a snoozed one comes on the day that she chose', () => {
  const snoozed = { ...license, snoozedUntil: '2027-03-20' }
  expect(dayText(snoozed, seen)).toBe('Mar 20, 2027 · in 19 days')
  expect(nextText(snoozed, seen)).toContain('on Mar 20, 2027')
  expect(snoozeDays('2027-12-31').map(({ day }) => day)).toEqual(['2028-01-01', '2028-01-07'])
})

test('what waits says why it comes on its day; what went out says what holds today', () => {
  expect(rungText(license, 'en-US')).toBe('14 days before it expires on Mar 31, 2027')
  expect(rungText({ ...license, leadDays: -7 }, 'en-US')).toBe('7 days after its last day, Mar 31, 2027')
  expect(rungText({ ...license, leadDays: 0 }, 'en-US')).toBe('On its last day, Mar 31, 2027')
  expect(rungText({ ...license, step: 'book_class', leadDays: 150 }, 'en-US')).toBe(
    'To book the class, 150 days before it expires on Mar 31, 2027',
  )
  expect(headlineOf({ ...license, state: 'sent' }, seen.today)).toBe('Texas RN license expires in 30 days')
  expect(headlineOf({ ...license, state: 'sent' }, '2027-04-02')).toBe('Texas RN license expired 2 days ago')
  const card = { ...license, step: 'book_class', title: 'BLS', state: 'sent' } as const
  expect(headlineOf(card, seen.today)).toBe('Time to book the class for BLS')
  expect(headlineOf(card, '2027-04-01')).toBe('BLS expired yesterday')
  expect(endText({ ...license, resourceType: 'ceuCycle' }, seen)).toBe('Ends Mar 31, 2027 · in 30 days')
  expect(endText(license, { ...seen, today: '2027-04-01' })).toBe('Expired Mar 31, 2027 · yesterday')
})

test('the bell says its count in words, and a large one briefly', () => {
  expect([bellText(0), bellText(3)]).toEqual(['Reminders, nothing unread', 'Reminders, 3 unread'])
  expect([countText(7), countText(100)]).toEqual(['7', '99+'])
})

test('what did not go out comes with its reason and with what to do', () => {
  const failed = { channel: 'email', state: 'failed', at: null, error: 'the address was refused' } as const
  expect(deliveryText(failed)).toBe('Email: did not go out. The address was refused.')
  expect(deliveryAdvice(failed)).toContain('send yourself a test')
  expect(deliveryText({ ...failed, state: 'skipped', error: 'Mail is not set up' })).toBe(
    'Email: left out. Mail is not set up.',
  )
  expect(deliveryText({ ...failed, state: 'sent', error: null })).toBe('Email: sent')
  expect(deliveryAdvice({ channel: 'email', state: 'sent' })).toBeNull()
})

test('every warning says what happened and what to do now', () => {
  const none = { channel: null, at: null, reason: null }
  expect(warningWords({ ...none, code: 'mail_not_set_up' }).advice).toContain('calendar feed')
  expect(warningWords({ ...none, code: 'scheduler_late' }).advice).toMatch(/^Nothing is lost/)
  expect(
    warningWords({ code: 'last_delivery_failed', channel: 'email', at: null, reason: 'the mailbox is full' }),
  ).toEqual({
    title: 'The last reminder did not reach you through email.',
    advice: 'The mailbox is full. Check your address and send yourself a test in Settings.',
  })
})

test('a test is answered with what became of it', () => {
  expect(testText('email', 'sent', null)).toContain('your inbox')
  expect(testText('webhook', 'failed', 'It answered 500')).toBe('The test did not go out. It answered 500.')
  expect(testText('push', 'skipped', null)).toBe('The test did not go out.')
})

test('a ladder is read as a sentence', () => {
  expect(ladderText([60, 30, 0])).toBe('60 and 30 days before, and on the last day.')
  expect(ladderText([1])).toBe('1 day before.')
  expect(ladderText([0])).toBe('On the last day only.')
  expect(ladderText([])).toBe('No reminder before the end.')
})
