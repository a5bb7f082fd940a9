import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Activity, activityList } from '#shared/activity/activity.ts'
import { typeDate } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { stopClock } from '#testing/web/share-samples.ts'
import { ActivityList } from './activity-list.tsx'

stopClock()

const path = '/api/users/me/activity'
const signedIn: Activity = {
  id: '1',
  action: 'auth_login',
  resource: 'account',
  resourceId: null,
  name: null,
  severity: null,
  metadata: {},
  timestamp: '2026-11-21T20:00:00.000Z',
  userAgent: null,
  sessionId: 'session-1',
  leftOut: null,
  isCurrent: true,
}
const failed: Activity = {
  ...signedIn,
  id: '2',
  action: 'auth_login_failed',
  sessionId: 'none',
  leftOut: null,
  isCurrent: false,
}

const rows = page.getByRole('main').getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name })
const copyLink = (name: string) => page.getByRole('link', { name })

function answerActivity(network: NetworkStub, items: Activity[]) {
  network.answer('GET', path, activityList, { items, nextCursor: null })
}

async function renderActivity(items: Activity[]) {
  const network = stubNetwork()
  answerActivity(network, items)
  const rendered = await renderInApp(<ActivityList />)
  const lastQuery = () => network.sent('GET', path).at(-1)?.query
  return { network, lastQuery, ...rendered }
}

describe('the activity log', () => {
  test('shows what happened, when and on which device, and marks what the owner should check', async () => {
    await renderActivity([signedIn, failed])
    await expect.element(rows.nth(0)).toMatchTextContent('You signed in')
    await expect.element(page.getByRole('heading', { name: 'Saturday, Nov 21, 2026' })).toBeVisible()
    await expect.element(rows.nth(0)).toMatchTextContent('2:00 PM')
    await expect.element(rows.nth(1)).toMatchTextContent('Not signed in')
    await expect.element(rows.nth(1).getByLabelText('Worth a look')).toBeVisible()
    await expect.element(rows.nth(0).getByLabelText('Worth a look')).not.toBeInTheDocument()
    await expect.element(page.getByText('This is everything since you created your account.')).toBeVisible()
  })

  test('shows equal events that follow one another as one line, each with its details', async () => {
    const at = (id: string, timestamp: string) => ({ ...signedIn, id, timestamp })
    await renderActivity([
      at('1', '2026-11-21T20:00:00.000Z'),
      at('2', '2026-11-21T19:00:00.000Z'),
      failed,
      at('3', '2026-11-21T18:00:00.000Z'),
      at('4', '2026-11-20T18:00:00.000Z'),
    ])
    await expect.element(rows.nth(0)).toMatchTextContent('You signed in · 2 times')
    expect(rows.elements()).toHaveLength(4)
    await userEvent.click(rows.nth(0).getByText('You signed in'))
    await expect.element(rows.nth(0).getByText(/at 1:00:00 PM CST/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Friday, Nov 20, 2026' })).toBeVisible()
  })

  test('shows the details of a line with the keyboard', async () => {
    await renderActivity([signedIn])
    await expect.element(rows.getByText('auth_login')).not.toBeVisible()
    rows.nth(0).element().querySelector('summary')?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(rows.getByText('auth_login')).toBeVisible()
    await expect.element(rows.getByText('Saturday, November 21, 2026 at 2:00:00 PM CST')).toBeVisible()
    await expect.element(rows.getByText('session-1 (this one)')).toBeVisible()
    await expect.element(rows.getByText('Not reported')).toBeVisible()
  })

  test('shows an error when it did not load, and loads again', async () => {
    const network = stubNetwork()
    network.refuse('GET', path, 'user_mismatch')
    await renderInApp(<ActivityList />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Different account')
    answerActivity(network, [signedIn])
    await userEvent.click(button('Try again'))
    await expect.element(rows).toMatchTextContent('You signed in')
  })

  test('loads earlier lines on request, and keeps the list when that fails', async () => {
    const network = stubNetwork()
    const answerPages = () =>
      network.answerEach('GET', path, activityList, ({ query }) =>
        query.cursor ? { items: [failed], nextCursor: null } : { items: [signedIn], nextCursor: 'earlier' },
      )
    answerPages()
    await renderInApp(<ActivityList />)
    await expect.element(button('Show earlier')).toBeVisible()
    network.refuse('GET', path, 'user_mismatch')
    await userEvent.click(button('Show earlier'))
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(rows.elements().length).toBeGreaterThan(0)
    answerPages()
    await userEvent.click(button('Try again'))
    await expect.element(page.getByText('Someone tried to sign in with a wrong password')).toBeVisible()
    await expect.element(button('Show earlier')).not.toBeInTheDocument()
    expect(network.sent('GET', path).at(-1)?.query).toEqual({ limit: '25', cursor: 'earlier' })
  })
})

describe('a filter', () => {
  test('requests one kind, and all kinds when pressed again', async () => {
    const { lastQuery } = await renderActivity([signedIn])
    await userEvent.click(button('Files'))
    await expect.element(button('Files')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(lastQuery).toEqual({ prefix: 'file', limit: '25' })
    await userEvent.click(button('Worth a look'))
    await expect.poll(lastQuery).toEqual({ prefix: 'file', severe: 'true', limit: '25' })
    await userEvent.click(button('Files'))
    await expect.poll(lastQuery).toEqual({ severe: 'true', limit: '25' })
    await expect.element(button('Files')).toHaveAttribute('aria-pressed', 'false')
  })

  test('requests the days between two dates, and says when they are in the wrong order', async () => {
    const { lastQuery, network } = await renderActivity([signedIn])
    await userEvent.click(button('Choose dates'))
    await typeDate('From', '11102026')
    await expect.poll(lastQuery).toEqual({ from: '2026-11-10', limit: '25' })
    const count = network.sent('GET', path).length
    await typeDate('To', '11092026')
    await expect.element(page.getByText('This date is before the start date.')).toBeVisible()
    expect(
      network
        .sent('GET', path)
        .slice(count)
        .map(({ query }) => query.to),
    ).not.toContain('2026-11-09')
    await userEvent.click(button('Any date'))
    await expect.element(rows).toMatchTextContent('You signed in')
    await expect.element(page.getByRole('group', { name: 'From' })).not.toBeInTheDocument()
  })

  test('without results can be removed', async () => {
    const { network } = await renderActivity([signedIn])
    await expect.element(rows).toBeVisible()
    answerActivity(network, [])
    await userEvent.click(button('Security'))
    await expect.element(page.getByText('No matching activity')).toBeVisible()
    answerActivity(network, [signedIn])
    await userEvent.click(button('Show all activity'))
    await expect.element(rows).toMatchTextContent('You signed in')
  })

  test('also applies to the downloads', async () => {
    await renderActivity([signedIn])
    await expect.element(copyLink('Spreadsheet (CSV)')).toHaveAttribute('href', `${path}/export?format=csv`)
    await userEvent.click(button('Credentials and CE'))
    await expect
      .element(copyLink('Data (JSON)'))
      .toHaveAttribute('href', `${path}/export?prefix=credential&format=json`)
    await expect.element(page.getByText(/^The activity that matches your filters/)).toBeVisible()
    await expect.element(page.getByText('There is no earlier activity that matches.')).toBeVisible()
  })
})
