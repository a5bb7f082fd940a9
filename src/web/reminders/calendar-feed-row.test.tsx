import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendarFeedState, createdCalendarFeed } from '#shared/reminders/channels.ts'
import { alert, button, field, toast } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { CalendarFeedRow } from './calendar-feed-row.tsx'

const path = '/api/reminders/calendar'
const url = 'https://lanyard.example/api/calendar/secret.ics'
const todoUrl = 'https://lanyard.example/api/calendar/secret.todo.ics'
const on = { isOn: true, createdAt: '2026-11-20T15:00:00.000Z' }
const off = { isOn: false, createdAt: null }
const feed = page.getByRole('switch', { name: 'Calendar' })
const ask = page.getByRole('alertdialog')

let network: NetworkStub
beforeEach(() => {
  network = stubNetwork()
  network.answer('POST', path, createdCalendarFeed, { url, todoUrl })
  network.answerEmpty('DELETE', path)
})

async function renderFeed(state: typeof on | typeof off) {
  network.answer('GET', path, calendarFeedState, state)
  await renderInApp(<CalendarFeedRow />)
  await expect.element(feed).toBeEnabled()
  for (const row of document.querySelectorAll('details')) row.open = true
}

describe('the calendar feed', () => {
  test('is off at first, and its URL is shown when it is created', async () => {
    await renderFeed(off)
    await expect.element(feed).toHaveAccessibleDescription('Off')
    network.answer('GET', path, calendarFeedState, on)
    await userEvent.click(feed)
    await expect.element(field('URL')).toHaveValue(url)
    await expect.element(field('URL for a reminder app')).toHaveValue(todoUrl)
    await expect.element(page.getByText(/^On since Nov 20, 2026, 9:00/)).toBeVisible()
  })

  test('opens in the calendars that most people have', async () => {
    await renderFeed(off)
    await userEvent.click(feed)
    const address = async (name: string) =>
      (await page.getByRole('link', { name }).findElement()).getAttribute('href')
    expect(await address('Apple Calendar')).toBe('webcal://lanyard.example/api/calendar/secret.ics')
    const google = new URL((await address('Google Calendar')) ?? '')
    expect(google.searchParams.get('cid')).toBe('webcal://lanyard.example/api/calendar/secret.ics')
    expect(new URL((await address('Outlook')) ?? '').searchParams.get('url')).toBe(url)
    await expect.element(page.getByText(/ignore the alarms/)).toBeVisible()
  })

  test('is replaced only after confirmation', async () => {
    await renderFeed(on)
    await userEvent.click(button('Create a new URL'))
    await expect
      .element(ask)
      .toMatchTextContent('Calendars that use the current URL stop getting your dates.')
    await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
    expect(network.sent('POST', path)).toEqual([])
    await userEvent.click(button('Create a new URL'))
    await userEvent.click(ask.getByRole('button', { name: 'Create new URL' }))
    await expect.element(field('URL')).toHaveValue(url)
    await expect.element(ask).not.toBeInTheDocument()
  })

  test('is turned off only after confirmation, and its URL disappears', async () => {
    await renderFeed(off)
    network.answer('GET', path, calendarFeedState, on)
    await userEvent.click(feed)
    await userEvent.click(feed)
    network.answer('GET', path, calendarFeedState, off)
    await userEvent.click(ask.getByRole('button', { name: 'Turn off' }))
    await expect.element(toast).toMatchTextContent('Calendar feed turned off')
    await expect.element(field('URL')).not.toBeInTheDocument()
    await expect.element(feed).not.toBeChecked()
    await expect.element(feed).toBeEnabled()
  })

  test('shows an error if it cannot be turned off, and stays on', async () => {
    await renderFeed(on)
    network.disconnect('DELETE', path)
    await userEvent.click(feed)
    await userEvent.click(ask.getByRole('button', { name: 'Turn off' }))
    await expect.element(alert).toMatchTextContent('Check your connection')
    await expect.element(button('Create a new URL')).toBeVisible()
    await expect.element(feed).toBeChecked()
  })

  test('can be loaded again after a failure', async () => {
    network.refuse('GET', path, 'unavailable')
    await renderInApp(<CalendarFeedRow />)
    await expect.element(feed).toBeDisabled()
    document.querySelector('details')?.setAttribute('open', '')
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', path, calendarFeedState, off)
    await userEvent.click(button('Try again'))
    await expect.element(feed).not.toBeChecked()
    await expect.element(feed).toBeEnabled()
  })
})

describe('a secret that is shown once', () => {
  async function renderCreated() {
    await renderFeed(off)
    await userEvent.click(feed)
    await expect.element(button('Copy: URL')).toBeVisible()
  }

  test('is copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderCreated()
    await userEvent.click(button('Copy: URL'))
    await expect.element(page.getByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledExactlyOnceWith(url)
    write.mockRestore()
  })

  test('can be selected if the browser does not copy it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await renderCreated()
    await userEvent.click(button('Copy: URL'))
    await expect.element(page.getByText(/^Your browser blocked copying/)).toBeVisible()
    await expect.element(field('URL')).toHaveValue(url)
    write.mockRestore()
  })
})
