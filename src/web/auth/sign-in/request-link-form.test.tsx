import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done } from '#shared/auth/answers.ts'
import { providerList } from '#shared/auth/sign-in-methods.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { answerOutbox } from '#testing/web/sign-in-answers.ts'
import { SignInPage } from './sign-in-page.tsx'

const address = 'dana@example.com'
const email = page.getByRole('textbox', { name: 'Email' })
const formAlert = page.getByRole('main').getByRole('alert')
const toasts = page.getByRole('region', { name: 'Notifications' })
const again = page.getByRole('button', { name: 'Send it again' })

const forgotten = {
  mode: 'forgotPassword',
  path: '/api/auth/request-password-reset',
  submit: 'Send me a link',
  sent: `If ${address} has an account, we sent it a link to set a new password.`,
  failure: 'Password reset failed',
}
const signInLink = {
  mode: 'emailLink',
  path: '/api/auth/request-sign-in-link',
  submit: 'Email me a link',
  sent: `If ${address} has a vault, we sent it a link that signs you in.`,
  failure: 'The link was not sent',
}
type Kind = typeof forgotten

async function renderStage({ mode, path, submit }: Kind) {
  const network = stubNetwork()
  network.answer('POST', path, done, { status: true })
  network.answer('GET', '/api/auth/providers', providerList, { items: [] })
  answerOutbox(network)
  const to = `/login?mode=${mode}&next=/settings`
  const app = await renderInApp(<SignInPage />, { user: null, route: '/login', path: to })
  const button = page.getByRole('button', { name: submit })
  return { network, button, sentBodies: () => network.sent('POST', path).map(({ body }) => body), ...app }
}

async function send(kind: Kind) {
  const stage = await renderStage(kind)
  await userEvent.fill(email, ` Dana@Example.com`)
  await userEvent.click(stage.button)
  return stage
}

describe.each([
  ['to set a new password', forgotten],
  ['to sign in with', signInLink],
])('a link %s', (_what, kind) => {
  test('is sent to the address, whether or not it has an account', async () => {
    const { sentBodies } = await send(kind)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Check your email' })).toHaveFocus()
    await expect.element(page.getByRole('main')).toMatchTextContent(kind.sent)
    expect(sentBodies()).toEqual([{ email: address }])
    expect(document.title).toBe('Check your email · Lanyard')
  })

  test('pressed twice is sent once', async () => {
    const { network, button, sentBodies } = await renderStage(kind)
    const release = network.hold('POST', kind.path)
    await userEvent.fill(email, address)
    await userEvent.dblClick(button)
    release()
    await expect.element(again).toBeVisible()
    expect(sentBodies()).toHaveLength(1)
  })

  test.each(['', 'dana'])('is not sent to %j', async (typed) => {
    const { button, sentBodies } = await renderStage(kind)
    await userEvent.fill(email, typed)
    await userEvent.click(button)
    await expect
      .element(email)
      .toHaveAccessibleDescription('Enter an email address, such as name@example.com')
    await expect.element(email).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test('shows an error if it was not sent, keeps the address, and can be tried again', async () => {
    const { network, button } = await renderStage(kind)
    network.refuse('POST', kind.path, 'too_many_requests', { retryAfter: 120 })
    await userEvent.fill(email, address)
    await userEvent.click(button)
    await expect.element(formAlert).toMatchTextContent(kind.failure)
    await expect.element(formAlert).toMatchTextContent('You can try again in 2 minutes, at ')
    await expect.element(toasts.getByRole('alert')).toMatchTextContent(kind.failure)
    await expect.element(email).toHaveValue(address)
    network.answer('POST', kind.path, done, { status: true })
    await userEvent.click(button)
    await expect.element(page.getByRole('main')).toMatchTextContent(kind.sent)
  })

  test('can be sent again, which is announced', async () => {
    const { sentBodies } = await send(kind)
    await userEvent.click(again)
    await expect.poll(sentBodies).toEqual([{ email: address }, { email: address }])
    await expect.element(toasts.getByRole('status')).toMatchTextContent(/ sent/)
  })

  test('shows an error in place if it could not be sent again', async () => {
    const { network } = await send(kind)
    await expect.element(again).toBeVisible()
    network.disconnect('POST', kind.path)
    await userEvent.click(again)
    await expect.element(formAlert).toMatchTextContent(`${kind.failure}Lanyard cannot be reached.`)
    await expect.element(page.getByRole('main')).toMatchTextContent(kind.sent)
  })

  test('links back to the sign-in form, which keeps the address and the destination', async () => {
    const { href } = await send(kind)
    await expect.element(again).toBeVisible()
    await userEvent.click(page.getByRole('link', { name: 'Go to sign in' }))
    await expect.poll(href).toBe('/login?next=%2Fsettings')
    await expect.element(email).toHaveValue(address)
  })
})

test('a link to set a new password is announced in a toast', async () => {
  await send(forgotten)
  await expect
    .element(toasts.getByRole('status'))
    .toHaveTextContent('Password reset sentCheck your email for password reset instructions.')
})
