import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { identityCodes } from '#shared/auth/identity-codes.ts'
import { passkeyOptions, providerList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import {
  addAuthenticator,
  answerAsPasswordManager,
  createPasskey,
  passkeyShapes,
  requestOptions,
} from '#testing/web/passkey-authenticator.ts'
import { blockWindows, stubOneWindow, stubProviderWindows } from '#testing/web/provider-window.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { reportProviderOutcome } from '#web/auth/provider-window-api.ts'
import { SignInPage } from './sign-in-page.tsx'

const optionsPath = '/api/auth/passkey/options-to-sign-in'
const passkeyPath = '/api/auth/sign-in/passkey'
const providerPath = '/api/auth/sign-in/provider'
const atProvider = '#at-the-provider'

const methods = page.getByRole('region', { name: 'or without your password' })
const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
const emailedLink = page.getByRole('link', { name: 'Email me a link instead' })
const provider = page.getByRole('button', { name: 'Continue with Mercy Hospital' })

async function renderMethods(next = '/settings') {
  const network = stubNetwork()
  network.answer('GET', '/api/auth/providers', providerList, {
    items: [{ id: 'hospital', name: 'Mercy Hospital' }],
  })
  network.answer('POST', optionsPath, passkeyOptions, requestOptions)
  network.answer('POST', passkeyPath, z.looseObject({}), {})
  answerSession(network, owner)
  const path = `/login?next=${encodeURIComponent(next)}`
  const app = await renderInApp(<SignInPage />, { user: null, route: '/login', path })
  await expect.element(emailedLink).toBeVisible()
  return { network, ...app }
}

describe('a passkey', () => {
  test('signs in, for the chosen duration', async () => {
    await addAuthenticator()
    await createPasskey()
    const { network, path } = await renderMethods()
    await userEvent.click(page.getByText('This is a shared computer'))
    await userEvent.click(usePasskey)
    await expect.poll(path).toBe('/settings')
    expect(network.sent('POST', passkeyPath).map(({ body }) => body)).toMatchObject([
      { isShared: true, response: { type: 'public-key', id: expect.stringMatching(/^[\w-]+$/) } },
    ])
  })

  test.each(passkeyShapes)('of a password manager that answers with %s signs in', async (shape) => {
    await addAuthenticator()
    const id = await createPasskey()
    answerAsPasswordManager(shape)
    const { network, path } = await renderMethods()
    await userEvent.click(usePasskey)
    await expect.poll(path).toBe('/settings')
    const coded = expect.stringMatching(/^[\w-]+$/)
    const response = { clientDataJSON: coded, authenticatorData: coded, signature: coded, userHandle: 'YW5u' }
    expect(network.sent('POST', passkeyPath).map(({ body }) => body)).toMatchObject([
      { response: { type: 'public-key', id, rawId: id, response } },
    ])
  })

  test('shows a status message, not an error, if the user cancels it', async () => {
    await addAuthenticator({ isUserVerified: false })
    const { network } = await renderMethods()
    await userEvent.click(usePasskey)
    await expect.element(methods.getByRole('status')).toHaveTextContent(new Problem('cancelled').message)
    await expect.element(methods.getByRole('alert')).not.toBeInTheDocument()
    expect(network.sent('POST', passkeyPath)).toEqual([])
  })

  test.each(['passkey_unknown', 'passkey_failed', 'too_many_requests', 'unavailable'] as const)(
    'refused with %s is explained',
    async (code) => {
      await addAuthenticator()
      await createPasskey()
      const { network } = await renderMethods()
      network.refuse('POST', passkeyPath, code)
      await userEvent.click(usePasskey)
      const { title, message } = new Problem(code)
      await expect.element(methods.getByRole('alert')).toHaveTextContent(`${title}${message}`)
      await expect.element(usePasskey).toBeEnabled()
    },
  )

  test('is not offered by a browser that does not support it', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await renderMethods()
    await expect.element(provider).toBeVisible()
    await expect.element(usePasskey).not.toBeInTheDocument()
  })
})

describe('an account at another service, in a separate window', () => {
  const url = 'https://mercy.example/authorize?state=1'
  const status = methods.getByRole('status')
  const attemptOf = (body: unknown) => z.object({ popup: z.uuid() }).parse(body).popup
  const messageOf = (name: 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request') =>
    new Problem(identityCodes[`auth/${name}`].code).message

  async function pressProvider() {
    const rendered = await renderMethods()
    const windows = stubProviderWindows()
    rendered.network.answer('POST', providerPath, z.object({ url: z.url() }), { url })
    await userEvent.click(provider)
    await expect.poll(() => windows[0]?.at).toBe(url)
    const attempts = () => rendered.network.bodies('POST', providerPath).map(attemptOf)
    return { ...rendered, windows, attempts }
  }

  test('signs in when the window reports success, and opens the requested page', async () => {
    const { attempts, path } = await pressProvider()
    await expect.element(status).toHaveTextContent('Continue with Mercy Hospital in the window that opened.')
    expect(await reportProviderOutcome(attempts()[0] ?? '', null)).toBe(true)
    await expect.poll(path).toBe('/settings')
  })

  test('asks for the two-factor code on this page', async () => {
    const { attempts, href } = await pressProvider()
    await reportProviderOutcome(attempts()[0] ?? '', 'second_factor_needed')
    await expect.poll(href).toContain('mode=secondFactor')
  })

  test.each(['provider_cancelled', 'account_exists', 'provider_failed'] as const)(
    'explains %s on this page',
    async (code) => {
      const { attempts } = await pressProvider()
      await reportProviderOutcome(attempts()[0] ?? '', code)
      const { title, message } = new Problem(code)
      await expect.element(methods.getByRole('alert')).toHaveTextContent(`${title}${message}`)
      await expect.element(status).not.toBeInTheDocument()
    },
  )

  test('shows a status message, not an error, if the user closed the window, and can be pressed again', async () => {
    const { windows, attempts, path } = await pressProvider()
    for (const opened of windows) opened.closed = true
    await expect.element(status).toHaveTextContent(messageOf('popup-closed-by-user'))
    await expect.element(methods.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.click(provider)
    await expect.poll(() => windows[1]?.at).toBe(url)
    await reportProviderOutcome(attempts()[1] ?? '', null)
    await expect.poll(path).toBe('/settings')
  })

  test('is closed by a second press, and only the second window counts', async () => {
    const { windows, attempts, path } = await pressProvider()
    await userEvent.click(provider)
    await expect.poll(() => windows[1]?.at).toBe(url)
    expect(windows.map(({ closed }) => closed)).toEqual([true, false])
    await expect.element(status).toHaveTextContent(messageOf('cancelled-popup-request'))
    await expect.element(methods.getByRole('alert')).not.toBeInTheDocument()
    expect(await reportProviderOutcome(attempts()[0] ?? '', null)).toBe(false)
    expect(path()).toBe('/login')
    expect(await reportProviderOutcome(attempts()[1] ?? '', null)).toBe(true)
    await expect.poll(path).toBe('/settings')
  })

  test('continues in this window if the browser blocks the other one, and shows a message', async () => {
    const { network } = await renderMethods()
    blockWindows()
    const here = `${location.href.split('#')[0]}${atProvider}`
    network.answer('POST', providerPath, z.object({ url: z.url() }), { url: here })
    await userEvent.click(provider)
    await expect.poll(() => location.hash).toBe(atProvider)
    location.hash = ''
    await expect.element(status).toHaveTextContent(messageOf('popup-blocked'))
    expect(network.bodies('POST', providerPath)).toEqual([
      { provider: 'hospital', next: '/settings', rememberMe: true, isShared: false },
    ])
  })
})

describe('an account at another service', () => {
  test('opens in this tab on a phone, with the way back', async () => {
    stubOneWindow()
    const { network } = await renderMethods("/credentials?q=o'brien")
    network.answer('POST', providerPath, z.object({ url: z.url() }), {
      url: `${location.href.split('#')[0]}${atProvider}`,
    })
    await userEvent.click(provider)
    await expect.poll(() => location.hash).toBe(atProvider)
    location.hash = ''
    expect(network.sent('POST', providerPath).map(({ body }) => body)).toEqual([
      { provider: 'hospital', next: '/credentials?q=o%27brien', rememberMe: true, isShared: false },
    ])
  })

  test('shows an error if the service cannot be reached, and can be tried again', async () => {
    stubProviderWindows()
    const { network } = await renderMethods()
    network.refuse('POST', providerPath, 'provider_failed')
    await userEvent.click(provider)
    const { title, message } = new Problem('provider_failed')
    await expect.element(methods.getByRole('alert')).toHaveTextContent(`${title}${message}`)
    await expect.element(provider).toBeEnabled()
  })

  test('is not offered while the list of services cannot be loaded; the other methods are', async () => {
    const network = stubNetwork()
    network.disconnect('GET', '/api/auth/providers')
    await renderInApp(<SignInPage />, { user: null, route: '/login' })
    await expect.poll(() => network.sent('GET', '/api/auth/providers')).toHaveLength(4)
    await expect.element(emailedLink).toBeVisible()
    await expect.element(usePasskey).toBeVisible()
    await expect.element(provider).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})
