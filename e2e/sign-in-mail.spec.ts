import { endSession, isSignedIn, password, signIn } from './account.ts'
import { expect, productionTest as test } from './fixtures.ts'
import { emailField, expectHeading, formAlert, headings, linesOf, passwordField, visit } from './pages.ts'
import { phone } from './screens.ts'

test('a new owner confirms the address with the mailed link, which works once', async ({
  page,
  email,
  faults,
  openPage,
  server,
  mailbox,
}) => {
  await visit(page, '/login?mode=register', headings.register)
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expectHeading(page, headings.checkEmail)
  expect(await page.getByRole('main').innerText()).toContain(email)
  expect(await page.getByRole('link', { name: 'Open the link' }).count()).toBe(0)
  const link = await mailbox.linkTo(server, email, 'verifyEmail')
  expect(mailbox.received.filter(({ to }) => to === email)).toHaveLength(1)

  await visit(page, link, 'Finish creating your vault')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)
  await page.getByLabel('First name').fill('Iris')
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Create my vault' }).click()
  await expectHeading(page, headings.emptyDashboard)
  expect(faults).toEqual([])

  const other = await openPage(phone)
  await visit(other.page, link, headings.deadMailLink)
  await expect(other.page.getByRole('button', { name: 'Send me a new link' })).toBeVisible()
})

test('a mailed sign-in link, opened in a new tab, leads to the page that was asked for', async ({
  owner: { page, context, email },
  server,
  mailbox,
}) => {
  await endSession({ page, context })
  await visit(page, '/settings?section=security', headings.notFound)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Email me a link instead' }).click()
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expectHeading(page, headings.checkEmail)
  const tab = await context.newPage()
  await visit(tab, await mailbox.linkTo(server, email, 'signIn'), 'Open your vault')
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL('/settings?section=security')
  await expectHeading(tab, headings.settings)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('from the eleventh wrong password on, the form says how long to wait', async ({
    owner: { page, context, email },
  }) => {
    // A browser that signed in before has its own limit, which strangers cannot use up.
    await endSession({ page, context })
    await signIn(page, email)
    await expectHeading(page, headings.emptyDashboard)
    await endSession({ page, context })
    const guess = async () => {
      const answer = await page.request.post('/api/auth/sign-in/email', {
        data: { email, password: 'a guess' },
      })
      return answer.status()
    }
    expect(await Promise.all(Array.from({ length: 10 }, guess))).toEqual(Array(10).fill(401))
    await signIn(page, email)
    const [title, sentence, wait] = await linesOf(formAlert(page))
    expect([title, sentence]).toEqual(['Login failed', 'Too many attempts. Wait a moment and try again.'])
    const [, seconds] = /^You can try again in (\d+) seconds?, at \d.*\.$/.exec(wait ?? '') ?? []
    expect(Number(seconds), wait).toBeGreaterThanOrEqual(1)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(await emailField(page).inputValue()).toBe(email)
  })
})
