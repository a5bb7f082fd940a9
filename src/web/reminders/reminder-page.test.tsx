import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissal, dismissalItems } from '#shared/notices/notice.ts'
import {
  type Reminder,
  type ReminderSummary,
  reminder,
  reminderPage,
  reminderSummary,
} from '#shared/reminders/reminder.ts'
import { alert, button, toast, typeDate } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import {
  reminderNow,
  sampleReminderSummary,
  sentReminder,
  upcomingReminder,
} from '#testing/web/reminder-samples.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { reminderSummaryQuery } from './api.ts'
import { ReminderPage } from './reminder-page.tsx'

const hideMail = 'Hide for 30 days'
const listPath = '/api/reminders'
const summaryPath = '/api/reminders/summary'
const pathOf = ({ id }: Reminder) => `/api/reminders/${id}`

async function renderPage(state: string, items: Reminder[], nextCursor: string | null = null) {
  stopClock(reminderNow)
  const network = stubNetwork()
  network.answer('GET', summaryPath, reminderSummary, sampleReminderSummary)
  network.answer('GET', listPath, reminderPage, { items, nextCursor })
  for (const one of [upcomingReminder, sentReminder]) {
    network.answer('PATCH', pathOf(one), reminder, one)
    network.answerEmpty('DELETE', pathOf(one))
  }
  network.answerEmpty('POST', '/api/reminders/read')
  const path = '/credentials/reminders'
  const app = await renderInApp(<ReminderPage />, { route: path, path: `${path}?state=${state}` })
  return { ...app, network, patched: (one: Reminder) => network.bodies('PATCH', pathOf(one)) }
}

async function renderSent(changes: Partial<Reminder> = {}) {
  const app = await renderPage('sent', [{ ...sentReminder, ...changes }])
  await expect.element(button('Dismiss: BLS card')).toBeVisible()
  return app
}

async function snooze(title: string, choice: string) {
  await userEvent.click(button(`Snooze: ${title}`))
  await userEvent.click(page.getByRole('menuitem', { name: choice }))
}

describe('the page of reminders', () => {
  test('shows what comes next, and why on that day', async () => {
    const { network } = await renderPage('', [upcomingReminder])
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Next reminder: Texas RN license, on Dec 1, 2026, in 10 days.')
    await expect.element(page.getByRole('listitem')).toMatchTextContent('Dec 1, 2026 · in 10 days')
    await expect
      .element(page.getByRole('listitem'))
      .toMatchTextContent('120 days before it expires on Mar 31, 2027')
    expect(network.sent('GET', listPath).map(({ query }) => query)).toEqual([
      { state: 'scheduled', limit: '50' },
    ])
  })

  test('has a tab for each state, with the keyboard too', async () => {
    const { network, href } = await renderPage('scheduled', [upcomingReminder])
    page.getByRole('tab', { name: 'Upcoming' }).element().focus()
    network.answer('GET', listPath, reminderPage, { items: [], nextCursor: null })
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(href).toBe('/credentials/reminders?state=sent')
    await expect.element(page.getByRole('heading', { name: 'No reminders sent yet' })).toBeVisible()
    expect(network.sent('GET', listPath).at(-1)?.query.state).toBe('sent')
  })

  test.each([
    ['scheduled', 'No upcoming reminders', 'Add a credential', '/upload'],
    ['sent', 'No reminders sent yet', 'Send me a test', '/settings?section=reminders'],
  ])('%s without any leads to the first step', async (state, title, link, target) => {
    const { href } = await renderPage(state, [])
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await userEvent.click(page.getByRole('link', { name: link }))
    await expect.poll(href).toBe(target)
  })

  test('does not claim that none is upcoming while they are being planned, and then shows them', async () => {
    const { network, queryClient } = await renderPage('scheduled', [])
    const answerSummary = (summary: Partial<ReminderSummary>) => {
      network.answer('GET', summaryPath, reminderSummary, { ...sampleReminderSummary, ...summary })
      return queryClient.invalidateQueries({ queryKey: reminderSummaryQuery.queryKey })
    }
    await expect.element(page.getByRole('heading', { name: 'No upcoming reminders' })).toBeVisible()
    await answerSummary({ next: null, isPlanned: false })
    const planning = 'Your reminders are being planned'
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${planning}.`)
    await expect.element(page.getByRole('heading', { level: 2, name: planning })).toBeVisible()
    network.answer('GET', listPath, reminderPage, { items: [upcomingReminder], nextCursor: null })
    await answerSummary({ isPlanned: true })
    await expect.element(page.getByRole('listitem')).toMatchTextContent('Dec 1, 2026 · in 10 days')
  })

  test('shows each channel of a sent reminder, and what to do about a failure', async () => {
    await renderSent()
    const row = page.getByRole('listitem').first()
    await expect.element(row).toMatchTextContent(/Email: sent · Nov 20, 2026, 9:00/)
    await expect.element(row).toMatchTextContent(/Webhook: not sent\. It answered 500\./)
    await expect.element(row).toMatchTextContent('Check the URL of your webhook in Settings.')
    await expect.element(row).toMatchTextContent('unread')
  })

  test('warns when reminders may not arrive', async () => {
    const { network, queryClient } = await renderSent()
    network.answer('GET', '/api/notices/dismissals', dismissalItems, { items: [] })
    const warning = { code: 'last_delivery_failed', channel: 'email', at: null, reason: 'Mailbox full' }
    network.answer('GET', summaryPath, reminderSummary, {
      ...sampleReminderSummary,
      warnings: [warning as never],
    })
    await queryClient.invalidateQueries({ queryKey: ['reminders'] })
    const warnings = page.getByRole('list', { name: 'Warnings about reminders' })
    await expect.element(warnings.getByText('The last reminder did not arrive')).toBeVisible()
    await userEvent.click(warnings.getByText('The last reminder did not arrive'))
    await expect.element(warnings).toMatchTextContent(/by email\.\s*Mailbox full\. Check your address/)
    await expect.element(button(hideMail)).not.toBeInTheDocument()
  })

  test('still mentions missing mail after the owner hid the notice', async () => {
    const { network, queryClient } = await renderSent()
    network.answer('GET', '/api/notices/dismissals', dismissalItems, { items: [] })
    const warning = { code: 'mail_not_set_up', channel: 'email', at: null, reason: null }
    const summary = { ...sampleReminderSummary, warnings: [warning as never] }
    network.answer('GET', summaryPath, reminderSummary, summary)
    await queryClient.invalidateQueries({ queryKey: ['reminders'] })
    const row = { notice: 'mail_not_set_up', dismissedUntil: '2026-12-21T15:00:00.000Z' } as const
    const path = '/api/notices/mail_not_set_up/dismissal'
    network.answer('PUT', path, dismissal, row)
    await userEvent.click(page.getByText('No reminders by email'))
    await expect.element(button(hideMail)).toBeVisible()
    network.answer('GET', '/api/notices/dismissals', dismissalItems, { items: [row] })
    await userEvent.click(button(hideMail))
    await expect.element(button(hideMail)).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Email is not set up on this installation/)).toBeVisible()
    network.answerEmpty('DELETE', path)
    network.answer('GET', '/api/notices/dismissals', dismissalItems, { items: [] })
    await userEvent.click(button('Show the notice again'))
    await userEvent.click(page.getByText('No reminders by email'))
    await expect.element(button(hideMail)).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    stopClock(reminderNow)
    const network = stubNetwork()
    network.answer('GET', summaryPath, reminderSummary, sampleReminderSummary)
    network.disconnect('GET', listPath)
    await renderInApp(<ReminderPage />, { route: '/credentials/reminders', path: '/credentials/reminders' })
    await expect.element(alert).toMatchTextContent('Check your connection')
    network.answer('GET', listPath, reminderPage, { items: [upcomingReminder], nextCursor: null })
    await userEvent.click(button('Try again'))
    await expect.element(page.getByRole('link', { name: 'Texas RN license' })).toBeVisible()
  })

  test('appends the next page, and keeps the first one when that fails', async () => {
    const { network } = await renderPage('sent', [sentReminder], 'next')
    network.disconnect('GET', listPath)
    await userEvent.click(button('Show more'))
    await expect.element(alert).toMatchTextContent('Check your connection')
    await expect.element(button('Dismiss: BLS card')).toBeVisible()
    network.answer('GET', listPath, reminderPage, {
      items: [{ ...sentReminder, id: upcomingReminder.id, title: 'Older' }],
      nextCursor: null,
    })
    await userEvent.click(button('Try again'))
    await expect.element(button('Dismiss: Older')).toBeVisible()
    await expect.element(button('Show more')).not.toBeInTheDocument()
    expect(network.sent('GET', listPath).at(-1)?.query.cursor).toBe('next')
  })
})

describe('a reminder', () => {
  test('is marked as read', async () => {
    const { patched } = await renderSent()
    await userEvent.click(button('Mark read: BLS card'))
    await expect.poll(() => patched(sentReminder)).toEqual([{ isRead: true }])
  })

  test('is marked as read with all others', async () => {
    const { network } = await renderSent()
    network.answer('GET', listPath, reminderPage, {
      items: [{ ...sentReminder, isRead: true }],
      nextCursor: null,
    })
    await userEvent.click(button('Mark all as read'))
    await expect.element(button('Mark read: BLS card')).not.toBeInTheDocument()
    expect(network.sent('POST', '/api/reminders/read')).toHaveLength(1)
  })

  test('is dismissed, which can be undone', async () => {
    const { patched } = await renderSent()
    await userEvent.click(button('Dismiss: BLS card'))
    await expect.element(toast).toMatchTextContent('No more reminders about BLS card until its date changes')
    await userEvent.click(button('Undo'))
    await expect.poll(() => patched(sentReminder)).toEqual([{ state: 'dismissed' }, { state: 'sent' }])
  })

  test('can be rescheduled after it was dismissed', async () => {
    const { patched } = await renderPage('dismissed', [{ ...upcomingReminder, state: 'dismissed' }])
    await userEvent.click(button('Remind me again: Texas RN license'))
    await expect.element(toast).toMatchTextContent('You will get reminders about Texas RN license again')
    expect(patched(upcomingReminder)).toEqual([{ state: 'scheduled' }])
  })

  test.each([
    ['Tomorrow', '2026-11-22', 'Nov 22, 2026'],
    ['In a week', '2026-11-28', 'Nov 28, 2026'],
  ])('is snoozed: %s', async (choice, day, shown) => {
    const { patched } = await renderSent()
    await snooze('BLS card', choice)
    await expect.element(toast).toMatchTextContent(`You will be reminded about BLS card on ${shown}`)
    await userEvent.click(button('Undo'))
    await expect.poll(() => patched(sentReminder)).toEqual([{ snoozedUntil: day }, { snoozedUntil: null }])
  })

  test('shows until when it is snoozed, and the snooze can be canceled', async () => {
    const { patched } = await renderSent({ snoozedUntil: '2026-12-01' })
    await expect.element(page.getByText('Snoozed until Dec 1, 2026.')).toBeVisible()
    await snooze('BLS card', 'Cancel snooze')
    await expect.poll(() => patched(sentReminder)).toEqual([{ snoozedUntil: null }])
  })

  test('stays unchanged when a change fails, and shows why', async () => {
    const { network } = await renderSent()
    network.refuse('PATCH', pathOf(sentReminder), 'reminder_not_found')
    await userEvent.click(button('Dismiss: BLS card'))
    await expect.element(alert).toMatchTextContent('The change was not savedReminder not found')
    await expect.element(button('Dismiss: BLS card')).toBeVisible()
  })

  test('is deleted only after confirmation', async () => {
    const { network } = await renderSent()
    const ask = page.getByRole('alertdialog', { name: 'Delete this reminder?' })
    await userEvent.click(button('Delete: BLS card'))
    await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
    await expect.element(ask).not.toBeInTheDocument()
    expect(network.sent('DELETE', pathOf(sentReminder))).toEqual([])
    await userEvent.click(button('Delete: BLS card'))
    network.answer('GET', listPath, reminderPage, { items: [], nextCursor: null })
    await userEvent.click(ask.getByRole('button', { name: 'Delete' }))
    await expect.element(toast).toMatchTextContent('Reminder deleted')
    await expect.element(page.getByRole('heading', { name: 'No reminders sent yet' })).toBeVisible()
  })
})

describe('a day for a reminder', () => {
  const dialog = page.getByRole('dialog', { name: 'Remind me again on' })

  async function pickDay(digits: string) {
    const app = await renderSent()
    await snooze('BLS card', 'Pick a date…')
    await expect.element(dialog).toBeVisible()
    await typeDate('Date', digits)
    return app
  }

  test('is chosen in a dialog', async () => {
    const { patched } = await pickDay('12052026')
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => patched(sentReminder)).toEqual([{ snoozedUntil: '2026-12-05' }])
  })

  test('must be after today', async () => {
    const { patched } = await pickDay('11212026')
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
    await expect.element(dialog.getByText('Choose a date after today.')).toBeVisible()
    expect(patched(sentReminder)).toEqual([])
  })

  test('may be after the last day, with a note about it', async () => {
    await pickDay('12312026')
    await expect.element(dialog.getByText(/^This is after the last day/)).toBeVisible()
  })
})
