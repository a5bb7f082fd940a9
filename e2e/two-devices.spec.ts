import type { Page } from '@playwright/test'
import { send, signIn } from './account.ts'
import { expect, test } from './fixtures.ts'
import { expectHeading, headings, press, visit } from './pages.ts'
import { phone } from './screens.ts'

test.use(phone)

const numberField = (page: Page) => page.getByLabel('Number', { exact: true })
const issuedField = (page: Page) => page.getByLabel('Issued on', { exact: true })

test.describe('a license that is open for editing on two devices', () => {
  test.beforeEach(async ({ owner: { page, context }, openPage }) => {
    const { id } = await send<{ id: string }>(context, '/api/credentials', {
      ...{ kind: 'license', type: 'RN', state: 'TX', number: '884213' },
      ...{ issuedAt: '2025-04-05', expiresAt: '2027-04-05' },
    })
    const { page: laptop } = await openPage(phone, { storageState: await context.storageState() })
    devices = { phone: page, laptop, path: `/credentials/${id}` }
    for (const device of [page, laptop]) await device.goto(`/credentials/${id}/edit`)
    await expect(numberField(laptop)).toHaveValue('884213')
  })
  let devices: { phone: Page; laptop: Page; path: string }

  async function saveOnLaptop(field: typeof numberField, value: string) {
    const { laptop, path } = devices
    await field(laptop).fill(value)
    await press(laptop, 'Save changes')
    await laptop.waitForURL(path)
  }

  async function saved(): Promise<{ number: string; issuedAt: string }> {
    const { phone, path } = devices
    return (await phone.request.get(`/api${path}`)).json()
  }

  test('keeps what was changed on both', async () => {
    const { phone, path } = devices
    await saveOnLaptop(issuedField, '2025-04-06')
    await numberField(phone).fill('884214')
    await press(phone, 'Save changes')
    await phone.waitForURL(path)
    expect(await saved()).toMatchObject({ number: '884214', issuedAt: '2025-04-06' })
  })

  for (const [choice, number] of [
    [/^Use the one on this/, '884214'],
    ['Keep the saved one', '999999'],
  ] as const)
    test(`asks where both changed the same field: ${choice}`, async () => {
      const { phone, path } = devices
      await saveOnLaptop(numberField, '999999')
      await numberField(phone).fill('884214')
      await issuedField(phone).fill('2025-04-07')
      await press(phone, 'Save changes')
      await expect(phone.getByRole('row', { name: 'Number 884214 999999' })).toBeInViewport()
      expect((await saved()).number).toBe('999999')
      await phone.getByRole('button', { name: choice }).click()
      await phone.waitForURL(path)
      expect(await saved()).toMatchObject({ number, issuedAt: '2025-04-07' })
    })
})

test('signing in opens the address that was asked for, and reaches the other tabs', async ({
  owner: { page, context, email },
}) => {
  const { id } = await send<{ id: string }>(context, '/api/credentials', {
    ...{ kind: 'license', type: 'RN', state: 'TX', expiresAt: '2027-04-05' },
  })
  const paths = [`/credentials/${id}`, '/settings?section=security']
  await page.goto('about:blank')
  await context.clearCookies({ name: 'lanyard.session' })
  const other = await context.newPage()
  await visit(page, paths[0] ?? '', headings.notFound)
  await visit(other, paths[1] ?? '', headings.notFound)
  for (const tab of [page, other]) {
    await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expectHeading(tab, headings.signIn)
  }
  await signIn(page, email, undefined, page.url())
  await page.waitForURL(paths[0] ?? '')
  await expectHeading(page, /RN/)
  await other.waitForURL(paths[1] ?? '')
  await expectHeading(other, headings.settings)
})
