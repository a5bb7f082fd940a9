import '#web/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { bellPage } from '#shared/activity/bell.ts'
import { providerList } from '#shared/auth/sign-in-methods.ts'
import { credentialSummary } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { reminderSummary } from '#shared/reminders/reminder.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { createQueryClient } from '#web/http/query-client.ts'
import { writeFlag } from '#web/offline/forget-device.ts'
import { changeOfflineState } from '#web/offline/offline-state.ts'
import { createAppRouter } from '#web/router.tsx'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'

const signOutPath = '/api/auth/sign-out'
const sessionPath = '/api/auth/get-session'

const heading = page.getByRole('heading', { level: 1 })
const bar = page.getByRole('banner')
const footer = page.getByRole('contentinfo')
const account = page.getByRole('button', { name: "AO, account of Ann O'Brien" })
const item = (name: string) => page.getByRole('menuitem', { name })

/** The whole app at a URL; `undefined` while the session is loading. */
async function renderApp(path: string, user: SessionUser | null | undefined) {
  const network = stubNetwork()
  network.answer('GET', '/api/reminders/summary', reminderSummary, {
    unread: 0,
    next: null,
    isPlanned: true,
    warnings: [],
  })
  network.answer('GET', '/api/bell', bellPage, { items: [], nextCursor: null })
  network.answer('GET', '/api/auth/providers', providerList, { items: [] })
  const queryClient = createQueryClient()
  if (user !== undefined) queryClient.setQueryData(sessionQuery.queryKey, user)
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  return { network, queryClient, show, at: () => router.state.location.href }
}

async function showApp(path: string, user: SessionUser | null) {
  const app = await renderApp(path, user)
  await app.show()
  return app
}

const linksOf = (within: typeof bar) =>
  within
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the top bar', () => {
  test('links to the dashboard, the vault and a new credential', async () => {
    await showApp('/terms-of-use', owner)
    await expect.element(account).toBeVisible()
    expect(linksOf(bar).slice(0, 4)).toEqual([
      ['Lanyard', '/'],
      ['Dashboard', '/'],
      ['My Vault', '/credentials'],
      ['Credential', '/upload'],
    ])
    await expect.element(bar.getByRole('link', { name: 'My Vault' })).not.toHaveAttribute('aria-current')
  })

  test('offers sign-in and registration to a visitor', async () => {
    await showApp('/terms-of-use', null)
    await expect.element(heading).toHaveTextContent('Terms of use')
    expect(linksOf(bar)).toEqual([
      ['Lanyard', '/'],
      ['Sign in', '/login'],
      ['Get started', '/login?mode=register'],
    ])
    await userEvent.click(bar.getByRole('link', { name: 'Get started' }))
    await expect.element(heading).toHaveTextContent('Start your own vault')
  })

  test('marks the current page', async () => {
    await showApp('/login', null)
    const signIn = bar.getByRole('link', { name: 'Sign in' })
    await expect.element(signIn).toHaveAttribute('aria-current', 'page')
  })
})

describe('the account menu', () => {
  async function openMenu(path = '/terms-of-use') {
    const app = await showApp(path, owner)
    await expect.element(account).toBeVisible()
    account.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Settings')).toHaveFocus()
    return app
  }

  test('opens with the keyboard, and has the courses, the settings and the logout', async () => {
    await openMenu()
    const items = page.getByRole('menuitem').elements()
    expect(items.map((each) => each.textContent)).toEqual(['Settings', 'Logout', 'Get CEUs & Skills'])
    expect(items[2]?.getAttribute('href')).toBe('https://www.nursingce.com/')
    expect(items[2]?.getAttribute('target')).toBe('_blank')
    expect(items[2]?.getAttribute('rel')).toContain('noopener')
  })

  test('closes with Escape, back to its button', async () => {
    await openMenu()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(account).toHaveFocus()
  })

  test('logs out: opens the home page, and clears the owner’s data from memory', async () => {
    const { network, queryClient, at } = await openMenu()
    network.answer('POST', signOutPath, credentialSummary.partial(), {})
    queryClient.setQueryData(['credentials'], ['private'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(at).toBe('/')
    await expect.element(heading).toHaveTextContent('All your nursing credentials in one place.')
    expect(network.sent('POST', signOutPath)).toHaveLength(1)
    expect(queryClient.getQueryData(['credentials'])).toBeUndefined()
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull()
  })

  test('cancels pending requests before the session ends', async () => {
    const { network, queryClient, at } = await openMenu()
    network.hold('GET', '/api/trash')
    const stopped = vi.fn()
    const loading = queryClient.fetchQuery({
      queryKey: ['trash'],
      queryFn: ({ signal }) => fetch('/api/trash', { signal }),
    })
    loading.catch(stopped)
    network.reply('POST', signOutPath, () => {
      expect(stopped).toHaveBeenCalledOnce()
      return Response.json({ success: true })
    })
    await userEvent.click(item('Logout'))
    await expect.poll(at).toBe('/')
    expect(stopped).toHaveBeenCalledOnce()
  })

  test('shows an error if it cannot log out, and the owner stays signed in', async () => {
    const { network, at } = await openMenu()
    network.disconnect('POST', signOutPath)
    await userEvent.click(item('Logout'))
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Logout failedLanyard cannot be reached.')
    expect(at()).toBe('/terms-of-use')
    await expect.element(account).toBeVisible()
  })

  test('without a connection shows how to remove what the device keeps', { tags: 'long' }, async () => {
    writeFlag(owner.id)
    onTestFinished(() => localStorage.removeItem('lanyard-offline'))
    const { network } = await openMenu()
    network.disconnect('POST', signOutPath)
    await userEvent.click(item('Logout'))
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/cannot be reached.*choose “Off” under Offline in Settings/)
  })
})

describe('the footer', () => {
  test('has every required link, and opens other sites in a new tab', async () => {
    await showApp('/terms-of-use', null)
    await expect.element(footer).toBeVisible()
    const links = footer
      .getByRole('link')
      .elements()
      .map((link) => {
        const name = link.querySelector('svg')?.getAttribute('aria-label') ?? link.firstChild?.textContent
        return [name, link.getAttribute('href'), link.getAttribute('target')]
      })
    expect(links).toEqual([
      ['Get Started', '/login?mode=register', null],
      ['Privacy policy', '/privacy-policy', null],
      ['Terms of use', '/terms-of-use', null],
      ['Medical disclaimer', '/medical-disclaimer', null],
      ['About', 'https://www.nursingce.com/', '_blank'],
      ['Contact Us', 'https://www.nursingce.com/', '_blank'],
      ['Facebook', 'https://www.facebook.com/', '_blank'],
      ['YouTube', 'https://www.youtube.com/', '_blank'],
      ['Instagram', 'https://www.instagram.com/', '_blank'],
      ['TikTok', 'https://www.tiktok.com/', '_blank'],
      ['Español', '/language/es', null],
    ])
    const headings = footer.getByRole('heading').elements()
    expect(headings.map((each) => each.textContent)).toEqual(['Legal', 'Company', 'Follow'])
    await expect
      .element(footer)
      .toMatchTextContent('built for healthcare workers, powered by a nursing education provider.')
    await expect.element(footer).toMatchTextContent('Your credentials are yours.')
    await expect.element(footer).toMatchTextContent('© 2025 Lanyard')
  })

  test('is one line for an owner, and shows everything else on request', async () => {
    await showApp('/terms-of-use', owner)
    const about = footer.getByRole('button', { name: 'About Lanyard' })
    const links = () =>
      footer
        .getByRole('link')
        .elements()
        .map((each) => each.querySelector('svg')?.getAttribute('aria-label') ?? each.firstChild?.textContent)
    const legal = ['Privacy policy', 'Terms of use', 'Medical disclaimer']
    await expect.element(footer).toMatchTextContent('© 2025 Lanyard')
    expect(links()).toEqual(legal)
    await userEvent.click(about)
    await expect.element(about).toHaveAttribute('aria-expanded', 'true')
    const others = ['About', 'Contact Us', 'Facebook', 'YouTube', 'Instagram', 'TikTok']
    expect(links()).toEqual([...legal, 'Get Started', ...others])
    await expect.element(footer.getByText(/powered by/)).toBeVisible()
    await expect.element(footer.getByText(/^Your credentials are yours/)).toBeVisible()
    await expect.element(footer.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/upload')
  })
})

describe('an unknown path', () => {
  test.each(['/nothing', '/login/more', '/Settings', '/credentials/one/two'])(
    '%s is not found',
    async (path) => {
      await showApp(path, null)
      await expect.element(heading).toHaveTextContent('We could not find this page')
      await expect.poll(() => document.title).toBe('Page not found · Lanyard')
    },
  )

  test.each(['/login', '/login?mode=register', '/login?mode=forgotPassword'])(
    '%s is not found for a signed-in user',
    async (path) => {
      const { at } = await showApp(path, owner)
      await expect.element(heading).toHaveTextContent('We could not find this page')
      expect(at()).toBe(path)
    },
  )

  test('the sign-in page opens for a signed-in user who follows a link in an email', async () => {
    await showApp('/login?mode=recoverEmail', owner)
    await expect.element(heading).not.toHaveTextContent('We could not find this page')
  })

  test('the sign-in page redirects a signed-in user to the address that it was opened for', async () => {
    const { at } = await showApp('/login?next=/terms-of-use', owner)
    await expect.poll(at).toBe('/terms-of-use')
  })

  test.each(['/upload', '/credentials', '/settings', '/credentials/shares', '/debug-firebase'])(
    '%s is not found for a visitor, who is asked to sign in',
    async (path) => {
      const { network } = await showApp(path, null)
      await expect.element(heading).toHaveTextContent('We could not find this page')
      await expect.element(page.getByText(/If this page is in your vault, sign in first\./)).toBeVisible()
      const main = page.getByRole('main')
      const href = `/login?next=${encodeURIComponent(path)}`
      await expect.element(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', href)
      await expect.element(bar.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', href)
      expect(network.sent('GET', '/api/users/me')).toEqual([])
    },
  )

  test('redirects an owner to the dashboard', async () => {
    await showApp('/nothing', owner)
    const home = page.getByRole('link', { name: 'Go to the dashboard' })
    await expect.element(home).toHaveAttribute('href', '/')
    await expect.element(page.getByText('The link may be outdated or mistyped.')).toBeVisible()
  })
})

describe('navigating to another page', () => {
  test('moves the focus there and has its title read out', async () => {
    await showApp('/terms-of-use', null)
    await userEvent.click(footer.getByRole('link', { name: 'Privacy policy' }))
    await expect.element(heading).toHaveTextContent('Privacy policy')
    await expect.element(page.getByRole('main')).toHaveFocus()
    const announcement = page.getByText('Privacy policy · Lanyard')
    await expect.element(announcement).toHaveAttribute('aria-live', 'polite')
  })

  test('lets the first Tab skip to the content', async () => {
    await showApp('/terms-of-use', null)
    await expect.element(heading).toBeVisible()
    await userEvent.tab()
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect.element(skip).toHaveFocus()
    await expect.element(skip).toHaveAttribute('href', '#main')
  })
})

describe('while the session is still loading', () => {
  test('shows a spinner, and then the page', async () => {
    const { network, show } = await renderApp('/nothing', undefined)
    answerSession(network, owner)
    const release = network.hold('GET', sessionPath)
    await show()
    await expect.element(page.getByRole('status')).toHaveTextContent('Loading')
    await expect.element(heading).not.toBeInTheDocument()
    release()
    await expect.element(account).toBeVisible()
  })

  async function failAtStart() {
    const app = await renderApp('/settings', undefined)
    app.network.refuse('GET', sessionPath, 'unavailable')
    await app.show()
    await expect.element(heading, { timeout: 3_000 }).toHaveTextContent('Something went wrong')
    return app
  }

  test('shows an error within three seconds if the server fails, and can be tried again', async () => {
    const { network } = await failAtStart()
    expect(network.sent('GET', sessionPath)).toHaveLength(4)
    expect(document.title).toBe('Something went wrong · Lanyard')
    await expect.element(page.getByText(new Problem('unavailable').message)).toBeVisible()
    answerSession(network, null)
    await userEvent.click(page.getByRole('button', { name: 'Try Again' }))
    await expect.element(heading).toHaveTextContent('We could not find this page')
    expect(new Problem('unavailable').status).toBe(503)
  })

  test('does not ask anyone to sign in while it is unknown whether they are signed in', async () => {
    await failAtStart()
    expect(linksOf(bar)).toEqual([['Lanyard', '/']])
    await expect.element(page.getByRole('link', { name: 'Get Started' })).not.toBeInTheDocument()
  })

  test('keeps the navigation of the owner whose vault this device keeps', async () => {
    writeFlag(owner.id)
    changeOfflineState({ isKept: true })
    onTestFinished(() => {
      localStorage.removeItem('lanyard-offline')
      changeOfflineState({ isKept: false })
    })
    await failAtStart()
    expect(linksOf(bar).map(([name]) => name)).toEqual(['Lanyard', 'Dashboard', 'My Vault', 'Credential'])
  })
})

describe('on a phone', () => {
  test('the navigation is at the bottom', async () => {
    await page.viewport(390, 844)
    await showApp('/terms-of-use', owner)
    const below = page.getByRole('navigation', { name: 'Bottom navigation' })
    await expect.element(below).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    expect(linksOf(below)).toEqual([
      ['Dashboard', '/'],
      ['Vault', '/credentials'],
      ['Add a Credential', '/upload'],
    ])
    await page.viewport(1280, 900)
  })

  test('“+” offers the camera, files, the forms of both kinds, a course, a health record and a share', async () => {
    await page.viewport(390, 844)
    await showApp('/terms-of-use', owner)
    const add = page.getByRole('link', { name: 'Add a Credential' })
    await userEvent.click(add)
    const sheet = page.getByRole('dialog', { name: 'What do you want to add?' })
    await expect.element(sheet.getByRole('button', { name: 'Take a photo' })).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: 'Choose files' })).toBeVisible()
    expect(linksOf(sheet)).toEqual([
      ['Type a license', '/upload?kind=license&typed=yes'],
      ['Type a certification', '/upload?kind=certification&typed=yes'],
      ['CE course', '/credentials/entries/new'],
      ['Health record', '/credentials/health/new'],
      ['Share link', '/credentials/shares/new'],
    ])
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await page.viewport(1280, 900)
  })
})
