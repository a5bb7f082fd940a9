import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signedIn } from '#shared/auth/answers.ts'
import { providerList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { SignInPage } from './sign-in-page.tsx'

const path = '/api/auth/sign-in/email'
const typed = 'correct horse battery'

const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: 'Sign in', exact: true })
const formAlert = page.getByRole('main').getByRole('alert')
const keepSignedIn = page.getByRole('checkbox', { name: 'Keep me signed in' })
const sharedComputer = page.getByRole('checkbox', { name: 'This is a shared computer' })

async function renderSignIn(search = '') {
  const network = stubNetwork()
  network.answer('GET', '/api/auth/providers', providerList, { items: [] })
  network.answer('POST', path, signedIn, { user: owner })
  answerSession(network, owner)
  const app = await renderInApp(<SignInPage />, { user: null, route: '/login', path: `/login${search}` })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to your vault')
  return { network, ...app }
}

async function signIn(secret = typed) {
  await userEvent.fill(email, owner.email)
  await userEvent.fill(password, secret)
  await userEvent.click(submit)
}

const sentBodies = (network: NetworkStub) => network.sent('POST', path).map(({ body }) => body)

describe('a good password', () => {
  test('signs in, and the vault opens', async () => {
    const app = await renderSignIn()
    await signIn()
    await expect.poll(app.path).toBe('/')
    expect(sentBodies(app.network)).toEqual([
      { email: owner.email, password: typed, rememberMe: true, isShared: false },
    ])
  })

  test('opens the requested page', async () => {
    const { href } = await renderSignIn('?next=/settings?section=security')
    await signIn()
    await expect.poll(href).toBe('/settings?section=security')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never leads to another site: %j',
    async (next) => {
      const { href } = await renderSignIn(`?next=${encodeURIComponent(next)}`)
      await signIn()
      await expect.poll(href).toBe('/')
    },
  )

  test('is sent with the Enter key, and the address in lower case', async () => {
    const app = await renderSignIn()
    await userEvent.fill(email, ' ANN@Example.com ')
    await userEvent.fill(password, ' as typed ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.path).toBe('/')
    expect(sentBodies(app.network)).toMatchObject([{ email: 'ann@example.com', password: ' as typed ' }])
  })

  test('pressed twice is sent once', async () => {
    const { network, path: at } = await renderSignIn()
    const release = network.hold('POST', path)
    await userEvent.fill(email, owner.email)
    await userEvent.fill(password, typed)
    await userEvent.dblClick(submit)
    await userEvent.click(page.getByRole('button', { name: 'Working' }), { force: true })
    await userEvent.type(password, '{Enter}')
    release()
    await expect.poll(at).toBe('/')
    expect(sentBodies(network)).toHaveLength(1)
  })

  test('opens the page for the two-factor code, which has its own address, if one is required', async () => {
    const { network, href } = await renderSignIn('?next=/settings')
    network.refuse('POST', path, 'second_factor_needed')
    await signIn()
    await expect.poll(href).toBe('/login?mode=secondFactor&next=%2Fsettings')
    await expect.element(page.getByRole('textbox', { name: 'Code from your app' })).toHaveFocus()
    await expect.element(formAlert).not.toBeInTheDocument()
  })

  test('shows a separate error in a browser that stores no cookies', async () => {
    const { network } = await renderSignIn()
    answerSession(network, null)
    await signIn()
    await expect.element(formAlert).toMatchTextContent(new Problem('storage_unsupported').message)
    await expect.element(password).toHaveValue(typed)
  })
})

describe('an empty or impossible field', () => {
  test.each([
    ['', 'Enter an email address, such as name@example.com'],
    ['ann@', 'Enter an email address, such as name@example.com'],
    [`${'a'.repeat(250)}@example.com`, 'Value too long (max 254)'],
  ])('email %j is named, takes the focus, and nothing is sent', async (address, message) => {
    const { network } = await renderSignIn()
    await userEvent.fill(email, address)
    await userEvent.fill(password, typed)
    await userEvent.click(submit)
    await expect.element(email).toHaveAccessibleDescription(message)
    await expect.element(email).toBeInvalid()
    await expect.element(email).toHaveFocus()
    expect(sentBodies(network)).toEqual([])
  })

  test.each([
    ['', 'Required'],
    ['x'.repeat(129), 'Value too long (max 128)'],
  ])('password %j is named and takes the focus', async (secret, message) => {
    const { network } = await renderSignIn()
    await signIn(secret)
    await expect.element(password).toHaveAccessibleDescription(message)
    await expect.element(password).toHaveFocus()
    expect(sentBodies(network)).toEqual([])
  })
})

describe('a refused sign-in', () => {
  test('for a wrong password says so in a toast and at the field, and keeps what was typed', async () => {
    const { network } = await renderSignIn()
    network.refuse('POST', path, 'INVALID_EMAIL_OR_PASSWORD')
    await signIn()
    const sentence = 'That email and password do not match.'
    const alert = page.getByRole('alert').filter({ hasText: sentence })
    await expect.element(alert).toHaveTextContent(`Login failed${sentence}`)
    expect(alert.elements()).toHaveLength(1)
    await expect.element(password).toHaveAccessibleDescription(sentence)
    await expect.element(password).toHaveFocus()
    await expect.element(email).toHaveValue(owner.email)
    await expect.element(password).toHaveValue(typed)
    await userEvent.type(password, '2')
    await expect.element(password).not.toHaveAccessibleDescription(sentence)
  })

  test.each([
    [45, /You can try again in 45 seconds, at \d+:\d\d:\d\d [AP]M\.$/],
    [1, /You can try again in 1 second, at /],
    [240, /You can try again in 4 minutes, at /],
    [7000, /You can try again in 2 hours, at /],
  ])('for %i seconds says how long to wait', async (retryAfter, sentence) => {
    const { network } = await renderSignIn()
    network.refuse('POST', path, 'too_many_requests', { retryAfter })
    await signIn()
    await expect.element(formAlert).toMatchTextContent(sentence)
    await expect.element(submit).toBeEnabled()
  })

  test.each(['unavailable', 'EMAIL_NOT_VERIFIED', 'storage_full'] as const)(
    'with %s says why',
    async (code) => {
      const { network } = await renderSignIn()
      network.refuse('POST', path, code)
      await signIn()
      await expect.element(formAlert).toHaveTextContent(`Login failed${new Problem(code).message}`)
    },
  )

  test('after a lost connection can be tried again, and then shows no error', async () => {
    const app = await renderSignIn()
    app.network.disconnect('POST', path)
    await signIn()
    await expect.element(formAlert).toMatchTextContent('Lanyard cannot be reached. Nothing was lost.')
    app.network.answer('POST', path, signedIn, { user: owner })
    await userEvent.click(submit)
    await expect.poll(app.path).toBe('/')
    expect(sentBodies(app.network)).toHaveLength(2)
  })
})

describe('how long the session lasts', () => {
  test('is the owner’s choice', async () => {
    const { network } = await renderSignIn()
    await userEvent.click(page.getByText('Keep me signed in'))
    await signIn()
    await expect.poll(() => sentBodies(network)).toMatchObject([{ rememberMe: false, isShared: false }])
  })

  test('on a shared computer is short, and the choice to stay is off', async () => {
    const { network } = await renderSignIn()
    await userEvent.click(page.getByText('This is a shared computer'))
    await expect.element(keepSignedIn).toBeDisabled()
    await expect.element(keepSignedIn).not.toBeChecked()
    await signIn()
    await expect.poll(() => sentBodies(network)).toMatchObject([{ isShared: true }])
  })

  test('after a timeout on a shared computer: shows why, and keeps the box checked', async () => {
    await renderSignIn('?ended=shared')
    await expect
      .element(page.getByRole('main').getByRole('status'))
      .toHaveTextContent('You were signed out because this is a shared computer.')
    await expect.element(sharedComputer).toBeChecked()
  })
})

describe('the password field', () => {
  test('can be shown and hidden again, with the keyboard too', async () => {
    await renderSignIn()
    await userEvent.fill(password, typed)
    await expect.element(password).toHaveAttribute('type', 'password')
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAttribute('type', 'text')
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(password).toHaveValue(typed)
  })

  test('is one that a password manager knows', async () => {
    await renderSignIn()
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(email).toHaveAttribute('autocomplete', 'username')
  })
})

describe('on the way to another form', () => {
  test.each([
    ['Create account', 'Start your own vault'],
    ['Forgot your password?', 'Forgot your password?'],
    ['Email me a link instead', 'Sign in without your password'],
  ])('"%s" takes the address along, and the focus to the heading', async (link, heading) => {
    await renderSignIn('?next=/settings')
    await userEvent.fill(email, owner.email)
    await userEvent.click(page.getByRole('link', { name: link }))
    const title = page.getByRole('heading', { level: 1, name: heading })
    await expect.element(title).toHaveFocus()
    await expect.element(email).toHaveValue(owner.email)
  })
})

describe('a user who is already signed in', () => {
  test('is redirected at once, without a form', async () => {
    stubNetwork()
    const { href } = await renderInApp(<SignInPage />, { route: '/login', path: '/login?next=/credentials' })
    await expect.poll(href).toBe('/credentials')
    expect(document.querySelector('form')).toBeNull()
  })
})

test('the window title contains the stage', async () => {
  await renderSignIn()
  expect(document.title).toBe('Sign in · Lanyard')
})

test.each([
  'account_exists',
  'provider_cancelled',
  'provider_email_unconfirmed',
  'second_factor_over',
] as const)('an address that says %s shows it above the form', async (code) => {
  await renderSignIn(`?problem=${code}`)
  const { title, message } = new Problem(code)
  await expect.element(formAlert).toHaveTextContent(`${title}${message}`)
})

test('ignores an unknown problem code in the address', async () => {
  await renderSignIn('?problem=constructor')
  await expect.element(formAlert).not.toBeInTheDocument()
})
