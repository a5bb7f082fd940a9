import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ShareSummary, type ShareView, shareSummary, shareView } from '#shared/shares/view.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import {
  daysFromNow,
  sampleNow,
  sampleView,
  sampleViewCertification,
  stopClock,
} from '#testing/web/share-samples.ts'
import { SharePage } from './share-page.tsx'

stopClock()

const token = 'A'.repeat(43)
const sharePath = `/api/share/${token}`
const summaryPath = `${sharePath}/cover`
const summary: ShareSummary = {
  ownerName: 'Ann Reyes',
  recipient: 'Mercy Hospital',
  openUntil: daysFromNow(7),
  timeZone: 'America/Chicago',
  needsPasscode: false,
  isOpened: false,
}
const locked: ShareSummary = {
  ...summary,
  ownerName: null,
  recipient: null,
  openUntil: null,
  timeZone: null,
  needsPasscode: true,
}

const heading = page.getByRole('heading', { level: 1 })
const view = page.getByRole('button', { name: 'View credentials' })
const passcode = page.getByRole('textbox', { name: 'Passcode', exact: true })
const alert = page.getByRole('alert')
const items = page.getByRole('list', { name: 'Shared items' })

const renderPage = (user: typeof owner | null = null) =>
  renderInApp(<SharePage />, { user, path: `/share/${token}`, route: '/share/$token' })

function answerSummary(network: NetworkStub, changes: Partial<ShareSummary> = {}) {
  network.answer('GET', summaryPath, shareSummary, { ...summary, ...changes })
}

async function renderSummary(answer: Partial<ShareSummary> = {}) {
  const network = stubNetwork()
  answerSummary(network, answer)
  const rendered = await renderPage()
  await expect.element(view).toBeVisible()
  return { network, ...rendered }
}

async function renderOpened(changes: Partial<ShareView> = {}) {
  const rendered = await renderSummary()
  rendered.network.answer('POST', sharePath, shareView, { ...sampleView, ...changes })
  await userEvent.click(view)
  await expect.element(heading).toHaveTextContent('Ann Reyes')
  return rendered
}

const openings = (network: NetworkStub) => network.sent('POST', sharePath).map(({ body }) => body)
/** Acts as if the visitor came back to the page with the browser's Back button. */
const lookAgain = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

describe('a link before it is opened', () => {
  test('shows who shared it, for whom and until when, and counts nothing yet', async () => {
    const { network } = await renderSummary()
    await expect.element(heading).toHaveTextContent('Ann Reyes shared credentials with you')
    await expect.element(page.getByText('For Mercy Hospital')).toBeVisible()
    await expect.element(page.getByText('Ann Reyes will see that the link was opened.')).toBeVisible()
    await expect.element(page.getByText('Open until Nov 28, 2026, 3:05 PM CST.')).toBeVisible()
    await expect.poll(() => document.title).toBe('Shared credentials · Lanyard')
    expect(openings(network)).toEqual([])
  })

  test.each(['.', ')', '>', '%22', '%20', '%E2%80%8B', '%C2%A0', '_', ').'])(
    'opens with %s behind it',
    async (ending) => {
      const network = stubNetwork()
      answerSummary(network)
      await renderInApp(<SharePage />, {
        user: null,
        path: `/share/${token}${ending}`,
        route: '/share/$token',
      })
      await expect.element(view).toBeVisible()
    },
  )

  test('shows that viewing it again is not counted', async () => {
    await renderSummary({ isOpened: true })
    await expect.element(page.getByText(/Viewing it again is not counted\.$/)).toBeVisible()
  })

  test('shows only its outline while it loads', async () => {
    const network = stubNetwork()
    const release = network.hold('GET', summaryPath)
    answerSummary(network)
    await renderPage()
    await expect.element(page.getByRole('main')).toBeVisible()
    await expect.element(view).not.toBeInTheDocument()
    release()
    await expect.element(view).toBeVisible()
  })

  test.each([
    ['an unknown link', 'link_unknown'],
    ['a link that ended', 'link_ended'],
  ] as const)('reads the same for %s', async (_which, code) => {
    stubNetwork().refuse('GET', summaryPath, code)
    await renderPage()
    await expect.element(heading).toHaveTextContent('This link is not available')
    await expect
      .element(
        page.getByText(
          'It may have ended, or it may be incomplete. Ask the person who sent it for a new link.',
        ),
      )
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to Lanyard' })).toHaveAttribute('href', '/')
  })

  test('can be loaded again after a failure', async () => {
    const network = stubNetwork()
    network.refuse('GET', summaryPath, 'downloads_off', { detail: 'Not now.' })
    await renderPage()
    await expect.element(heading).toHaveTextContent('This link did not load')
    await expect.element(alert).toMatchTextContent('Not now.')
    answerSummary(network)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(view).toBeVisible()
  })
})

describe('opening a link', () => {
  test('shows what is shared, under the owner’s name, and moves the focus to it', async () => {
    const { network } = await renderOpened({ note: 'Call me after noon.' })
    await expect.element(page.getByText('Basic Life Support has expired.')).toBeVisible()
    await expect.element(page.getByText('1 license and 1 certification')).toBeVisible()
    await expect.element(page.getByText('Call me after noon.')).toBeVisible()
    await expect.element(page.getByText(/^Holder-provided: Ann Reyes entered this information/)).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(document.title).toBe('Credentials of Ann Reyes · Lanyard')
    expect(openings(network)).toEqual([{ passcode: null }])
  })

  test('happens once, regardless of how often the button is pressed meanwhile', async () => {
    const { network } = await renderSummary()
    const release = network.hold('POST', sharePath)
    network.answer('POST', sharePath, shareView, sampleView)
    await userEvent.click(view)
    await expect.element(page.getByRole('button', { name: /Working/ })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: /Working/ }), { force: true })
    release()
    await expect.element(items).toBeVisible()
    expect(openings(network)).toHaveLength(1)
  })

  test.each([
    [
      'a lost connection',
      (network: NetworkStub) => network.disconnect('POST', sharePath),
      /Lanyard cannot be reached/,
    ],
    [
      'a database that is down',
      (network: NetworkStub) => network.refuse('POST', sharePath, 'unavailable'),
      /cannot reach its database or files/,
    ],
    [
      'too many tries',
      (network: NetworkStub) => network.refuse('POST', sharePath, 'too_many_requests', { retryAfter: 540 }),
      /Try again in 9 minutes\./,
    ],
  ])('is explained after %s, and works once that is over', async (_what, fail, words) => {
    const { network } = await renderSummary()
    fail(network)
    await userEvent.click(view)
    await expect.element(alert).toMatchTextContent(words)
    network.answer('POST', sharePath, shareView, sampleView)
    await userEvent.click(view)
    await expect.element(items).toBeVisible()
  })

  test('shows an error when the link has just ended', async () => {
    const { network } = await renderSummary()
    network.refuse('POST', sharePath, 'link_ended')
    network.refuse('GET', summaryPath, 'link_ended')
    await userEvent.click(view)
    await expect.element(heading).toHaveTextContent('This link is not available')
    await expect.element(page.getByText(/^It may have ended, or it may be incomplete/)).toBeVisible()
  })

  test('shows until when it is open in its owner’s time zone, for every visitor', async () => {
    const network = stubNetwork()
    answerSummary(network)
    await renderPage({ ...owner, timeZone: 'America/New_York' })
    await expect.element(page.getByText(/3:05 PM CST/)).toBeVisible()
  })
})

describe('a browser that keeps no cookies', () => {
  const cookies = 'Cookies are offThis browser does not keep cookies'

  test('says so before the link is opened', async () => {
    const written = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    onTestFinished(() => written.mockRestore())
    await renderSummary()
    await expect.element(alert).toMatchTextContent(cookies)
    await expect.element(view).toBeEnabled()
  })

  test('says so in the place of a file', async () => {
    const picture = { id: 'card', name: 'card.jpg', kind: 'picture' } as const
    const items = [{ ...sampleViewCertification, files: [picture] }]
    // The server does not know the visitor again, and its answer to the file is no picture.
    await renderOpened({ items })
    await expect.element(alert).toMatchTextContent('This browser does not keep cookies')
    await expect.element(alert).not.toMatchTextContent('connection')
  })
})

describe('a link with a passcode', () => {
  test('shows no name before the passcode is entered', async () => {
    await renderSummary(locked)
    await expect.element(heading).toHaveTextContent('Credentials were shared with you')
    await expect.element(page.getByRole('main')).not.toMatchTextContent('Ann')
    await expect.element(page.getByRole('main')).not.toMatchTextContent('Mercy')
  })

  test('opens with Enter, and sends the passcode without the blanks around it', async () => {
    const { network } = await renderSummary(locked)
    network.answer('POST', sharePath, shareView, sampleView)
    await userEvent.fill(passcode, ' blue heron 7 ')
    await userEvent.keyboard('{Enter}')
    await expect.element(items).toBeVisible()
    expect(openings(network)).toEqual([{ passcode: 'blue heron 7' }])
  })

  test('does not ask again in a browser that has opened the link', async () => {
    await renderSummary({ ...summary, needsPasscode: true, isOpened: true })
    await expect.element(passcode).not.toBeInTheDocument()
  })

  test('of which none can be so short is not correct, and is not sent', async () => {
    const { network } = await renderSummary(locked)
    await userEvent.fill(passcode, 'short')
    await userEvent.click(view)
    await expect
      .element(passcode)
      .toHaveAccessibleDescription(expect.stringContaining('That passcode is not correct.'))
    await expect.element(passcode).toHaveFocus()
    expect(openings(network)).toEqual([])
  })

  test('shows an error at the field if it is wrong; the field keeps it and takes the focus', async () => {
    const { network } = await renderSummary(locked)
    network.refuse('POST', sharePath, 'passcode_wrong')
    await userEvent.fill(passcode, 'red heron 7')
    await userEvent.click(view)
    await expect
      .element(passcode)
      .toHaveAccessibleDescription(expect.stringContaining('That passcode is not correct.'))
    await expect.element(passcode).toHaveFocus()
    await expect.element(passcode).toHaveValue('red heron 7')
  })

  test('shows how long to wait after too many wrong ones', async () => {
    const { network } = await renderSummary(locked)
    network.refuse('POST', sharePath, 'too_many_requests', { retryAfter: 60 })
    await userEvent.fill(passcode, 'red heron 7')
    await userEvent.click(view)
    await expect.element(alert).toMatchTextContent('Try again in 60 seconds.')
  })

  test('can be shown while it is typed', async () => {
    await renderSummary(locked)
    const field = page.getByLabelText('Passcode', { exact: true })
    await expect.element(field).toHaveAttribute('type', 'password')
    await userEvent.click(page.getByRole('button', { name: 'Show passcode' }))
    await expect.element(field).toHaveAttribute('type', 'text')
  })
})

describe('an opened link', () => {
  test('disappears if it has ended when the visitor returns to the page', async () => {
    const { network } = await renderOpened()
    network.refuse('GET', summaryPath, 'link_ended')
    lookAgain()
    await expect.element(heading).toHaveTextContent('This link is not available')
    await expect.element(page.getByText(/^It ended while you had it open\./)).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(document.body.textContent).not.toMatch(/Ann Reyes|RN-884213/)
  })

  test('asks for a new passcode when the visitor returns to the page', async () => {
    const { network } = await renderOpened()
    answerSummary(network, locked)
    lookAgain()
    await expect.element(passcode).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Ann Reyes|RN-884213/)
  })

  test('stays when checking it fails for another reason', async () => {
    const { network } = await renderOpened()
    network.refuse('GET', summaryPath, 'downloads_off')
    lookAgain()
    await expect.poll(() => network.sent('GET', summaryPath).length).toBe(2)
    await expect.element(items).toBeVisible()
  })

  test('sends no request when the window gets the focus', async () => {
    const { network } = await renderOpened()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(network.sent('GET', summaryPath)).toHaveLength(1)
  })

  test('is checked again at the moment it expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(sampleNow) })
    const { network } = await renderOpened({ openUntil: daysFromNow(1) })
    network.refuse('GET', summaryPath, 'link_ended')
    // Waiting for an element advances the fake clock, so the remaining time is calculated here.
    await vi.advanceTimersByTimeAsync(Date.parse(daysFromNow(1)) - Date.now() - 1)
    expect(network.sent('GET', summaryPath)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    await expect.element(page.getByText(/^It ended while you had it open\./)).toBeVisible()
  })

  test('leaves nothing for the browser’s Back button', async () => {
    await renderOpened()
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(document.body.textContent).not.toMatch(/RN-884213/)
    await expect.element(view).toBeVisible()
  })
})
