import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import {
  calendarFeedState,
  createdCalendarFeed,
  pushInput,
  pushState,
  savedWebhook,
  webhookInput,
  webhookState,
} from './channels.ts'
import {
  reminderPage,
  reminderPatch,
  reminderQuery,
  reminderSummary,
  reminderTest,
  reminderTestResult,
} from './reminder.ts'
import {
  completeSettings,
  defaultSettings,
  earlierDefaultSettings,
  mailsFor,
  mailsForAny,
  type ReminderSettings,
  reminderSettings,
  scheduledKindOf,
  scheduleFor,
} from './settings.ts'

const at = '2026-11-21T12:00:00.000Z'
const id = '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'

test('by default reminders go out at nine, one mail each, through every channel', () => {
  expect(reminderSettings.parse(defaultSettings)).toEqual({
    ...{ hour: 9, digest: 'each', isWeeklyAfter: true, leads: [30, 14, 7, 1, 0] },
    namesHealthRecords: false,
    kinds: {
      license: { leads: null, email: true },
      certification: { leads: null, email: true },
      ceuCycle: { leads: null, email: true },
    },
    channels: { email: true, push: true, webhook: true },
  })
})

test('older accounts have earlier days, and otherwise the same settings', () => {
  expect(reminderSettings.parse(earlierDefaultSettings)).toEqual({
    ...defaultSettings,
    leads: [120, 90, 60, 30, 14, 7, 1, 0],
  })
})

test('days are unique and sorted, largest first', () => {
  const { leads } = reminderSettings.parse({ ...defaultSettings, leads: [7, 30, 7, 365, 0] })
  expect(leads).toEqual([365, 30, 7, 0])
})

test.each([
  [{ leads: [-1] }, ['leads.0: At least 0 days']],
  [{ leads: [366] }, ['leads.0: At most 365 days']],
  [{ leads: Array.from({ length: 21 }, (_, day) => day) }, ['leads: At most 20 reminders']],
  [{ leads: Array.from({ length: 20 }, (_, day) => day) }, []],
  [{ hour: 0 }, []],
  [{ hour: 23 }, []],
  [{ digest: 'daily' }, []],
  [{ digest: 'weekly' }, []],
  [{ sound: true }, ['sound: Unknown field']],
  [{ channels: { ...defaultSettings.channels, fax: true } }, ['channels.fax: Unknown field']],
])('%j is rejected with %j', (changes, problems) =>
  expect(problemsOf(reminderSettings, { ...defaultSettings, ...changes })).toEqual(problems),
)

test.each([{ hour: -1 }, { hour: 24 }, { hour: 9.5 }, { digest: 'hourly' }, { leads: [1.5] }])(
  '%j is rejected',
  (changes) => expect(problemsOf(reminderSettings, { ...defaultSettings, ...changes })).toHaveLength(1),
)

test('a kind has its own schedule, or the shared one', () => {
  const kinds = { ...defaultSettings.kinds, license: { leads: [10], email: true } }
  const settings: ReminderSettings = { ...defaultSettings, kinds, isWeeklyAfter: false }
  expect(scheduleFor(settings, 'license')).toEqual({ leads: [10], isWeeklyAfter: false })
  expect(scheduleFor(settings, 'ceuCycle')).toEqual({ leads: defaultSettings.leads, isWeeklyAfter: false })
})

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, false],
])('mail on %s and mail for licenses on %s: mail goes out %s', (channel, kind, expected) => {
  const settings = {
    ...defaultSettings,
    channels: { ...defaultSettings.channels, email: channel },
    kinds: { ...defaultSettings.kinds, license: { leads: null, email: kind } },
  }
  expect(mailsFor(settings, 'license')).toBe(expected)
})

const webhook = { url: null, createdAt: null, lastSentAt: null, lastError: null }
const reminder = {
  ...{ id, resourceType: 'license', resourceId: id, cycleId: null, title: 'Texas RN license' },
  ...{ dueOn: '2027-03-31', remindOn: '2027-03-01', leadDays: 30, step: 'renew', state: 'sent', sentAt: at },
  channels: [{ channel: 'inApp', state: 'sent', at, error: null }],
  ...{ isRead: false, snoozedUntil: null, createdAt: at },
}

test.each([
  [
    pushState,
    {
      publicKey: 'BKey',
      devices: [{ id, name: 'Phone', fingerprint: 'ab', createdAt: at, lastSentAt: null, lastError: null }],
    },
  ],
  [webhookState, webhook],
  [savedWebhook, { ...webhook, secret: 's' }],
  [calendarFeedState, { isOn: true, createdAt: null }],
  [
    createdCalendarFeed,
    { url: 'https://lanyard.example/calendar/a.ics', todoUrl: 'https://lanyard.example/calendar/a.todo.ics' },
  ],
  [reminderPage, { items: [reminder], nextCursor: null }],
  [
    reminderSummary,
    {
      unread: 1,
      next: reminder,
      isPlanned: true,
      warnings: [{ code: 'mail_not_set_up', channel: 'email', at, reason: null }],
    },
  ],
  [reminderTestResult, { state: 'skipped', error: null }],
])('response %# has each of its fields', (schema, answer) => expect(schema.parse(answer)).toEqual(answer))

test.each([
  ['resourceType', ['license', 'certification', 'ceuCycle', 'ceuDeadline', 'ceuRunOut']],
  ['step', ['book_class', 'renew', 'lapsed']],
  ['state', ['scheduled', 'sent', 'dismissed']],
])('%s accepts its known values only', (field, values) => {
  const itemsWith = (value: string) => ({ items: [{ ...reminder, [field]: value }], nextCursor: null })
  for (const value of values) expect(problemsOf(reminderPage, itemsWith(value))).toEqual([])
  expect(problemsOf(reminderPage, itemsWith(''))).toHaveLength(1)
})

test('requires a known channel and state for a delivery', () => {
  const problemsWith = (changes: object) =>
    problemsOf(reminderPage, {
      items: [{ ...reminder, channels: [{ ...reminder.channels[0], ...changes }] }],
      nextCursor: null,
    })
  for (const channel of ['inApp', 'email', 'push', 'webhook']) expect(problemsWith({ channel })).toEqual([])
  for (const state of ['waiting', 'sent', 'failed', 'skipped']) expect(problemsWith({ state })).toEqual([])
  expect(problemsWith({ channel: '' })).toHaveLength(1)
  expect(problemsWith({ state: '' })).toHaveLength(1)
})

test('accepts only known warnings', () => {
  const summaryWith = (code: string) => ({
    unread: 0,
    next: null,
    isPlanned: true,
    warnings: [{ code, channel: null, at: null, reason: null }],
  })
  for (const code of ['mail_not_set_up', 'last_delivery_failed', 'scheduler_late'])
    expect(problemsOf(reminderSummary, summaryWith(code))).toEqual([])
  expect(problemsOf(reminderSummary, summaryWith(''))).toHaveLength(1)
})

test('a list takes a state, 50 reminders at a time by default', () => {
  expect(reminderQuery.parse({})).toEqual({ limit: 50 })
  for (const state of ['scheduled', 'sent', 'dismissed'])
    expect(reminderQuery.parse({ state, limit: '200', cursor: 'c' })).toEqual({
      state,
      limit: 200,
      cursor: 'c',
    })
  for (const bad of [
    { state: '' },
    { limit: '0' },
    { limit: '201' },
    { cursor: 'x'.repeat(4001) },
    { q: 'x' },
  ])
    expect(problemsOf(reminderQuery, bad)).toHaveLength(1)
})

test('a reminder can be dismissed, read or snoozed until a day', () => {
  for (const state of ['scheduled', 'sent', 'dismissed']) {
    const patch = { state, isRead: true, snoozedUntil: '2027-01-01' }
    expect(reminderPatch.parse(patch)).toEqual(patch)
  }
  expect(reminderPatch.parse({})).toEqual({})
  expect(reminderPatch.parse({ snoozedUntil: null })).toEqual({ snoozedUntil: null })
  for (const bad of [{ state: '' }, { snoozedUntil: 'soon' }, { title: 'x' }])
    expect(problemsOf(reminderPatch, bad)).not.toEqual([])
})

test('a test goes through every channel except the in-app one', () => {
  for (const channel of ['email', 'push', 'webhook'])
    expect(reminderTest.parse({ channel })).toEqual({ channel })
  expect(problemsOf(reminderTest, { channel: 'inApp' })).toHaveLength(1)
  expect(problemsOf(reminderTest, { channel: 'email', to: 'x' })).toEqual(['to: Unknown field'])
})

test('a browser’s subscription is accepted within its limits', () => {
  const keys = { p256dh: 'p', auth: 'a' }
  const subscription = { endpoint: 'https://push.example/1', expirationTime: null, keys }
  expect(pushInput.parse(subscription)).toEqual(subscription)
  expect(problemsOf(pushInput, { endpoint: subscription.endpoint, keys })).toEqual([])
  const endpoint = (length: number) => 'https://push.example/'.padEnd(length, 'x')
  expect(problemsOf(pushInput, { ...subscription, endpoint: endpoint(1000) })).toEqual([])
  for (const bad of [
    { endpoint: 'push' },
    { endpoint: endpoint(1001) },
    { keys: { ...keys, p256dh: '' } },
    { keys: { ...keys, auth: '' } },
    { keys: { ...keys, p256dh: 'x'.repeat(201) } },
    { keys: { ...keys, auth: 'x'.repeat(101) } },
    { keys: { ...keys, more: 'x' } },
    { more: 'x' },
  ])
    expect(problemsOf(pushInput, { ...subscription, ...bad }), JSON.stringify(bad)).toHaveLength(1)
  expect(
    problemsOf(pushInput, { ...subscription, keys: { p256dh: 'x'.repeat(200), auth: 'x'.repeat(100) } }),
  ).toEqual([])
})

test('a webhook requires a URL', () => {
  const url = 'https://hooks.example/1'
  expect(webhookInput.parse({ url })).toEqual({ url })
  expect(problemsOf(webhookInput, { url: 'hooks' })).toEqual([
    'url: Enter an address that begins with https://',
  ])
  expect(problemsOf(webhookInput, { url: url.padEnd(1000, 'x') })).toEqual([])
  expect(problemsOf(webhookInput, { url: url.padEnd(1001, 'x') })).toHaveLength(1)
  expect(problemsOf(webhookInput, { url, secret: 'x' })).toEqual(['secret: Unknown field'])
})

test.each([
  ['license', 'license'],
  ['certification', 'certification'],
  ['ceuCycle', 'ceuCycle'],
  ['ceuDeadline', 'ceuCycle'],
  ['ceuRunOut', 'ceuCycle'],
  ['moveDeadline', 'license'],
  ['requirementList', 'license'],
  ['healthRecord', 'certification'],
] as const)('a %s is reminded of by the settings for a %s', (kind, scheduled) => {
  expect(scheduledKindOf(kind)).toBe(scheduled)
  const leads = [99]
  const own = { ...defaultSettings.kinds, [scheduled]: { leads, email: false } }
  expect(scheduleFor({ ...defaultSettings, kinds: own }, kind).leads).toEqual(leads)
  expect(mailsFor({ ...defaultSettings, kinds: own }, kind)).toBe(false)
})

test('mail is on for any kind as long as it is on for one', () => {
  const off = { leads: null, email: false }
  const none = { license: off, certification: off, ceuCycle: off }
  expect(mailsForAny(defaultSettings)).toBe(true)
  expect(
    mailsForAny({ ...defaultSettings, kinds: { ...none, ceuCycle: { leads: null, email: true } } }),
  ).toBe(true)
  expect(mailsForAny({ ...defaultSettings, kinds: none })).toBe(false)
  expect(mailsForAny({ ...defaultSettings, channels: { ...defaultSettings.channels, email: false } })).toBe(
    false,
  )
})

test('older settings do not name health records', () => {
  const { namesHealthRecords: _new, ...stored } = defaultSettings
  expect(completeSettings(stored)).toEqual(defaultSettings)
  expect(reminderSettings.parse(stored).namesHealthRecords).toBe(false)
  expect(completeSettings({ ...stored, namesHealthRecords: true }).namesHealthRecords).toBe(true)
})
