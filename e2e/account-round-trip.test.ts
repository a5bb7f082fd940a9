import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OidcProvider, startOidcProvider } from '#testing/oidc-provider.ts'
import { openPasskeyDevice, type PasskeyDevice } from '#testing/passkey-device.ts'
import type { Problem } from '../src/shared/http/errors.ts'
import * as auth from '../src/web/auth/api.ts'
import * as methods from '../src/web/auth/sign-in-methods-api.ts'
import { sessionQuery } from '../src/web/session/session.ts'
import { type BrowserClient, openBrowserClient } from './browser-client.ts'
import { freshAppCode, withMovableClock } from './clock.ts'
import { copyEmptyDatabase } from './data.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const email = 'ann@nurses.example'
const password = 'violet tractor moon 41'
let server: RunningServer
let oidcProvider: OidcProvider
let device: PasskeyDevice
let browser: BrowserClient

beforeAll(async () => {
  oidcProvider = await startOidcProvider({
    sub: 'ann',
    email: 'a@oidcProvider.example',
    email_verified: true,
  })
  const PORT = String(await freePort())
  const providers = [{ id: 'hospital', name: 'Hospital', issuer: oidcProvider.issuer, clientId: 'lanyard' }]
  await copyEmptyDatabase(join(folder.path, 'data'))
  server = await startServer(join(folder.path, 'data'), {
    PORT,
    OIDC_PROVIDERS: JSON.stringify(providers),
    ...withMovableClock(),
  })
  device = openPasskeyDevice('localhost', server.url)
  browser = openBrowserClient(server)
  await auth.register({ email, password, name: 'Ann' })
})

afterAll(async () => {
  browser?.close()
  await server?.kill()
  await oidcProvider?.close()
  folder.remove()
})

const client = new QueryClient()
const ask: typeof client.fetchQuery = (query) => client.fetchQuery({ ...query, staleTime: 0, retry: false })

const codeOf = (work: Promise<unknown>) => work.then(() => 'none').catch((error: Problem) => error.code)
const isSignedIn = async () => (await ask(sessionQuery)) !== null
const leave = () => browser.cookies.delete('lanyard.session')

/** The code in the newest mail with a link of this mode, read from the outbox of emulator mode. */
async function mailedCode(mode: string, to = email): Promise<string> {
  const answer = await browser.send(`/api/debug/outbox?email=${encodeURIComponent(to)}`)
  const { items } = (await answer.json()) as { items: { text: string }[] }
  const text = items.find((mail) => mail.text.includes(`mode=${mode}&`))?.text ?? ''
  return /oobCode=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** Signs in at the provider and returns where the callback redirects to. */
async function signInAtProvider(url: string): Promise<string> {
  return (await browser.send(await oidcProvider.signInAt(url))).headers.get('location') ?? ''
}

describe('the web client’s own functions', () => {
  it('sign in by a mailed link on a shared computer', async () => {
    leave()
    await auth.requestSignInLink(email)
    await auth.signInByLink(await mailedCode('signIn'), { isShared: true })
    const { items } = await ask(methods.sessionsQuery)
    expect(items.map(({ kind }) => kind)).toEqual(['shared', 'remembered'])
    const other = items.find(({ isCurrent }) => !isCurrent)
    await methods.endSession(other?.id ?? '')
    expect(await methods.endOtherSessions()).toEqual({ ended: 0 })
  })

  it('add and name a passkey, then sign in and reauthenticate with it', async () => {
    const options = await methods.passkeyOptionsToAdd()
    const { id } = await methods.addPasskey('Phone', device.create(options))
    expect(await methods.renamePasskey(id, 'My phone')).toMatchObject({ id, name: 'My phone' })
    leave()
    await auth.signInByPasskey(device.get(await auth.passkeyOptionsToSignIn()))
    await auth.reauthenticateByPasskey(device.get(await auth.passkeyOptionsToSignIn()))
    expect((await ask(methods.signInMethodsQuery)).passkeys).toMatchObject([{ id, name: 'My phone' }])
    await methods.removePasskey(id)
    expect((await ask(methods.signInMethodsQuery)).passkeys).toEqual([])
  })

  it('link a provider that the operator configured, sign in with it and unlink it', async () => {
    expect(await ask(auth.providersQuery)).toEqual({ items: [{ id: 'hospital', name: 'Hospital' }] })
    expect(await signInAtProvider((await methods.linkProvider('hospital', '/settings')).url)).toBe(
      '/settings',
    )
    leave()
    expect(
      await signInAtProvider(
        (await auth.signInByProvider({ provider: 'hospital', next: '/credentials' })).url,
      ),
    ).toBe('/credentials')
    const proven = await auth.reauthenticateByProvider('hospital', '/settings')
    expect(await signInAtProvider(proven.url)).toBe('/settings')
    const [linked] = (await ask(methods.signInMethodsQuery)).linkedAccounts
    await methods.removeLinkedAccount(linked?.id ?? '')
    expect((await ask(methods.signInMethodsQuery)).linkedAccounts).toEqual([])
  })

  it('turn on two-step verification, sign in with it and turn it off again', async () => {
    const { secret, uri } = await methods.startTwoFactor()
    expect(uri).toContain(`secret=${secret}`)
    const { recoveryCodes } = await methods.confirmTwoFactor(await freshAppCode(server, secret))
    leave()
    expect(await codeOf(auth.signIn({ email, password }))).toBe('second_factor_needed')
    expect(await isSignedIn()).toBe(false)
    await auth.verifyTwoFactor({ code: await freshAppCode(server, secret) })
    expect(await isSignedIn()).toBe(true)
    await auth.reauthenticate({ recoveryCode: recoveryCodes[0] ?? '' })
    expect((await methods.regenerateRecoveryCodes()).recoveryCodes).toHaveLength(10)
    expect((await ask(methods.signInMethodsQuery)).secondFactor).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })
    await methods.removeTwoFactor()
    const again = await methods.startTwoFactor()
    await methods.confirmTwoFactor(await freshAppCode(server, again.secret))
    const { resetToken } = await auth.revertTwoFactor(await mailedCode('revertSecondFactorAddition'))
    expect(await isSignedIn()).toBe(false)
    await auth.resetPassword(resetToken, password)
    await auth.signIn({ email, password })
  })

  it('change the email, then restore the old one with a new password', async () => {
    const moved = 'ann@home.example'
    await methods.changeEmail(moved)
    expect(await auth.confirmEmailChange(await mailedCode('verifyAndChangeEmail', moved))).toEqual({
      email: moved,
    })
    // A signed-out browser sees only mail to the account's present address.
    await auth.signIn({ email: moved, password })
    const { email: back, resetToken } = await auth.recoverEmail(await mailedCode('recoverEmail'))
    expect(back).toBe(email)
    expect(await ask(auth.passwordPolicyQuery)).toMatchObject({ minLength: 10 })
    await auth.resetPassword(resetToken, 'amber kettle glacier 7')
    await auth.signIn({ email, password: 'amber kettle glacier 7' })
    expect(await isSignedIn()).toBe(true)
  })
})
