import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { reminderContract } from '#shared/reminders/contract.ts'
import type { Reminder, ReminderPatch, ReminderQuery } from '#shared/reminders/reminder.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import { byCursor, client } from '#web/http/client.ts'

const PAGE_SIZE = 50
/** How often to check whether the reminders of a change are planned. */
const PLANNING_MS = 5000

const api = client<typeof reminderContract>()

/** Every list, count and setting of reminders is cached under this key. A change to one makes all of them stale. */
export const remindersKey = ['reminders'] as const
export const reminderListsKey = [...remindersKey, 'list'] as const

/** For the bell and the page of reminders. */
export const reminderSummaryQuery = queryOptions({
  queryKey: [...remindersKey, 'summary'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/summary', { signal }),
  refetchInterval: ({ state }) => (state.data?.isPlanned === false ? PLANNING_MS : false),
})

export const settingsQuery = queryOptions({
  queryKey: [...remindersKey, 'settings'],
  queryFn: ({ signal }) => api.call('GET /api/reminders/settings', { signal }),
})

export function saveSettings(body: ReminderSettings): Promise<ReminderSettings> {
  return api.call('PUT /api/reminders/settings', { body })
}

export function listReminders(state: ReminderQuery['state'], cursor?: string) {
  return api.call('GET /api/reminders', { query: { state, limit: 200, cursor } })
}

/** Upcoming reminders first, soonest first; then sent ones, newest first. */
export const remindersQuery = (state?: ReminderQuery['state']) =>
  infiniteQueryOptions({
    queryKey: [...reminderListsKey, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/reminders', { query: { state, limit: PAGE_SIZE, cursor: pageParam }, signal }),
    ...byCursor,
  })

export function updateReminder(id: string, body: ReminderPatch): Promise<Reminder> {
  return api.call('PATCH /api/reminders/{id}', { params: { id }, body })
}

export function removeReminder(id: string): Promise<void> {
  return api.call('DELETE /api/reminders/{id}', { params: { id } })
}

export function markAllRead(): Promise<void> {
  return api.call('POST /api/reminders/read')
}
