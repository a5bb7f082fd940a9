import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { registered } from '#shared/auth/answers.ts'
import { passwordPolicy } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerOutbox, answerSession } from '#testing/web/sign-in-answers.ts'
import { SignInPage } from './sign-in-page.tsx'

const path = '/api/auth/sign-up/email'
const policyPath = '/api/auth/password-policy'
const strong = 'violet tractor moon 41'
const policy = { minLength: 10, maxLength: 128, minScore: 3 }

const firstName = page.getByRole('textbox', { name: 'First name (optional)' })
const lastName = page.getByRole('textbox', { name: 'Last name (optional)' })
const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByLabelText('Password', { exact: true })
const meter = page.getByRole('meter', { name: 'Password strength' })
const submit = page.getByRole('button', { name: 'Create my vault' })
const formAlert = page.getByRole('main').getByRole('alert')

async function renderRegister() {
  const network = stubNetwork()
  network.answer('GET', policyPath, passwordPolicy, policy)
  network.answer('POST', path, registered, { user: owner })
  answerSession(network, owner)
  const app = await renderInApp(<SignInPage />, { user: null, route: '/login', path: '/login?mode=register' })
  const sentBodies = () => network.sent('POST', path).map(({ body }) => body)
  return { network, sentBodies, ...app }
}

async function fillIn({ first = 'Ann', address = owner.email, secret = strong } = {}) {
  await userEvent.fill(firstName, first)
  await userEvent.fill(email, address)
  await userEvent.fill(password, secret)
}

async function renderFilled(values?: Parameters<typeof fillIn>[0]) {
  const app = await renderRegister()
  await fillIn(values)
  return app
}

describe('a registration', () => {
  test('sends what was typed, with the locale and time zone of the browser, and opens the vault', async () => {
    const app = await renderFilled()
    await userEvent.fill(lastName, " O'Brien ")
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()).toEqual([
      {
        email: owner.email,
        password: strong,
        name: "Ann O'Brien",
        firstName: 'Ann',
        lastName: "O'Brien",
        locale: 'en-US',
        timeZone: 'America/Chicago',
      },
    ])
  })

  test.each([
    ['Etc/Unknown', 'C'],
    ['', ''],
    ['Mars/Olympus', 'en_US.UTF-8'],
  ])(
    'from a browser with the time zone "%s" and the language "%s" has those of an American',
    async (timeZone, language) => {
      onTestFinished(() => void vi.restoreAllMocks())
      const known = Intl.DateTimeFormat().resolvedOptions()
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...known, timeZone })
      vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
      const app = await renderFilled()
      await userEvent.click(submit)
      await expect.poll(app.sentBodies).toMatchObject([{ locale: 'en-US', timeZone: 'America/New_York' }])
      await expect.poll(app.path).toBe('/')
    },
  )

  test('refused for a field that the form does not have says which', async () => {
    const app = await renderFilled()
    const message = 'Choose a time zone from the list'
    app.network.refuse('POST', path, 'invalid', { errors: [{ path: 'timeZone', message }] })
    await userEvent.click(submit)
    await expect.element(formAlert).toMatchTextContent(message)
  })

  test('needs only an address and a password', async () => {
    const app = await renderFilled({ first: '' })
    await userEvent.click(submit)
    await expect.poll(app.sentBodies).toMatchObject([{ name: '', firstName: null, lastName: null }])
    await expect.poll(app.path).toBe('/')
  })

  test('needs no last name', async () => {
    const app = await renderFilled()
    await userEvent.click(submit)
    await expect.poll(app.sentBodies).toMatchObject([{ name: 'Ann', firstName: 'Ann', lastName: null }])
  })

  test('can be made with the keyboard alone', async () => {
    const app = await renderRegister()
    await userEvent.click(email)
    await userEvent.keyboard('ann@example.com{Tab}')
    await expect.element(password).toHaveFocus()
    await userEvent.keyboard(`${strong}{Tab}`)
    await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus()
    await userEvent.keyboard('{Tab}Ann{Tab}')
    await expect.element(lastName).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(submit).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.path).toBe('/')
  })

  test('pressed twice is sent once', async () => {
    const app = await renderFilled()
    const release = app.network.hold('POST', path)
    await userEvent.dblClick(submit)
    await expect.element(page.getByRole('button', { name: 'Working' })).toBeVisible()
    release()
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()).toHaveLength(1)
  })

  test('of an address that must be confirmed shows where the link was sent, and signs nobody in', async () => {
    const app = await renderFilled()
    app.network.answer('POST', path, registered, { user: null })
    answerOutbox(app.network)
    await userEvent.click(submit)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Check your email' })).toHaveFocus()
    await expect.element(page.getByRole('main')).toMatchTextContent('We sent a message to ann@example.com.')
    expect(app.network.sent('GET', '/api/auth/get-session')).toEqual([])
  })
})

describe('a field that cannot be saved', () => {
  test.each([
    ['First name', firstName, { first: 'x'.repeat(51) }, 'Value too long (max 50)'],
    ['Email', email, { address: 'ann' }, 'Enter an email address, such as name@example.com'],
    ['Password', password, { secret: '' }, 'Required'],
  ] as const)(
    '%s is named, takes the focus, and nothing is sent (%#)',
    async (_name, field, typed, message) => {
      const { sentBodies } = await renderFilled(typed)
      await userEvent.click(submit)
      await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message))
      await expect.element(field).toBeInvalid()
      await expect.element(field).toHaveFocus()
      expect(sentBodies()).toEqual([])
    },
  )

  test('all left empty: each that is required shows an error, and the first takes the focus', async () => {
    await renderRegister()
    await userEvent.click(submit)
    for (const field of [email, password]) await expect.element(field).toBeInvalid()
    for (const field of [firstName, lastName]) await expect.element(field).toBeValid()
    await expect.element(email).toHaveFocus()
  })
})

describe('a weak password', () => {
  test.each([
    ['Nurse7', 'This is too short: it needs 4 more characters.'],
    ['Password123!', 'Names, addresses and words from your work are easy to guess.'],
    ['annannann1234', 'Names, addresses and words from your work are easy to guess.'],
  ])('%s is explained while typing and refused on the field', async (secret, problem) => {
    const { sentBodies } = await renderFilled({ address: 'annannann@example.com', secret })
    const advice = page.getByText(problem, { exact: false })
    await expect.element(advice).toBeVisible()
    expect(advice.element().closest('[aria-live="polite"]')).not.toBeNull()
    expect(Number(meter.element().getAttribute('aria-valuenow'))).toBeLessThan(3)
    await userEvent.click(submit)
    await expect.element(password).toHaveAccessibleDescription(expect.stringContaining(problem))
    await expect.element(password).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test('shows no error anymore once it is strong enough', async () => {
    const app = await renderFilled({ secret: 'Nurse7' })
    await expect.element(meter).toBeVisible()
    await userEvent.click(submit)
    await expect.element(password).toBeInvalid()
    await userEvent.fill(password, strong)
    await expect.element(page.getByText('This password would take too long to guess.')).toBeVisible()
    await expect.element(password).toBeValid()
    await expect.element(meter).toHaveAttribute('aria-valuetext', 'Very strong')
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/')
  })

  test('is checked against the server’s rules if they are stricter than the page’s', async () => {
    const app = await renderRegister()
    app.network.answer('GET', policyPath, passwordPolicy, { ...policy, minLength: 30 })
    await userEvent.click(password)
    await expect
      .element(password)
      .toHaveAccessibleDescription(expect.stringContaining('At least 30 characters.'))
    await fillIn()
    await expect.element(page.getByText('This is too short: it needs 30 characters.')).toBeVisible()
    await userEvent.click(submit)
    await expect.element(password).toBeInvalid()
    expect(app.sentBodies()).toEqual([])
  })

  test('is accepted when the server’s rules cannot be loaded', async () => {
    const app = await renderRegister()
    app.network.refuse('GET', policyPath, 'unavailable')
    await fillIn()
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/')
  })
})

describe('a refused registration', () => {
  test('shows the error for a password at its field, and loads the rules again', async () => {
    const app = await renderFilled()
    app.network.refuse('POST', path, 'PASSWORD_TOO_WEAK', {
      errors: [{ path: 'password', message: 'This was in a list of leaked passwords.' }],
    })
    await expect.element(meter).toBeVisible()
    await userEvent.click(submit)
    await expect
      .element(password)
      .toHaveAccessibleDescription(expect.stringContaining('This was in a list of leaked passwords.'))
    await expect.element(password).toHaveFocus()
    await expect.element(formAlert).not.toBeInTheDocument()
    await expect.poll(() => app.network.sent('GET', policyPath)).toHaveLength(2)
  })

  test.each(['USER_ALREADY_EXISTS', 'unavailable'] as const)(
    'with %s is explained above the form, and what was typed stays',
    async (code) => {
      const app = await renderFilled()
      app.network.refuse('POST', path, code)
      await userEvent.click(submit)
      await expect.element(formAlert).toHaveTextContent(`Registration failed${new Problem(code).message}`)
      await expect.element(firstName).toHaveValue('Ann')
      await expect.element(email).toHaveValue(owner.email)
      await expect.element(password).toHaveValue(strong)
    },
  )

  test('after too many attempts shows when to try again', async () => {
    const app = await renderFilled()
    app.network.refuse('POST', path, 'too_many_requests', { retryAfter: 60 })
    await userEvent.click(submit)
    await expect.element(formAlert).toMatchTextContent('You can try again in 60 seconds')
  })

  test('after a lost connection keeps the form, and can be sent again', async () => {
    const app = await renderFilled()
    app.network.disconnect('POST', path)
    await userEvent.click(submit)
    await expect.element(formAlert).toMatchTextContent('Lanyard cannot be reached. Nothing was lost.')
    app.network.answer('POST', path, registered, { user: owner })
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()[0]).toEqual(app.sentBodies()[1])
  })
})

test('passes the address on to the sign-in form', async () => {
  const { network } = await renderFilled()
  network.disconnect('GET', '/api/auth/providers')
  await userEvent.click(page.getByRole('link', { name: 'Sign in' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in to your vault' })).toHaveFocus()
  await expect.element(email).toHaveValue(owner.email)
})
