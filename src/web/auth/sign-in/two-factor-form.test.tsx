import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done } from '#shared/auth/answers.ts'
import { providerList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { SignInPage } from './sign-in-page.tsx'

const path = '/api/auth/sign-in/second-factor'
const address = '/login?mode=secondFactor&next=/settings'
const recoveryCode = '7k2m-9qxw-4hfd-t3vb'

const code = page.getByRole('textbox', { name: 'Code from your app' })
const recovery = page.getByRole('textbox', { name: 'Recovery code' })
const submit = page.getByRole('button', { name: 'Sign in', exact: true })
const formAlert = page.getByRole('main').getByRole('alert')

async function renderStage() {
  const network = stubNetwork()
  network.answer('POST', path, done, { status: true })
  network.answer('GET', '/api/auth/providers', providerList, { items: [] })
  answerSession(network, owner)
  const app = await renderInApp(<SignInPage />, { user: null, route: '/login', path: address })
  await expect.element(code).toHaveFocus()
  return { network, sentBodies: () => network.sent('POST', path).map(({ body }) => body), ...app }
}

async function renderRecoveryStage() {
  const app = await renderStage()
  await userEvent.click(page.getByRole('button', { name: 'Use a recovery code' }))
  await expect.element(recovery).toHaveFocus()
  return app
}

describe('a code of the app', () => {
  test('with a space in it opens the requested page', async () => {
    const app = await renderStage()
    await userEvent.keyboard('123 456{Enter}')
    await expect.poll(app.path).toBe('/settings')
    expect(app.sentBodies()).toEqual([{ code: '123456' }])
  })

  test('has a field that a phone can fill in, for digits only', async () => {
    await renderStage()
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code).toHaveAttribute('inputmode', 'numeric')
    await expect.element(code).toHaveAccessibleDescription(expect.stringContaining('every 30 seconds'))
  })

  test.each(['', '12345', '1234567', 'abcdef'])('%j is not a code, and is not sent', async (typed) => {
    const app = await renderStage()
    await userEvent.fill(code, typed)
    await userEvent.click(submit)
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining('Enter the six digits that your app shows'))
    await expect.element(code).toHaveFocus()
    expect(app.sentBodies()).toEqual([])
  })

  test('shows an error at the field if it is wrong; the field takes the focus and keeps the code', async () => {
    const app = await renderStage()
    app.network.refuse('POST', path, 'code_wrong')
    await userEvent.fill(code, '000000')
    await userEvent.click(submit)
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining(new Problem('code_wrong').message))
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveValue('000000')
    await expect.element(formAlert).not.toBeInTheDocument()
  })

  test('pressed twice is sent once', async () => {
    const app = await renderStage()
    const release = app.network.hold('POST', path)
    await userEvent.fill(code, '123456')
    await userEvent.dblClick(submit)
    release()
    await expect.poll(app.path).toBe('/settings')
    expect(app.sentBodies()).toHaveLength(1)
  })
})

describe('a recovery code', () => {
  test('signs in instead of the app', async () => {
    const app = await renderRecoveryStage()
    await userEvent.keyboard(`${recoveryCode}{Enter}`)
    await expect.poll(app.path).toBe('/settings')
    expect(app.sentBodies()).toEqual([{ recoveryCode }])
  })

  test.each(['', 'too-short'])('%j is not a recovery code, and is not sent', async (typed) => {
    const app = await renderRecoveryStage()
    await userEvent.fill(recovery, typed)
    await userEvent.click(submit)
    await expect
      .element(recovery)
      .toHaveAccessibleDescription(expect.stringContaining('A recovery code has 26 letters and digits'))
    expect(app.sentBodies()).toEqual([])
  })

  test('shows an error for a recovery code if it was already used', async () => {
    const app = await renderRecoveryStage()
    app.network.refuse('POST', path, 'code_wrong')
    await userEvent.fill(recovery, recoveryCode)
    await userEvent.click(submit)
    await expect
      .element(recovery)
      .toHaveAccessibleDescription(
        expect.stringContaining('That recovery code is wrong or was already used. Try another one.'),
      )
    await expect.element(recovery).toHaveFocus()
  })

  test('lets the user switch back to the app', async () => {
    await renderRecoveryStage()
    await userEvent.click(page.getByRole('button', { name: 'Use the code from your app' }))
    await expect.element(code).toHaveFocus()
    await expect.element(recovery).not.toBeInTheDocument()
  })
})

describe('a sign-in that cannot be finished', () => {
  test('starts again after too many codes: shows why, and keeps the destination', async () => {
    const app = await renderStage()
    app.network.refuse('POST', path, 'second_factor_over')
    await userEvent.fill(code, '123456')
    await userEvent.click(submit)
    await expect.poll(app.href).toBe('/login?problem=second_factor_over&next=%2Fsettings')
    await expect.element(formAlert).toMatchTextContent(new Problem('second_factor_over').message)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in to your vault' })).toHaveFocus()
  })

  test.each(['too_many_requests', 'unavailable'] as const)(
    'with %s says why, and keeps the code',
    async (refusal) => {
      const app = await renderStage()
      app.network.refuse('POST', path, refusal, { retryAfter: 30 })
      await userEvent.fill(code, '123456')
      await userEvent.click(submit)
      await expect.element(formAlert).toMatchTextContent(new Problem(refusal).message)
      await expect.element(formAlert).toMatchTextContent('You can try again in 30 seconds')
      await expect.element(code).toHaveValue('123456')
    },
  )

  test('after a lost connection can be tried again', async () => {
    const app = await renderStage()
    app.network.disconnect('POST', path)
    await userEvent.fill(code, '123456')
    await userEvent.click(submit)
    await expect.element(formAlert).toMatchTextContent('Lanyard cannot be reached.')
    app.network.answer('POST', path, done, { status: true })
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/settings')
  })

  test('can be abandoned for another method', async () => {
    const app = await renderStage()
    await userEvent.click(page.getByRole('link', { name: 'Go to sign in' }))
    await expect.poll(app.href).toBe('/login?next=%2Fsettings')
  })
})
