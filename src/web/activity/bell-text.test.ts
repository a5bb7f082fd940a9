import { expect, test } from 'vitest'
import type { OpeningItem, SecurityItem } from '#shared/activity/bell.ts'
import { openingItem, securityItem } from '#testing/web/bell-samples.ts'
import { sentReminder } from '#testing/web/reminder-samples.ts'
import {
  openingDetailText,
  openingText,
  securityDeviceText,
  securitySection,
  securityText,
} from './bell-text.ts'
import { bellText, isUnread } from './use-unread.ts'

const opening = (more: Partial<OpeningItem> = {}): OpeningItem => ({ ...openingItem, ...more })
const security = (more: Partial<SecurityItem> = {}): SecurityItem => ({ ...securityItem, ...more })

test.each([
  [0, 'Notices, none unread'],
  [3, 'Notices, 3 unread'],
  [100, 'Notices, 99+ unread'],
])('%i unread: %s', (unread, text) => expect(bellText(unread)).toBe(text))

test('shows what was opened, for whom and on which device', () => {
  expect(openingText(opening())).toBe('Your link to Texas RN was opened')
  expect(openingText(opening({ name: null }))).toBe('One of your share links was opened')
  expect(openingDetailText(opening())).toBe('For Memorial Hospital · Safari on an iPhone')
  expect(openingDetailText(opening({ recipient: null, device: null }))).toBe('')
})

test('shows what happened to the account, how often and where', () => {
  expect(securityText(security())).toBe('Someone tried to sign in with a wrong password')
  expect(securityText(security({ count: 3 }))).toBe('Someone tried to sign in with a wrong password, 3 times')
  expect(securityDeviceText(security())).toBe('Unknown browser')
  expect(securityDeviceText(security({ isCurrent: true }))).toBe('This session')
  expect(securitySection(security())).toBe('activity')
  expect(securitySection(security({ action: 'auth_passkey_added' }))).toBe('security')
})

test('counts emails that are on hold, which no browser sent', () => {
  const held = security({ action: 'file_mail_held' })
  expect(securityText(held)).toMatch(/^An email from a sender you have not allowed is on hold/)
  expect(securityText({ ...held, count: 3 })).toMatch(
    /^3 emails from senders you have not allowed are on hold/,
  )
  expect(securityDeviceText(held)).toBe('')
})

test('is unread until the server says that it was read, or its share was seen in this browser', () => {
  const reminder = {
    kind: 'reminder' as const,
    id: sentReminder.id,
    at: openingItem.at,
    reminder: sentReminder,
  }
  for (const item of [opening(), security(), { ...reminder, isRead: false }]) {
    expect(isUnread(item, {})).toBe(true)
    expect(isUnread({ ...item, isRead: true }, {})).toBe(false)
  }
  expect(isUnread(opening(), { [openingItem.shareId]: openingItem.at })).toBe(false)
  expect(isUnread(opening(), { [openingItem.shareId]: '2026-11-19T00:00:00.000Z' })).toBe(true)
})
