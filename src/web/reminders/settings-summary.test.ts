import { describe, expect, test } from 'vitest'
import type { WebhookState } from '#shared/reminders/channels.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import {
  calendarSummary,
  emailState,
  kindsSummary,
  messagesSummary,
  pushSummary,
  scheduleSummary,
  timeSummary,
  webhookState,
} from './settings-summary-text.ts'

const webhook: WebhookState = { url: null, createdAt: null, lastSentAt: null, lastError: null }
const { kinds } = defaultSettings

describe('a section of the reminder settings summarizes in one line', () => {
  test.each([
    [{ leads: [30, 7], isWeeklyAfter: true }, '30 and 7 days before; then weekly.'],
    [{ leads: [30, 0], isWeeklyAfter: false }, '30 days before, and on the last day.'],
    [{ leads: [], isWeeklyAfter: false }, 'No reminders before the end.'],
  ])('when reminders come: %j', (settings, text) => expect(scheduleSummary(settings)).toBe(text))

  test('at what time', () => {
    const settings = { locale: 'en-US', timeZone: 'America/New_York' }
    expect(timeSummary(9, settings)).toMatch(/^At 9:00.AM, Eastern Time \(New York\)\.$/)
    expect(timeSummary(7, { locale: 'en-GB', timeZone: null })).toMatch(/^At 0?7:00, UTC\.$/)
  })

  test('differences between kinds', () => {
    expect(kindsSummary(kinds)).toBe('The same for all.')
    const own = { leads: [60], email: true }
    const silent = { leads: null, email: false }
    expect(kindsSummary({ ...kinds, license: own, certification: own })).toBe(
      'Own days for licenses and certifications.',
    )
    expect(kindsSummary({ ...kinds, license: own, ceuCycle: silent })).toBe(
      'Own days for licenses. No email for CE cycles.',
    )
  })

  test('what messages say', () => {
    expect(messagesSummary(defaultSettings)).toBe('One email per reminder. Health records are not named.')
    expect(messagesSummary({ digest: 'weekly', namesHealthRecords: true })).toBe(
      'One email a week. Health records are named.',
    )
  })
})

describe('a channel says its real state', () => {
  test.each([
    [{ isOn: true, isMissing: false, digest: 'each' }, 'On · to ann@example.com'],
    [{ isOn: true, isMissing: false, digest: 'daily' }, 'On · to ann@example.com, once a day'],
    [{ isOn: false, isMissing: false, digest: 'each' }, 'Off'],
    [{ isOn: true, isMissing: true, digest: 'each' }, 'Not set up on this server'],
    [{ isOn: undefined, isMissing: false, digest: undefined }, ''],
  ] as const)('email: %j', (state, text) =>
    expect(emailState({ ...state, email: 'ann@example.com' })).toBe(text),
  )

  test.each([
    ['off', false, 0, 'Off'],
    ['off', false, 1, 'Off · on for 1 other device'],
    ['on', true, 0, 'On'],
    ['on', true, 2, 'On · and on 2 other devices'],
    ['denied', false, 2, 'Blocked in this browser · on for 2 other devices'],
    ['unsupported', false, 0, 'Not supported by this browser'],
    ['tab', false, 0, 'Add Lanyard to your home screen first'],
  ] as const)('notifications: %s', (state, isOn, others, text) =>
    expect(pushSummary({ state, isOn, others })).toBe(text),
  )

  test('the calendar and the webhook, without the address', () => {
    expect(calendarSummary(false)).toBe('Off')
    expect(calendarSummary(true)).toMatch(/^On · /)
    const set = { ...webhook, url: 'https://hook.example/x?key=secret' }
    expect(webhookState(undefined, true)).toBe('')
    expect(webhookState(webhook, true)).toBe('Not set up')
    expect(webhookState(set, true)).toBe('On · to hook.example')
    expect(webhookState(set, false)).toBe('Off')
    expect(webhookState({ ...set, lastError: 'It answered 500.' }, true)).toBe(
      'On · the last message to hook.example failed',
    )
  })
})
