import { otherPassword, password, signIn, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import {
  emailField,
  expectHeading,
  formAlert,
  headings,
  linesOf,
  messages,
  newPasswordField,
  passwordField,
  passwordMeter,
  toastLines,
  visit,
} from './pages.ts'
import { desk, phone, screens } from './screens.ts'

const { noMatch } = messages

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('the registration form says why a password is weak, and a good one creates the vault', async ({
      page,
      email,
      faults,
    }) => {
      let sent = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/sign-up/email')) sent += 1
      })
      await visit(page, '/login?mode=register', headings.register)
      await page.getByLabel('First name').fill('Ann')
      await emailField(page).fill(email)
      const field = passwordField(page)
      const meter = passwordMeter(page)
      const form = page.getByRole('main').locator('form')
      const create = page.getByRole('button', { name: 'Create my vault' })
      for (const [typed, problem] of [
        ['Nurse7', 'This is too short: it needs 4 more characters.'],
        ['Password123!', messages.weakPassword],
      ] as const) {
        await field.fill('')
        await field.pressSequentially(typed)
        await expect(form.getByText(problem)).toBeVisible()
        expect(Number(await meter.getAttribute('aria-valuenow'))).toBeLessThan(3)
        await create.click()
        await expect.poll(() => field.evaluate((input) => input.ariaInvalid)).toBe('true')
        expect(await form.innerText()).toContain(problem)
      }
      expect(sent).toBe(0)
      await field.fill(password)
      await expect
        .poll(async () => Number(await meter.getAttribute('aria-valuenow')))
        .toBeGreaterThanOrEqual(3)
      await create.click()
      await expectHeading(page, headings.emptyDashboard)
      expect(sent).toBe(1)
      expect(faults).toEqual([])
    })

    test('a failed sign-in is explained above the form, too, after the toast is gone', async ({
      page,
      openPage,
      email,
    }) => {
      const { page: elsewhere } = await openPage(desk)
      await signUp(elsewhere, email)
      for (const address of [email, 'nobody@nurses.example']) {
        await signIn(page, address, 'not the password')
        expect(await toastLines(page, 'Login failed')).toEqual(['Login failed', noMatch])
        expect(await linesOf(formAlert(page))).toEqual(['Login failed', noMatch])
        expect(await emailField(page).inputValue()).toBe(address)
      }
    })
  })

test.describe('on a phone', () => {
  test.use(phone)

  test('a forgotten password is replaced by a link that works once', async ({
    owner: { page, context, email },
  }) => {
    await context.clearCookies()
    await visit(page, '/login', headings.signIn)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectHeading(page, 'Forgot your password?')
    await emailField(page).fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    expect(await toastLines(page, 'Password reset sent')).toEqual([
      'Password reset sent',
      'Check your email for password reset instructions.',
    ])
    const link = page.getByRole('link', { name: 'Open the link from the message' })
    const mailed = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expectHeading(page, headings.newPassword)
    await newPasswordField(page).fill(otherPassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expectHeading(page, headings.passwordSet)

    await signIn(page, email)
    expect(await toastLines(page, 'Login failed')).toContain(noMatch)
    await passwordField(page).fill(otherPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectHeading(page, headings.emptyDashboard)

    await context.clearCookies()
    await visit(page, mailed, headings.newPassword)
    await newPasswordField(page).fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expectHeading(page, headings.deadMailLink)
    await toastLines(page, 'Password reset failed')
    await emailField(page).fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await toastLines(page, 'Password reset sent')
    await expectHeading(page, headings.checkEmail)
  })
})

test('sign-in redirects to pages of this site, and never to another site', async ({
  owner: { page, context, email },
  faults,
}) => {
  await context.clearCookies()
  await signIn(page, email, password, '/login?next=//evil.example')
  await page.waitForURL('/')
  await expectHeading(page, headings.emptyDashboard)
  for (const [next, path] of [
    ['/settings?section=security', '/settings?section=security'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:document.title=1', '/'],
  ] as const) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.waitForURL(path)
  }
  expect(faults).toEqual([])
})
