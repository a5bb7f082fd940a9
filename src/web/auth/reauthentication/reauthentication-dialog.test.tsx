import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { done } from '#shared/auth/answers.ts'
import { passkeyOptions, type SignInMethods, sessionList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { addAuthenticator, createPasskey, requestOptions } from '#testing/web/passkey-authenticator.ts'
import { blockWindows, stubOneWindow, stubProviderWindows } from '#testing/web/provider-window.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerOutbox, answerSignInMethods } from '#testing/web/sign-in-answers.ts'
import { reportProviderOutcome } from '#web/auth/provider-window-api.ts'
import { Button } from '#web/ui/button.tsx'
import { ReauthenticationView } from './reauthentication-view.tsx'
import { withReauthentication } from './use-reauthentication.ts'

const methodsPath = '/api/users/me/sign-in-methods'
const path = '/api/auth/reauthenticate'
const sessionsPath = '/api/users/me/sessions'
const linkPath = '/api/auth/request-sign-in-link'
const providerPath = '/api/auth/reauthenticate/provider'
const since = '2026-11-01T15:00:00.000Z'
const withTwoFactor = { secondFactor: { isOn: true, since, recoveryCodesLeft: 8 } }
const withPasskey = {
  hasPassword: false,
  passkeys: [{ id: 'passkey-1', name: 'My phone', createdAt: since, usedAt: null }],
}
const withHospital = {
  hasPassword: false,
  linkedAccounts: [{ id: 'a-1', provider: 'hospital', providerName: 'Mercy Hospital', createdAt: since }],
}

const opener = page.getByRole('button', { name: 'Remove everything' })
const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
const alert = dialog.getByRole('alert')
const password = page.getByLabelText('Your password', { exact: true })
const code = page.getByRole('textbox', { name: 'Code from your app' })
const recovery = page.getByRole('textbox', { name: 'Recovery code' })
const proceed = page.getByRole('button', { name: 'Continue' })
const passkeyButton = page.getByRole('button', { name: 'Use a passkey' })
const outcome = page.getByTestId('outcome')

/** A screen with one action, which the server refuses at first. */
function Screen({ work }: { work: () => Promise<unknown> }) {
  const [result, setResult] = useState('')
  const run = () =>
    withReauthentication(work).then(
      () => setResult('done'),
      (error) => setResult(error.code),
    )
  return (
    <>
      <Button onPress={() => void run()}>Remove everything</Button>
      <p data-testid="outcome">{result}</p>
      <ReauthenticationView />
    </>
  )
}

async function renderScreen(methods: Partial<SignInMethods> = {}) {
  const network = stubNetwork()
  answerSignInMethods(network, methods)
  network.answer('POST', path, done, { status: true })
  const work = vi.fn(async () => {})
  work.mockRejectedValueOnce(new Problem('reauthentication_needed'))
  await renderInApp(<Screen work={work} />)
  return { network, work, sentBodies: () => network.sent('POST', path).map(({ body }) => body) }
}

async function openDialog(methods?: Partial<SignInMethods>) {
  const screen = await renderScreen(methods)
  await userEvent.click(opener)
  await expect.element(dialog).toBeVisible()
  return screen
}

describe('with the password', () => {
  test('repeats the action, and closes the dialog', async () => {
    const { work, sentBodies } = await openDialog()
    await expect.element(password).toHaveFocus()
    await userEvent.keyboard('violet tractor{Enter}')
    await expect.element(outcome).toHaveTextContent('done')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    expect(sentBodies()).toEqual([{ password: 'violet tractor' }])
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('left empty, shows an error and sends nothing', async () => {
    const { sentBodies } = await openDialog()
    await userEvent.click(proceed)
    await expect.element(password).toHaveAccessibleDescription('Enter your password to continue.')
    await expect.element(password).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test('wrong: shows an error at the field until something else is typed', async () => {
    const { network } = await openDialog()
    network.refuse('POST', path, 'INVALID_PASSWORD')
    await userEvent.fill(password, 'a guess')
    await userEvent.click(proceed)
    await expect.element(password).toHaveAccessibleDescription(new Problem('INVALID_PASSWORD').message)
    await expect.element(password).toHaveFocus()
    await expect.element(password).toHaveValue('a guess')
    await expect.element(alert).not.toBeInTheDocument()
    await userEvent.type(password, '2')
    await expect.element(password).toBeValid()
  })

  test('pressed twice is sent once', async () => {
    const { network, sentBodies } = await openDialog()
    const release = network.hold('POST', path)
    await userEvent.fill(password, 'violet tractor')
    await userEvent.dblClick(proceed)
    release()
    await expect.element(outcome).toHaveTextContent('done')
    expect(sentBodies()).toHaveLength(1)
  })

  test.each(['too_many_requests', 'unavailable'] as const)(
    'refused with %s says why, and keeps what was typed',
    async (refusal) => {
      const { network } = await openDialog()
      network.refuse('POST', path, refusal, { retryAfter: 30 })
      await userEvent.fill(password, 'violet tractor')
      await userEvent.click(proceed)
      await expect.element(alert).toMatchTextContent(`Not confirmed${new Problem(refusal).message}`)
      await expect.element(alert).toMatchTextContent('You can try again in 30 seconds')
      await expect.element(password).toHaveValue('violet tractor')
    },
  )

  test('after a lost connection can be tried again', async () => {
    const { network } = await openDialog()
    network.disconnect('POST', path)
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(proceed)
    await expect.element(alert).toMatchTextContent('Lanyard cannot be reached.')
    network.answer('POST', path, done, { status: true })
    await userEvent.click(proceed)
    await expect.element(outcome).toHaveTextContent('done')
  })
})

describe('with two-step verification', () => {
  test('asks for a code, not for a password', async () => {
    const { sentBodies } = await openDialog(withTwoFactor)
    await expect.element(code).toHaveFocus()
    await expect.element(password).not.toBeInTheDocument()
    await userEvent.keyboard('123 456{Enter}')
    await expect.element(outcome).toHaveTextContent('done')
    expect(sentBodies()).toEqual([{ code: '123 456' }])
  })

  test('accepts a recovery code as well, and uses it up', async () => {
    const { network, sentBodies } = await openDialog(withTwoFactor)
    await userEvent.click(page.getByRole('button', { name: 'Use a recovery code instead' }))
    await expect.element(recovery).toHaveFocus()
    await userEvent.click(proceed)
    await expect
      .element(recovery)
      .toHaveAccessibleDescription(expect.stringContaining('Enter one of your recovery codes.'))
    await userEvent.fill(recovery, '7k2m-9qxw-4hfd-t3vb')
    await userEvent.click(proceed)
    await expect.element(outcome).toHaveTextContent('done')
    expect(sentBodies()).toEqual([{ recoveryCode: '7k2m-9qxw-4hfd-t3vb' }])
    expect(network.sent('GET', methodsPath).length).toBeGreaterThan(0)
  })

  test('lets the user switch back to the app, without the earlier error', async () => {
    await openDialog(withTwoFactor)
    await userEvent.click(proceed)
    await expect.element(code).toBeInvalid()
    await userEvent.click(page.getByRole('button', { name: 'Use a recovery code instead' }))
    await userEvent.click(page.getByRole('button', { name: 'Use the code from your app' }))
    await expect.element(code).toHaveFocus()
    await expect.element(code).toBeValid()
  })

  test('shows the error for a wrong code at its field', async () => {
    const { network } = await openDialog(withTwoFactor)
    network.refuse('POST', path, 'code_wrong')
    await userEvent.fill(code, '000000')
    await userEvent.click(proceed)
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining(new Problem('code_wrong').message))
  })

  test('asks for the code instead of the password if it was turned on meanwhile', async () => {
    const { network } = await openDialog()
    network.refuse('POST', path, 'second_factor_needed')
    answerSignInMethods(network, withTwoFactor)
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(proceed)
    await expect.element(code).toHaveFocus()
    await expect.element(password).not.toBeInTheDocument()
  })
})

describe('with a passkey', () => {
  test('on this device, confirms without typing', async () => {
    await addAuthenticator()
    await createPasskey()
    const { network, work } = await openDialog(withPasskey)
    network.answer('POST', '/api/auth/passkey/options-to-sign-in', passkeyOptions, requestOptions)
    network.answer('POST', `${path}/passkey`, z.looseObject({}), {})
    await expect.element(password).not.toBeInTheDocument()
    await userEvent.click(passkeyButton)
    await expect.element(outcome).toHaveTextContent('done')
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('that the device did not provide, stays open and shows why', async () => {
    await addAuthenticator({ isUserVerified: false })
    const { network, work } = await openDialog(withPasskey)
    network.answer('POST', '/api/auth/passkey/options-to-sign-in', passkeyOptions, requestOptions)
    await userEvent.click(passkeyButton)
    await expect.element(dialog.getByRole('status')).toHaveTextContent(new Problem('cancelled').message)
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('with an account at another service', () => {
  const again = page.getByRole('button', { name: 'Sign in again with Mercy Hospital' })

  test('opens in a window, and this page continues', async () => {
    const { network, work } = await openDialog(withHospital)
    const windows = stubProviderWindows()
    const url = 'https://mercy.example/authorize'
    network.answer('POST', providerPath, z.object({ url: z.url() }), { url })
    await userEvent.click(again)
    await expect.poll(() => windows[0]?.at).toBe(url)
    const [{ popup }] = z.tuple([z.object({ popup: z.uuid() })]).parse(network.bodies('POST', providerPath))
    await reportProviderOutcome(popup, null)
    await expect.element(outcome).toHaveTextContent('done')
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('leaves this page for a blocked window only on a second press', async () => {
    const { network } = await openDialog(withHospital)
    blockWindows()
    const url = `${location.href.split('#')[0]}#at-the-provider`
    network.answer('POST', providerPath, z.object({ url: z.url() }), { url })
    await userEvent.click(again)
    await expect.element(dialog.getByRole('status')).toMatchTextContent('Your browser blocked the window.')
    expect(network.bodies('POST', providerPath)).toEqual([])
    await userEvent.click(again)
    await expect.poll(() => location.hash).toBe('#at-the-provider')
    location.hash = ''
  })

  test('on a phone goes there and back to this page', async () => {
    stubOneWindow()
    const { network } = await openDialog(withHospital)
    const url = `${location.href.split('#')[0]}#at-the-provider`
    network.answer('POST', providerPath, z.object({ url: z.url() }), { url })
    await userEvent.click(page.getByRole('button', { name: 'Sign in again with Mercy Hospital' }))
    await expect.poll(() => location.hash).toBe('#at-the-provider')
    location.hash = ''
    expect(network.sent('POST', providerPath)[0]?.body).toMatchObject({ provider: 'hospital' })
  })

  test('shows an error if the service does not respond', async () => {
    stubProviderWindows()
    const { network } = await openDialog(withHospital)
    network.refuse('POST', providerPath, 'provider_failed')
    await userEvent.click(page.getByRole('button', { name: 'Sign in again with Mercy Hospital' }))
    await expect.element(alert).toHaveTextContent(`Not confirmed${new Problem('provider_failed').message}`)
  })

  test('is not enough if a code is required', async () => {
    await openDialog({ ...withHospital, ...withTwoFactor })
    await expect.element(code).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Mercy Hospital/ })).not.toBeInTheDocument()
  })
})

describe('with only an email address', () => {
  const send = page.getByRole('button', { name: 'Email me a link' })
  const signedIn = page.getByRole('button', { name: 'I signed in, continue' })
  const session = (id: string) => ({
    items: [
      {
        id,
        isCurrent: true,
        kind: 'brief',
        device: null,
        createdAt: since,
        lastUsedAt: since,
        endsAt: since,
      },
    ],
  })

  async function openForLink() {
    const screen = await openDialog({ hasPassword: false })
    screen.network.answer('GET', sessionsPath, sessionList, session('before') as z.input<typeof sessionList>)
    screen.network.answer('POST', linkPath, done, { status: true })
    answerOutbox(screen.network)
    return screen
  }

  test('emails a link, which counts once it was used in this browser', async () => {
    const { network, work } = await openForLink()
    await userEvent.click(send)
    await expect.element(dialog.getByRole('status')).toMatchTextContent(`We sent a link to ${owner.email}.`)
    expect(network.sent('POST', linkPath).map(({ body }) => body)).toEqual([{ email: owner.email }])
    await userEvent.click(signedIn)
    await expect.element(alert).toMatchTextContent('You haven’t signed in with the link in this browser yet.')
    expect(work).toHaveBeenCalledOnce()
    network.answer('GET', sessionsPath, sessionList, session('after') as z.input<typeof sessionList>)
    await userEvent.click(signedIn)
    await expect.element(outcome).toHaveTextContent('done')
  })

  test('lets the user try again if the link was not sent', async () => {
    const { network } = await openForLink()
    network.refuse('POST', linkPath, 'too_many_requests')
    await userEvent.click(send)
    await expect.element(alert).toMatchTextContent('The link was not sent')
    await expect.element(send).toBeEnabled()
  })
})

describe('the dialog', () => {
  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its Close button', () => userEvent.click(page.getByRole('button', { name: 'Close' }))],
  ])('closed by %s ends it: nothing is done, and the focus returns', async (_how, close) => {
    const { work, sentBodies } = await openDialog()
    await expect.element(password).toBeVisible()
    await close()
    await expect.element(outcome).toHaveTextContent('cancelled')
    await expect.element(opener).toHaveFocus()
    expect(work).toHaveBeenCalledOnce()
    expect(sentBodies()).toEqual([])
  })

  test('shows an error when it cannot load the sign-in methods, and loads them again', async () => {
    const screen = await renderScreen()
    screen.network.refuse('GET', methodsPath, 'unavailable')
    await userEvent.click(opener)
    await expect.element(alert).toMatchTextContent(new Problem('unavailable').message)
    answerSignInMethods(screen.network)
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await expect.element(password).toBeVisible()
  })

  test('can be closed when it cannot load the sign-in methods', async () => {
    const screen = await renderScreen()
    screen.network.disconnect('GET', methodsPath)
    await userEvent.click(opener)
    await userEvent.click(page.getByRole('button', { name: 'Not now' }))
    await expect.element(outcome).toHaveTextContent('cancelled')
  })

  test('does not open a second time when the server asks again: the action failed', async () => {
    const { work } = await openDialog()
    work.mockRejectedValueOnce(new Problem('reauthentication_needed'))
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(proceed)
    await expect.element(outcome).toHaveTextContent('reauthentication_needed')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
