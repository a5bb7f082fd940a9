import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { PushInput, PushState } from '#shared/reminders/channels.ts'
import type { reminderContract } from '#shared/reminders/contract.ts'
import type { OptionalChannel, reminderTest } from '#shared/reminders/reminder.ts'
import type { SecondPersonInput } from '#shared/reminders/second-person.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { client } from '#web/http/client.ts'
import { remindersKey } from './api.ts'

const api = client<typeof reminderContract>()

export type TestableChannel = z.infer<typeof reminderTest>['channel']

/** Sends a test through this channel now, and returns the result. */
export function sendTest(channel: TestableChannel) {
  return api.call('POST /api/reminders/test', { body: { channel } })
}

/** Changes this channel alone: the other settings stay as another device may have saved them meanwhile. */
export async function saveChannel(channel: OptionalChannel, isOn: boolean): Promise<ReminderSettings> {
  const settings = await api.call('GET /api/reminders/settings')
  const channels = { ...settings.channels, [channel]: isOn }
  return api.call('PUT /api/reminders/settings', { body: { ...settings, channels } })
}

export const pushQuery = queryOptions({
  queryKey: [...remindersKey, 'push'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/push', { signal }),
})

/** Anyone who adds one of these can read reminders for years, so all three require reauthentication. */
export function addDevice(body: PushInput): Promise<PushState> {
  return withReauthentication(() => api.call('POST /api/reminders/push', { body }))
}

export function removeDevice(id: string): Promise<void> {
  return api.call('DELETE /api/reminders/push/{id}', { params: { id } })
}

export const webhookQuery = queryOptions({
  queryKey: [...remindersKey, 'webhook'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/webhook', { signal }),
})

/** Only this response contains the signing secret. */
export function saveWebhook(url: string) {
  return withReauthentication(() => api.call('PUT /api/reminders/webhook', { body: { url } }))
}

export function removeWebhook(): Promise<void> {
  return api.call('DELETE /api/reminders/webhook')
}

export const calendarFeedQuery = queryOptions({
  queryKey: [...remindersKey, 'calendar'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/calendar', { signal }),
})

/** Only this response contains the URL. The previous URL stops working. */
export function createCalendarFeed() {
  return withReauthentication(() => api.call('POST /api/reminders/calendar'))
}

export function removeCalendarFeed(): Promise<void> {
  return api.call('DELETE /api/reminders/calendar')
}

export const secondPersonQuery = queryOptions({
  queryKey: [...remindersKey, 'second-person'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/second-person', { signal }),
})

export function nameSecondPerson(body: SecondPersonInput) {
  return withReauthentication(() => api.call('PUT /api/reminders/second-person', { body }))
}

export function inviteSecondPersonAgain() {
  return api.call('POST /api/reminders/second-person/invitation')
}

export function removeSecondPerson(): Promise<void> {
  return api.call('DELETE /api/reminders/second-person')
}
