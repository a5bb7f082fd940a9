import type { Page } from '@playwright/test'
import { isSignedIn, password, send, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import { emailField, expectHeading, headings, passwordField, press, visit } from './pages.ts'
import { phone } from './screens.ts'

const wrong = 'Something went wrong'

/** Whether this is still the document that was marked. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''))
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-mark'))

test.describe('signing in, opened by its address', () => {
  test.use(phone)

  test('keeps what was typed from form to form, and Back and Forward move between them', async ({ page }) => {
    await visit(page, '/login?next=/credentials', headings.signIn)
    await mark(page)
    await emailField(page).fill('ann@example.com')
    await page.getByRole('link', { name: 'Create account' }).click()
    await expectHeading(page, headings.register)
    await expect(page).toHaveURL(/\/login\?mode=register&next=%2Fcredentials$/)
    await expect(emailField(page)).toHaveValue('ann@example.com')
    await page.goBack()
    await expectHeading(page, headings.signIn)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL(/\/login\?mode=forgotPassword&next=%2Fcredentials$/)
    await page.goBack()
    await page.goForward()
    await expect(page).toHaveURL(/mode=forgotPassword/)
    await expect(emailField(page)).toHaveValue('ann@example.com')
    expect(await isMarked(page)).toBe(true)
  })

  test('leads to the page that was asked for, and Back not to the form again', async ({ page, email }) => {
    await signUp(page, email)
    await page.context().clearCookies()
    await page.goto('/terms-of-use')
    await visit(page, '/login?next=/settings%3Fsection%3Dsecurity', headings.signIn)
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    await press(page, 'Sign in')
    await expectHeading(page, headings.settings)
    await expect(page).toHaveURL(/\/settings\?section=security$/)
    expect(await isSignedIn(page)).toBe(true)
    await page.goBack()
    await expectHeading(page, 'Terms of use')
  })

  test('opens other pages of the site in the same tab, and a new tab on request', async ({
    page,
    context,
  }) => {
    await visit(page, '/login', headings.signIn)
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' })
    const opened = context.waitForEvent('page')
    await link.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await expect(tab).toHaveURL(/\/terms-of-use$/)
    await tab.close()
    await expectHeading(page, headings.signIn)
    await link.click()
    await expectHeading(page, 'Terms of use')
  })
})

test('the pages of a visitor show the error and can be tried again if a file does not load', async ({
  owner: { context },
  openPage,
}) => {
  const { token } = await send<{ token: string }>(context, '/api/share', {
    resourceType: 'license',
    resourceId: await addLicense(context),
  })
  const cases = [
    ['/login', /\/assets\/sign-in-page-/, headings.signIn],
    [`/share/${token}`, /\/assets\/share-page-/, /shared credentials with you/],
  ] as const
  for (const [path, file, heading] of cases) {
    const { page } = await openPage(phone)
    await page.route(file, (route) => route.abort())
    await page.goto(path)
    await expectHeading(page, wrong)
    await expect(page.getByRole('link', { name: 'Lanyard, home' })).toBeVisible()
    await page.unroute(file)
    await press(page, 'Try Again')
    await expectHeading(page, heading)
  }
})

test('an owner who opens a shared link or the sign-in page keeps the navigation', async ({
  owner: { page, context },
}) => {
  const { token } = await send<{ token: string }>(context, '/api/share', {
    resourceType: 'license',
    resourceId: await addLicense(context),
  })
  await page.goto(`/share/${token}`)
  await expect(page.getByRole('link', { name: 'Lanyard, home' })).toBeVisible()
  await mark(page)
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'My Vault' }).click()
  await expectHeading(page, 'Your credential is current.')
  expect(await isMarked(page)).toBe(true)
  await visit(page, '/login', headings.notFound)
})

async function addLicense(context: Parameters<typeof send>[0]): Promise<string> {
  const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-1', expiresAt: '2027-06-15' }
  return (await send<{ id: string }>(context, '/api/credentials', license)).id
}
