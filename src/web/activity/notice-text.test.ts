import { expect, test } from 'vitest'
import type { OpeningNotice, SecurityNotice } from '#shared/activity/notice.ts'
import { openingNotice, securityNotice } from '#testing/web/notice-samples.ts'
import { sentReminder } from '#testing/web/reminder-samples.ts'
import {
  bellText,
  isUnread,
  openingDetailText,
  openingText,
  securityDeviceText,
  securitySection,
  securityText,
} from './notice-text.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const opening = (more: Partial<OpeningNotice> = {}): OpeningNotice => ({ ...openingNotice, ...more })
const security = (more: Partial<SecurityNotice> = {}): SecurityNotice => ({ ...securityNotice, ...more })

test.each([
  [0, 'Notices, none unread'],
  [3, 'Notices, 3 unread'],
  [100, 'Notices, 99+ unread'],
])('%i unread: %s', (unread, text) => expect(bellText(unread)).toBe(text))

test('says what was opened, for whom and with what', () => {
  expect(openingText(opening())).toBe('Your link to Texas RN was opened')
  expect(openingText(opening({ name: null }))).toBe('One of your share links was opened')
  expect(openingDetailText(opening())).toBe('For Memorial Hospital · Safari on an iPhone')
  expect(openingDetailText(opening({ recipient: null, device: null }))).toBe('')
})

test('says what happened to the account, how often and where', () => {
  expect(securityText(security())).toBe('Someone tried to sign in with a wrong password')
  expect(securityText(security({ count: 3 }))).toBe('Someone tried to sign in with a wrong password, 3 times')
  expect(securityDeviceText(security())).toBe('Unknown browser')
  expect(securityDeviceText(security({ isCurrent: true }))).toBe('This session')
  expect(securitySection(security())).toBe('activity')
  expect(securitySection(security({ action: 'auth_passkey_added' }))).toBe('security')
})

test('a reminder is read when its owner says so, whatever the browser showed', () => {
  const notice = { kind: 'reminder' as const, id: sentReminder.id, at: '2026-11-20T15:00:00.000Z' }
  const seen = { everything: now.toISOString() }
  expect(isUnread({ ...notice, reminder: sentReminder }, seen, now)).toBe(true)
  expect(isUnread({ ...notice, reminder: { ...sentReminder, isRead: true } }, {}, now)).toBe(false)
})

test('an opening and a security notice are read once this browser has shown them', () => {
  for (const notice of [opening(), security()]) {
    expect(isUnread(notice, {}, now)).toBe(true)
    expect(isUnread(notice, { everything: notice.at }, now)).toBe(false)
    expect(isUnread(notice, { everything: '2026-11-01T00:00:00.000Z' }, now)).toBe(true)
    expect(isUnread({ ...notice, at: '2026-11-10T00:00:00.000Z' }, {}, now)).toBe(false)
  }
  expect(isUnread(opening(), { [openingNotice.shareId]: openingNotice.at }, now)).toBe(false)
  expect(isUnread(security({ isCurrent: true }), {}, now)).toBe(false)
})
