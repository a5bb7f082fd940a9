import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
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
  reachableChannels,
  reminder,
  reminderPage,
  reminderPatch,
  reminderQuery,
  reminderSummary,
  reminderTest,
  reminderTestResult,
} from './reminder.ts'
import { secondPerson, secondPersonInput } from './second-person.ts'
import { reminderSettings } from './settings.ts'

const tags = ['Reminders']
const byId = z.object({ id: z.string().max(100) })
const byToken = z.object({ token: z.string().describe('The token from the email') })
const byDevice = z.object({ id: z.string() })
const string = { type: 'string' } as const
const calendarFile = { description: 'iCalendar', content: { 'text/calendar': { schema: string } } }
const htmlPage = { description: 'A page for a person', content: { 'text/html': { schema: string } } }

export const reminderContract = {
  'GET /api/reminders': {
    tags,
    summary: 'List your reminders: upcoming ones first, soonest first; then sent ones, newest first',
    query: reminderQuery,
    answers: { 200: json(reminderPage, 'One page') },
  },
  'GET /api/reminders/summary': {
    tags,
    summary: 'The number of unread reminders, the next one, and what may keep reminders from reaching you',
    answers: { 200: json(reminderSummary, 'Summary') },
  },
  'GET /api/reminders/channels': {
    tags,
    summary: 'By which channels reminders can reach you outside of Lanyard',
    answers: { 200: json(reachableChannels, 'Channels') },
  },
  'POST /api/reminders/read': {
    tags,
    summary: 'Mark all sent reminders as read',
    answers: { 204: noContent('All are read') },
  },
  'GET /api/reminders/settings': {
    tags,
    summary: 'When and how you are reminded',
    answers: { 200: json(reminderSettings, 'Settings') },
  },
  'PUT /api/reminders/settings': {
    tags,
    summary: 'Change when and how you are reminded; upcoming reminders are rescheduled',
    body: reminderSettings,
    answers: { 200: json(reminderSettings, 'Updated settings') },
  },
  'POST /api/reminders/test': {
    tags,
    summary: 'Send yourself a test through one channel now',
    body: reminderTest,
    answers: { 200: json(reminderTestResult, 'Result') },
  },
  'PATCH /api/reminders/{id}': {
    tags,
    summary: 'Dismiss, restore, snooze or mark as read',
    params: byId,
    body: reminderPatch,
    answers: { 200: json(reminder, 'Updated reminder') },
  },
  'DELETE /api/reminders/{id}': {
    tags,
    summary: 'Delete a reminder; it is not sent again',
    params: byId,
    answers: { 204: noContent('Deleted reminder') },
  },

  'GET /api/reminders/push': {
    tags,
    summary: 'Your devices that get notifications, and the key to subscribe with',
    answers: { 200: json(pushState, 'Devices and key') },
  },
  'POST /api/reminders/push': {
    tags,
    summary: 'Send your notifications to this browser, and no longer those of an account that used it before',
    body: pushInput,
    answers: { 200: json(pushState, 'Devices and key') },
  },
  'DELETE /api/reminders/push/{id}': {
    tags,
    summary: 'Stop sending notifications to a device',
    params: byDevice,
    answers: { 204: noContent('Removed device') },
  },

  'GET /api/reminders/webhook': {
    tags,
    summary: 'Your webhook, without its secret',
    answers: { 200: json(webhookState, 'Webhook; `url` is null if there is none') },
  },
  'PUT /api/reminders/webhook': {
    tags,
    summary: 'Send your reminders to a URL; the answer holds the signing secret, which is shown only once',
    body: webhookInput,
    answers: { 200: json(savedWebhook, 'Saved webhook and its secret') },
  },
  'DELETE /api/reminders/webhook': {
    tags,
    summary: 'Remove your webhook',
    answers: { 204: noContent('No webhook is set') },
  },

  'GET /api/reminders/calendar': {
    tags,
    summary: 'Whether your calendar feed is on; its URL is shown only when it is created',
    answers: { 200: json(calendarFeedState, 'State of the feed') },
  },
  'POST /api/reminders/calendar': {
    tags,
    summary: 'Create a calendar feed; the previous URL stops working',
    answers: { 200: json(createdCalendarFeed, 'The URLs, shown only once') },
  },
  'DELETE /api/reminders/calendar': {
    tags,
    summary: 'Turn off your calendar feed',
    answers: { 204: noContent('The feed is off') },
  },
  'GET /api/calendar/{file}': {
    tags,
    summary: 'The calendar behind a feed URL, without signing in',
    params: z.object({
      file: z
        .string()
        .describe('The token followed by `.ics`, or by `.todo.ics` for tasks in place of events'),
    }),
    answers: { 200: calendarFile },
    problems: [404, 429],
  },

  'GET /api/reminders/second-person': {
    tags,
    summary: 'Who else is told when something expires and you have not reacted to reminders',
    answers: { 200: json(secondPerson, 'The person; `state` is `none` if there is none') },
  },
  'PUT /api/reminders/second-person': {
    tags,
    summary: 'Name this person, who is asked by email first; replaces the person before',
    body: secondPersonInput,
    answers: { 200: json(secondPerson, 'The person') },
    problems: [409],
  },
  'DELETE /api/reminders/second-person': {
    tags,
    summary: 'Remove this person, or cancel the invitation',
    answers: { 204: noContent('Nobody else is told') },
  },
  'POST /api/reminders/second-person/invitation': {
    tags,
    summary: 'Send the invitation again',
    answers: { 200: json(secondPerson, 'The person') },
    problems: [409],
  },
  'GET /api/second-person/{token}': {
    tags,
    summary: 'The page behind a link in an email to a second person; changes nothing',
    params: byToken,
    answers: { 200: htmlPage, 404: htmlPage },
  },
  'POST /api/second-person/{token}': {
    tags,
    summary: 'Confirm or end with the link from an email to a second person',
    params: byToken,
    answers: { 200: htmlPage, 404: htmlPage },
  },

  'GET /api/unsubscribe/{token}': {
    tags,
    summary: 'A page that asks before email reminders are turned off; changes nothing',
    params: byToken,
    answers: { 200: htmlPage },
    problems: [404],
  },
  'POST /api/unsubscribe/{token}': {
    tags,
    summary: 'Turn off email reminders with the link from an email',
    params: byToken,
    answers: { 200: htmlPage },
    problems: [404],
  },
} satisfies Contract
