import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ReminderSummary, reminder, reminderPage, reminderSummary } from '#shared/reminders/reminder.ts'
import { button } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import {
  reminderNow,
  sampleReminderSummary,
  sentReminder,
  upcomingReminder,
} from '#testing/web/reminder-samples.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { BellView } from './bell-view.tsx'

const popover = page.getByRole('dialog', { name: 'Reminders' })
const listPath = '/api/reminders'

let network: NetworkStub
beforeEach(() => {
  stopClock(reminderNow)
  network = stubNetwork()
  network.answer('GET', '/api/reminders/summary', reminderSummary, sampleReminderSummary)
  network.answer('GET', listPath, reminderPage, { items: [sentReminder], nextCursor: null })
})

async function renderBell(changes: Partial<ReminderSummary> = {}) {
  network.answer('GET', '/api/reminders/summary', reminderSummary, { ...sampleReminderSummary, ...changes })
  return renderInApp(<BellView />)
}

async function openBell() {
  const app = await renderBell()
  await userEvent.click(button('Reminders, 1 unread'))
  await expect.element(popover).toBeVisible()
  return app
}

describe('the bell', () => {
  test.each([
    [0, 'Reminders, none unread'],
    [3, 'Reminders, 3 unread'],
    [250, 'Reminders, 99+ unread'],
  ])('with %i unread is named "%s"', async (unread, name) => {
    await renderBell({ unread })
    await expect.element(button(name)).toBeVisible()
  })

  test('opens and closes on the keyboard, and the focus returns', async () => {
    await renderBell()
    await expect.element(button('Reminders, 1 unread')).toBeVisible()
    button('Reminders, 1 unread').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(popover).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(popover).not.toBeInTheDocument()
    await expect.element(button('Reminders, 1 unread')).toHaveFocus()
  })

  test('lists what was sent, with what to do', async () => {
    await openBell()
    const row = popover.getByRole('listitem')
    await expect.element(row).toMatchTextContent('Expires Dec 20, 2026 · in 29 days')
    await expect.element(row).toMatchTextContent(/Sent Nov 20, 2026, 9:00/)
    await expect.element(popover.getByRole('button', { name: 'Dismiss: BLS card' })).toBeVisible()
    expect(network.sent('GET', listPath).at(-1)?.query.state).toBe('sent')
  })

  test('says when there is nothing, and what comes next', async () => {
    network.answer('GET', listPath, reminderPage, { items: [], nextCursor: null })
    await openBell()
    await expect.element(popover).toMatchTextContent('No new reminders. Next reminder: Texas RN license')
  })

  test('shows the latest eight of many, and leads to all', async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      ...sentReminder,
      id: `7c9e6679-7425-4000-8000-00000000004${at}`,
    }))
    network.answer('GET', listPath, reminderPage, { items: many, nextCursor: null })
    const { path } = await openBell()
    await expect.element(popover.getByRole('listitem').first()).toBeVisible()
    expect(popover.getByRole('listitem').elements()).toHaveLength(8)
    await userEvent.click(popover.getByRole('link', { name: 'All reminders' }))
    await expect.poll(path).toBe('/credentials/reminders')
    await expect.element(popover).not.toBeInTheDocument()
  })

  test('offers to try again when the list does not come', async () => {
    network.disconnect('GET', listPath)
    await openBell()
    await expect.element(popover.getByRole('alert')).toMatchTextContent('Check your connection')
    network.answer('GET', listPath, reminderPage, { items: [sentReminder], nextCursor: null })
    await userEvent.click(popover.getByRole('button', { name: 'Try again' }))
    await expect.element(popover.getByRole('listitem')).toBeVisible()
  })

  test('counts down when a reminder was read', async () => {
    network.answer('PATCH', `/api/reminders/${sentReminder.id}`, reminder, { ...sentReminder, isRead: true })
    await openBell()
    network.answer('GET', '/api/reminders/summary', reminderSummary, { ...sampleReminderSummary, unread: 0 })
    await userEvent.click(popover.getByRole('button', { name: 'Mark read: BLS card' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Reminders, none unread')).toBeVisible()
  })

  test('marks all as read', async () => {
    network.answerEmpty('POST', '/api/reminders/read')
    await openBell()
    network.answer('GET', '/api/reminders/summary', reminderSummary, { ...sampleReminderSummary, unread: 0 })
    await userEvent.click(popover.getByRole('button', { name: 'Mark all as read' }))
    await expect.element(popover.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
    expect(network.sent('POST', '/api/reminders/read')).toHaveLength(1)
  })

  test('leads to the credential of a reminder, and closes', async () => {
    const { path } = await openBell()
    await userEvent.click(popover.getByRole('listitem').getByRole('link'))
    await expect.poll(path).toBe(`/credentials/${sentReminder.resourceId}`)
    await expect.element(popover).not.toBeInTheDocument()
  })

  test('lets a day be picked after it closed', async () => {
    network.answer('PATCH', `/api/reminders/${sentReminder.id}`, reminder, sentReminder)
    await openBell()
    await userEvent.click(popover.getByRole('button', { name: 'Snooze: BLS card' }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Pick a date…' }))
    const dialog = page.getByRole('dialog', { name: 'Remind me again on' })
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
    await expect
      .poll(() => network.bodies('PATCH', `/api/reminders/${sentReminder.id}`))
      .toEqual([{ snoozedUntil: '2026-11-24' }])
  })

  test('is quiet when the count cannot be read', async () => {
    network.refuse('GET', '/api/reminders/summary', 'unexpected')
    await renderInApp(<BellView />)
    await expect.element(button('Reminders, none unread')).toBeVisible()
  })

  test('on a phone is a link to what is unread', async () => {
    await page.viewport(390, 844)
    try {
      const { href } = await renderBell({ next: upcomingReminder })
      await userEvent.click(page.getByRole('link', { name: 'Reminders, 1 unread' }))
      await expect.poll(href).toBe('/credentials/reminders?state=sent')
    } finally {
      await page.viewport(1280, 900)
    }
  })
})
