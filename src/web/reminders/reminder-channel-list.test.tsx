import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { user } from '#shared/account/profile.ts'
import {
  calendarFeedState,
  pushState,
  savedWebhook,
  type WebhookState,
  webhookState,
} from '#shared/reminders/channels.ts'
import { type ReminderSummary, reminderSummary } from '#shared/reminders/reminder.ts'
import { secondPerson } from '#shared/reminders/second-person.ts'
import { defaultSettings, reminderSettings } from '#shared/reminders/settings.ts'
import { alert, button, field, fillIn } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { nobody } from '#testing/web/reminder-samples.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleProfile } from '#testing/web/sign-in-answers.ts'
import { ReminderChannelList } from './reminder-channel-list.tsx'

const path = '/api/reminders/settings'
const url = 'https://example.com/hook'
const none: WebhookState = { url: null, createdAt: null, lastSentAt: null, lastError: null }
const set: WebhookState = { ...none, url, createdAt: '2026-11-01T15:00:00.000Z' }
const channel = (name: string) => page.getByRole('switch', { name, exact: true, includeHidden: true })
const email = channel('Email')
const webhook = channel('Webhook')
const noMail: ReminderSummary['warnings'] = [
  { code: 'mail_not_set_up', channel: 'email', at: null, reason: null },
]

type Rendered = {
  channels?: Partial<typeof defaultSettings.channels>
  warnings?: ReminderSummary['warnings']
  hook?: WebhookState
}

async function renderList({ channels, warnings = [], hook = none }: Rendered = {}) {
  const network = stubNetwork()
  let stored = { ...defaultSettings, channels: { ...defaultSettings.channels, ...channels } }
  network.answerEach('GET', path, reminderSettings, () => stored)
  network.answerEach('PUT', path, reminderSettings, ({ body }) => {
    stored = body as typeof stored
    return stored
  })
  const summary = { unread: 0, next: null, isPlanned: true, warnings }
  network.answer('GET', '/api/reminders/summary', reminderSummary, summary)
  network.answer('GET', '/api/reminders/push', pushState, { publicKey: 'BPk', devices: [] })
  network.answer('GET', '/api/reminders/calendar', calendarFeedState, { isOn: false, createdAt: null })
  network.answer('GET', '/api/reminders/webhook', webhookState, hook)
  network.answer('GET', '/api/reminders/second-person', secondPerson, nobody)
  await renderInApp(<ReminderChannelList user={user.parse(sampleProfile)} />)
  await expect.element(webhook).toBeEnabled()
  return {
    network,
    saved: () => network.bodies('PUT', path),
    store: (next: typeof stored) => (stored = next),
  }
}

describe('a channel', () => {
  test('is turned off with its switch, which saves itself and changes nothing else', async () => {
    const { saved, store } = await renderList()
    await expect.element(email).toBeChecked()
    await expect.element(email).toHaveAccessibleDescription(`On · to ${sampleProfile.email}`)
    // Saved on another device meanwhile.
    store({ ...defaultSettings, hour: 7 })
    await userEvent.click(email)
    await expect.element(email).toHaveAccessibleDescription('Off')
    const channels = { ...defaultSettings.channels, email: false }
    await expect.poll(saved).toEqual([{ ...defaultSettings, hour: 7, channels }])
    await userEvent.click(email)
    await expect.poll(() => saved()[1]).toEqual({ ...defaultSettings, hour: 7 })
  })

  test('shows the change at once, and undoes it with a sentence if it is not saved', async () => {
    const { network } = await renderList()
    network.disconnect('PUT', path)
    const release = network.hold('PUT', path)
    await userEvent.click(email)
    await expect.element(email).not.toBeChecked()
    release()
    await expect.element(email).toBeChecked()
    await expect.element(alert).toMatchTextContent(/^Not changed\. .*Check your connection/)
  })

  test('keeps two quick changes of two channels', async () => {
    const { network, saved } = await renderList({ hook: set })
    document.querySelector('#reminder-advanced')?.setAttribute('open', '')
    const release = network.hold('PUT', path)
    await userEvent.click(email)
    await userEvent.click(webhook)
    await expect.element(webhook).not.toBeChecked()
    release()
    await expect
      .poll(() => saved().at(-1))
      .toMatchObject({ channels: { email: false, push: true, webhook: false } })
    await expect.element(email).not.toBeChecked()
  })

  test('is tested in its row', async () => {
    await renderList()
    await expect.element(button('Send me a test: Email')).toBeVisible()
    await userEvent.click(email)
    await expect.element(button('Send me a test: Email')).not.toBeInTheDocument()
  })

  test('that the server cannot send through says so, and has no switch', async () => {
    await renderList({ warnings: noMail })
    await expect.element(page.getByText('Not set up on this server')).toBeVisible()
    await expect.element(email).not.toBeInTheDocument()
    await expect.element(button('Send me a test: Email')).not.toBeInTheDocument()
  })
})

describe('the webhook', () => {
  test('is under “Advanced”, and asks for a URL when it is turned on', async () => {
    const { network, saved } = await renderList({ channels: { webhook: false } })
    await expect.element(webhook).not.toBeVisible()
    await userEvent.click(page.getByText('Advanced'))
    await userEvent.click(webhook)
    await expect.element(webhook).not.toBeChecked()
    await expect.element(field('URL')).toHaveFocus()
    await fillIn('URL', url)
    network.answer('PUT', '/api/reminders/webhook', savedWebhook, { ...set, secret: 'whsec_4711' })
    network.answer('GET', '/api/reminders/webhook', webhookState, set)
    await userEvent.click(button('Save webhook'))
    await expect.element(webhook).toBeChecked()
    await expect.element(webhook).toHaveAccessibleDescription('On · to example.com')
    await expect.poll(saved).toEqual([defaultSettings])
  })

  test('keeps its URL while it is off', async () => {
    const { network, saved } = await renderList({ hook: set })
    await userEvent.click(page.getByText('Advanced'))
    await userEvent.click(webhook)
    await expect.element(webhook).toHaveAccessibleDescription('Off')
    await expect.poll(saved).toMatchObject([{ channels: { webhook: false } }])
    expect(network.sent('DELETE', '/api/reminders/webhook')).toEqual([])
  })
})
