import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  CalendarState,
  calendarMade,
  PushInput,
  PushState,
  WebhookState,
  webhookMade,
} from '#shared/reminders/channels.ts'
import type {
  ChannelName,
  Reminder,
  ReminderPatch,
  ReminderQuery,
  ReminderSummary,
  reminderTested,
} from '#shared/reminders/reminder.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { request } from '#web/http/api.ts'

type Page = { items: Reminder[]; nextCursor: string | null }
type State = ReminderQuery['state']

const PATH = '/api/reminders'
const PAGE = 50

/** Every list, count and setting of reminders lies under this key: a change of one makes all of them stale. */
export const remindersKey = ['reminders'] as const

/** For the bell and the dashboard. */
export const summaryQuery = queryOptions({
  queryKey: [...remindersKey, 'summary'],
  queryFn: ({ signal }) => request<ReminderSummary>('GET', `${PATH}/summary`, { signal }),
})

/** What comes next, soonest first; then what went out, newest first. */
export const remindersQuery = (state?: State) =>
  infiniteQueryOptions({
    queryKey: [...remindersKey, 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', PATH, { query: { state, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export function updateReminder(id: string, patch: ReminderPatch): Promise<Reminder> {
  return request('PATCH', `${PATH}/${id}`, { body: patch })
}

export function removeReminder(id: string): Promise<void> {
  return request('DELETE', `${PATH}/${id}`)
}

export function readAllReminders(): Promise<void> {
  return request('POST', `${PATH}/read`, { body: {} })
}

export const settingsQuery = queryOptions({
  queryKey: [...remindersKey, 'settings'],
  queryFn: ({ signal }) => request<ReminderSettings>('GET', `${PATH}/settings`, { signal }),
})

export function saveSettings(settings: ReminderSettings): Promise<ReminderSettings> {
  return request('PUT', `${PATH}/settings`, { body: settings })
}

/** Sends one through this channel now, and answers how that went. */
export function sendTest(channel: ChannelName): Promise<z.infer<typeof reminderTested>> {
  return request('POST', `${PATH}/test`, { body: { channel } })
}

export const pushQuery = queryOptions({
  queryKey: [...remindersKey, 'push'],
  queryFn: ({ signal }) => request<PushState>('GET', `${PATH}/push`, { signal }),
})

export function addPush(input: PushInput): Promise<PushState> {
  return request('POST', `${PATH}/push`, { body: input })
}

export function removePush(id: string): Promise<void> {
  return request('DELETE', `${PATH}/push/${id}`)
}

export const webhookQuery = queryOptions({
  queryKey: [...remindersKey, 'webhook'],
  queryFn: ({ signal }) => request<WebhookState>('GET', `${PATH}/webhook`, { signal }),
})

/** Answers the secret once. */
export function saveWebhook(url: string): Promise<z.infer<typeof webhookMade>> {
  return request('PUT', `${PATH}/webhook`, { body: { url } })
}

export function removeWebhook(): Promise<void> {
  return request('DELETE', `${PATH}/webhook`)
}

export const calendarQuery = queryOptions({
  queryKey: [...remindersKey, 'calendar'],
  queryFn: ({ signal }) => request<CalendarState>('GET', `${PATH}/calendar`, { signal }),
})

/** Answers the address once and ends the one before. */
export function makeCalendar(): Promise<z.infer<typeof calendarMade>> {
  return request('POST', `${PATH}/calendar`, { body: {} })
}

export function removeCalendar(): Promise<void> {
  return request('DELETE', `${PATH}/calendar`)
}
