import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type BellItem, bellPage } from '#shared/activity/bell.ts'
import { dismissal } from '#shared/notices/notice.ts'
import { type ReminderSummary, reminder, reminderSummary } from '#shared/reminders/reminder.ts'
import { openingItem, securityItem } from '#testing/web/bell-samples.ts'
import { button } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { reminderNow, sampleReminderSummary, sentReminder } from '#testing/web/reminder-samples.ts'
import { owner, renderInApp, stopClock } from '#testing/web/render.tsx'
import { markViewsSeen, readSeenViews } from '#web/shares/owner/use-unseen-views.ts'
import { BellView } from './bell-view.tsx'

const popover = page.getByRole('dialog', { name: 'Notices' })
const listPath = '/api/bell'
const dismissalPath = '/api/notices/bell/dismissal'
const reminderItem: BellItem = {
  kind: 'reminder',
  id: sentReminder.id,
  at: '2026-11-20T15:00:00.000Z',
  isRead: false,
  reminder: sentReminder,
}

let network: NetworkStub
beforeEach(() => {
  stopClock(reminderNow)
  network = stubNetwork()
  network.answer('GET', '/api/reminders/summary', reminderSummary, sampleReminderSummary)
  network.answer('GET', listPath, bellPage, { items: [reminderItem], nextCursor: null })
})
afterEach(() => localStorage.clear())

async function renderBell(changes: Partial<ReminderSummary> = {}) {
  network.answer('GET', '/api/reminders/summary', reminderSummary, { ...sampleReminderSummary, ...changes })
  return renderInApp(<BellView />)
}

function showAll(isRead = false) {
  const items = [{ ...securityItem, isRead }, { ...openingItem, isRead }, reminderItem]
  network.answer('GET', listPath, bellPage, { items, nextCursor: null })
}

async function openBell(name = 'Notices, 1 unread') {
  const app = await renderBell()
  await userEvent.click(button(name))
  await expect.element(popover).toBeVisible()
  return app
}

describe('the bell', () => {
  test.each([
    [0, 'Notices, none unread'],
    [3, 'Notices, 3 unread'],
    [250, 'Notices, 99+ unread'],
  ])('with %i unread is named "%s"', async (unread, name) => {
    await renderBell({ unread })
    await expect.element(button(name)).toBeVisible()
  })

  test('opens and closes on the keyboard, and the focus returns', async () => {
    await renderBell()
    await expect.element(button('Notices, 1 unread')).toBeVisible()
    button('Notices, 1 unread').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(popover).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(popover).not.toBeInTheDocument()
    await expect.element(button('Notices, 1 unread')).toHaveFocus()
  })

  test('lists sent reminders, with their actions', async () => {
    await openBell()
    const row = popover.getByRole('listitem')
    await expect.element(row).toMatchTextContent('Expires Dec 20, 2026 · in 29 days')
    await expect.element(row).toMatchTextContent(/Sent Nov 20, 2026, 9:00/)
    await expect.element(popover.getByRole('button', { name: 'Dismiss: BLS card' })).toBeVisible()
  })

  test('shows that there is nothing, and what comes next', async () => {
    network.answer('GET', listPath, bellPage, { items: [], nextCursor: null })
    await openBell()
    await expect.element(popover).toMatchTextContent('Nothing new. Next reminder: Texas RN license')
  })

  test('lists share openings and security notices together, each with its link', async () => {
    showAll()
    network.answer('PUT', dismissalPath, dismissal, { notice: 'bell', dismissedUntil: null })
    await openBell('Notices, 3 unread')
    const rows = popover.getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent('Someone tried to sign in with a wrong password')
    await expect.element(rows.nth(1)).toMatchTextContent('Your link to Texas RN was opened')
    await expect.element(rows.nth(1)).toMatchTextContent('For Memorial Hospital · Safari on an iPhone')
    await expect.element(rows.nth(2)).toMatchTextContent('BLS card expires')
    const hrefs = () =>
      rows
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'))
    expect(hrefs()).toEqual([
      '/settings?section=activity',
      `/credentials/shares/${openingItem.shareId}`,
      `/credentials/${sentReminder.resourceId}`,
    ])
  })

  test('marks openings and security notices as read once they were shown, in the bell and for the share page', async () => {
    showAll()
    network.answer('PUT', dismissalPath, dismissal, { notice: 'bell', dismissedUntil: null })
    await openBell('Notices, 3 unread')
    await expect.element(popover.getByText('unread', { exact: true }).nth(2)).toBeVisible()
    await expect.poll(() => network.sent('PUT', dismissalPath)).toHaveLength(1)
    showAll(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Notices, 1 unread')).toBeVisible()
    expect(readSeenViews(owner.id)).toEqual({ [openingItem.shareId]: openingItem.at })
  })

  test('does not count an opening whose share was seen in this browser', async () => {
    markViewsSeen(owner, [{ id: openingItem.shareId, lastViewedAt: openingItem.at }])
    showAll()
    await renderBell()
    await expect.element(button('Notices, 2 unread')).toBeVisible()
  })

  test('loads earlier notices on request, and links to all of them', async () => {
    network.answerEach('GET', listPath, bellPage, ({ query }) =>
      query.cursor
        ? { items: [{ ...openingItem, isRead: true }], nextCursor: null }
        : { items: [reminderItem], nextCursor: 'earlier' },
    )
    const { path } = await openBell()
    await userEvent.click(popover.getByRole('button', { name: 'Show earlier' }))
    await expect.element(popover.getByRole('listitem').nth(1)).toMatchTextContent('was opened')
    await userEvent.click(popover.getByRole('link', { name: 'All reminders' }))
    await expect.poll(path).toBe('/credentials/reminders')
    await expect.element(popover).not.toBeInTheDocument()
  })

  test('offers to try again when the list fails to load', async () => {
    network.disconnect('GET', listPath)
    await openBell()
    await expect.element(popover.getByRole('alert')).toMatchTextContent('Check your connection')
    network.answer('GET', listPath, bellPage, { items: [reminderItem], nextCursor: null })
    await userEvent.click(popover.getByRole('button', { name: 'Try again' }))
    await expect.element(popover.getByRole('listitem')).toBeVisible()
  })

  test('counts down when a reminder is marked as read', async () => {
    network.answer('PATCH', `/api/reminders/${sentReminder.id}`, reminder, { ...sentReminder, isRead: true })
    await openBell()
    network.answer('GET', '/api/reminders/summary', reminderSummary, { ...sampleReminderSummary, unread: 0 })
    await userEvent.click(popover.getByRole('button', { name: 'Mark read: BLS card' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Notices, none unread')).toBeVisible()
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

  test('lets the owner pick a snooze date after it has closed', async () => {
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

  test('shows no error when the count fails to load', async () => {
    network.refuse('GET', '/api/reminders/summary', 'unexpected')
    await renderInApp(<BellView />)
    await expect.element(button('Notices, none unread')).toBeVisible()
  })

  test('opens on a phone too, within the window', async () => {
    await page.viewport(390, 844)
    try {
      await openBell()
      const isWithin = () => {
        const { left, right } = popover.element().getBoundingClientRect()
        return left >= 0 && right <= 390
      }
      await expect.poll(isWithin).toBe(true)
    } finally {
      await page.viewport(1280, 900)
    }
  })
})
