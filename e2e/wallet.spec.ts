import type { BrowserContext } from '@playwright/test'
import { send, signUp } from './account.ts'
import { cardPhoto, upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseAction, chooseInAccountMenu, expectHeading, headings, press, visitSettings } from './pages.ts'
import { phone } from './screens.ts'
import { addLicense, bar, keepOnDevice, namesOnDevice, storedText, waiting } from './wallet.ts'

const number = 'TX-778899'
const license = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-06-15' }

type Created = { id: string; updatedAt: string }

async function listNumbers(context: BrowserContext): Promise<string[]> {
  const { items } = await (await context.request.get('/api/credentials')).json()
  return items.map((item: { number: string }) => item.number)
}

test.use(phone)
test('without a signal the vault, the CE and the card are available, and actions that need one are disabled', async ({
  owner: { page, context },
}) => {
  const fileId = await upload(page, 'bls.jpg', 'image/jpeg', await cardPhoto())
  const made = await send<Created>(page, '/api/credentials', license)
  const bls = { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer: 'AHA' }
  const card = await send<Created>(page, '/api/credentials', { ...bls, expiresAt: '2027-04-30', fileId })
  const cycle = await send<Created>(page, '/api/ceu-cycles', {
    ...{
      state: 'TX',
      licenseId: made.id,
      cycleStart: '2025-01-01',
      cycleEnd: '2027-12-31',
      requiredHours: 20,
    },
  })
  await keepOnDevice(page, `/credentials/${card.id}`)
  await press(page, 'Keep on this device')
  await expect(page.getByText('On this device. Remove')).toBeVisible()

  await context.setOffline(true)
  await page.goto('/')
  await expect(bar(page)).toContainText(/Offline\. As of .*\d{4}, \d+:\d\d [AP]M\./)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Yes, until Apr 30, 2027')
  await expect(page.getByText('No connection')).toHaveCount(0)
  await page.goto(`/credentials/cycles/${cycle.id}`)
  await expectHeading(page, /20 hours left/)
  await page.goto(`/credentials/${card.id}`)
  await expect(page.locator('[inert]').getByText('Share')).toBeVisible()
  await press(page, 'Show my card')
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.goto('/credentials/shares')
  await expectHeading(page, 'This needs a connection')

  await context.setOffline(false)
  await page.reload()
  await expectHeading(page, 'You have no open links.')
})

test('the page says that it is offline as soon as the signal is lost, and where the server fails, whose vault it is', {
  tag: '@long',
}, async ({ owner: { page, context } }) => {
  await keepOnDevice(page, '/credentials')
  await context.setOffline(true)
  await expect(bar(page)).toContainText('Offline. As of')
  await context.setOffline(false)
  await expect(bar(page)).toHaveCount(0)

  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: 'Failed' }))
  await page.goto('/credentials/shares')
  await expectHeading(page, 'Something went wrong')
  await expect(page.getByRole('navigation', { name: 'Bottom navigation' }).getByText('Vault')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Lanyard', 'Credential'])
})

test('a record added without a signal stays queued, even if the browser is closed while sending, and is sent once', {
  tag: '@long',
}, async ({ owner: { page, context } }) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.setOffline(true)
  await addLicense(page, 'OH-1')
  await expect(waiting(page, 1)).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting to be sent')).toBeVisible()
  await page.goto('/credentials')
  await expect(page.getByRole('article')).toHaveCount(2)

  // The server gets the request, the response never arrives, and the page is closed.
  const arrived = Promise.withResolvers<void>()
  await context.route('**/api/credentials', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    arrived.resolve()
  })
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/')
  await arrived.promise
  await Promise.all([page.close(), next.close()])
  await context.unroute('**/api/credentials')
  expect(await listNumbers(context)).toContain('OH-1')

  const again = await context.newPage()
  await again.goto('/credentials')
  await expect.poll(() => namesOnDevice(again)).toEqual(['vault'])
  expect((await listNumbers(context)).sort()).toEqual(['OH-1', number])
})

test('a record that two devices changed is shown in both versions, and the owner chooses', {
  tag: '@long',
}, async ({ owner: { page, context } }) => {
  const made = await send<Created>(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.setOffline(true)
  await page.goto(`/credentials/${made.id}`)
  await chooseAction(page, 'Edit')
  await page.getByLabel('Number', { exact: true }).fill('MINE-1')
  await press(page, 'Save changes')
  await expect(waiting(page, 1)).toBeVisible()
  await context.request.patch(`/api/credentials/${made.id}`, { data: { number: 'THEIRS-2' } })

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page).getByText('Offline.')).toBeHidden()
  await waiting(page, 1).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').last()).toHaveText(/MINE-1\s*THEIRS-2/)
  expect(await listNumbers(context)).toEqual(['THEIRS-2'])
  await press(page, 'Use the one on this device')
  await expect(dialog.getByText('Everything has been sent.')).toBeVisible()
  expect(await listNumbers(context)).toEqual(['MINE-1'])
})

test('signing out removes every byte of the owner, and the next owner sees nothing', async ({
  owner: { page, context },
}) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  expect(await storedText(page)).not.toContain(number)
  await chooseInAccountMenu(page, 'Logout')
  await page.waitForURL('/')
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  const left = await storedText(page)
  for (const text of [number, "O'Brien", 'ann.']) expect(left).not.toContain(text)
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])

  await signUp(page, `next.${Date.now()}@nurses.example`)
  await keepOnDevice(page)
  await context.setOffline(true)
  await page.goto('/credentials')
  await expectHeading(page, headings.emptyVault)
})

test('unsent changes are never sent for another owner who signs in in the same browser', {
  tag: '@long',
}, async ({ owner: { page, context }, openPage, server }) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.setOffline(true)
  await addLicense(page, 'OH-1')
  await expect(waiting(page, 1)).toBeVisible()
  const other = await openPage(phone)
  await other.page.goto(server.url)
  await signUp(other.page, `next.${Date.now()}@nurses.example`)
  await context.addCookies(await other.context.cookies())

  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  expect(await listNumbers(other.context)).toEqual([])
  const left = await storedText(page)
  for (const text of [number, 'OH-1']) expect(left).not.toContain(text)
})

test('the page of a share is not in any cache, even on a device that stores the app', {
  tag: '@long',
}, async ({ owner }) => {
  const { page, context } = owner
  const made = await send<Created>(page, '/api/credentials', license)
  const resources = [{ resourceType: 'license', resourceId: made.id }]
  const { url } = await send<{ url: string }>(page, '/api/share', { resourceType: 'packet', resources })
  await keepOnDevice(page)
  await page.goto(url)
  await press(page, 'View credentials')
  await expect(page.getByText('Texas RN license').first()).toBeVisible()
  const { pathname } = new URL(url)
  const kept = await page.evaluate(async () => {
    const programs = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(programs.map((program) => program.keys()))).flat()
    return requests.map((request) => new URL(request.url).pathname)
  })
  expect(kept.filter((path) => path.includes('share/'))).toEqual([])
  const stored = await storedText(page)
  for (const text of [number, pathname]) expect(stored).not.toContain(text)
  await context.setOffline(true)
  await expect(page.goto(url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('a session that was ended elsewhere deletes the copy', { tag: '@long' }, async ({
  owner: { page, context },
}) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.clearCookies({ name: 'lanyard.session' })
  await page.goto('/credentials')
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
})

test('a device without space shows an error, and keeps working with a connection', { tag: '@long' }, async ({
  owner: { page, context },
  server,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
  await send(page, '/api/credentials', license)
  await visitSettings(page, 'offline')
  await expect(page.getByRole('alert')).toContainText('has no room for the copy')
  await page.goto('/credentials')
  await expect(page.getByRole('article')).toHaveCount(1)
})
