import { describe, expect, test } from 'vitest'
import type { PushState, WebhookState } from '#shared/reminders/channels.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import {
  calendarSummary,
  channelsSummary,
  kindsSummary,
  pushSummary,
  scheduleSummary,
  timeSummary,
  webhookSummary,
} from './settings-summary-text.ts'

const device = (id: string): PushState['devices'][number] => ({
  ...{ id, name: 'Chrome', fingerprint: id, createdAt: '2026-11-01T15:00:00.000Z' },
  ...{ lastSentAt: null, lastError: null },
})
const push = (...ids: string[]): PushState => ({ publicKey: 'k', devices: ids.map(device) })
const webhook: WebhookState = { url: null, createdAt: null, lastSentAt: null, lastError: null }
const { kinds, channels } = defaultSettings

describe('a section of the reminder settings summarizes in one line', () => {
  test.each([
    [{ leads: [30, 7], isWeeklyAfter: true }, '30 and 7 days before; then weekly.'],
    [{ leads: [30, 0], isWeeklyAfter: false }, '30 days before, and on the last day.'],
    [{ leads: [], isWeeklyAfter: false }, 'No reminders before the end.'],
  ])('when reminders come: %j', (settings, text) => expect(scheduleSummary(settings)).toBe(text))

  test('at what time', () => {
    const settings = { locale: 'en-US', timeZone: 'America/New_York' }
    expect(timeSummary(9, settings)).toMatch(/^At 9:00.AM, America\/New York time\.$/)
    expect(timeSummary(7, { locale: 'en-GB', timeZone: null })).toMatch(/^At 0?7:00, UTC time\.$/)
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

  test('which channels are on', () => {
    expect(channelsSummary(defaultSettings)).toBe('In Lanyard. Turned on: email, notifications, and webhook.')
    const off = { email: false, push: false, webhook: false }
    expect(channelsSummary({ channels: off, digest: 'daily' })).toBe('Only in Lanyard.')
    expect(channelsSummary({ channels: { ...channels, ...off, email: true }, digest: 'weekly' })).toBe(
      'In Lanyard. Turned on: email once a week.',
    )
  })

  test.each([
    ['off', push(), 'Off on this device.'],
    ['off', push('a'), 'Off on this device; on for 1 other device.'],
    ['on', push('a'), 'On for this device.'],
    ['on', push('a', 'b', 'c'), 'On for this device, and 2 others.'],
    ['denied', push('a', 'b'), 'Blocked by this browser; on for 2 other devices.'],
    ['unsupported', push(), 'Not supported by this browser.'],
    ['tab', push(), 'Add Lanyard to your home screen first.'],
    [undefined, push('a'), ''],
  ] as const)('notifications %s', (state, devices, text) => expect(pushSummary(state, devices)).toBe(text))

  test('whether the calendar and the webhook are on, without the address', () => {
    expect(calendarSummary(undefined)).toBe('')
    expect(calendarSummary({ isOn: false, createdAt: null })).toBe('Off.')
    expect(calendarSummary({ isOn: true, createdAt: null })).toMatch(/^On/)
    expect(webhookSummary(webhook)).toBe('Not set up.')
    expect(webhookSummary({ ...webhook, url: 'https://hook.example/x?key=secret' })).toBe('To hook.example.')
    expect(webhookSummary({ ...webhook, url: 'https://hook.example/', lastError: 'It answered 500.' })).toBe(
      'The last message to hook.example failed.',
    )
  })
})
