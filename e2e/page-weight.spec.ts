import type { BrowserContext, Page } from '@playwright/test'
import { send } from './account.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

/** The most that a first visit with an empty cache may take: requests, and kB on the wire with headers. */
const budgets = {
  landing: { requests: 3, kB: 36 },
  signIn: { requests: 7, kB: 169 },
  shareLink: { requests: 7, kB: 168 },
  dashboard: { requests: 8, kB: 228 },
  vault: { requests: 9, kB: 245 },
  credential: { requests: 12, kB: 278 },
  upload: { requests: 14, kB: 290 },
  settings: { requests: 10, kB: 250 },
}

type Sent = { url: string; bytes: number }

async function load(page: Page, path: string): Promise<Sent[]> {
  const session = await page.context().newCDPSession(page)
  const wire = new Map<string, Sent>()
  session.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (url.startsWith('http')) wire.set(requestId, { url, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sent = wire.get(requestId)
    if (sent) sent.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await session.detach()
  return [...wire.values()]
}

function expectWithin(sent: Sent[], { requests, kB }: { requests: number; kB: number }): void {
  const list = sent.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n')
  expect(sent.length, list).toBeLessThanOrEqual(requests)
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, list).toBeLessThanOrEqual(kB)
}

test.use(phone)

test('an owner’s first visit stays within the budget of each page and requests no data twice', async ({
  owner: { context },
  openPage,
}) => {
  const id = await addLicenses(context)
  const paths = {
    dashboard: '/',
    vault: '/credentials',
    credential: `/credentials/${id}`,
    upload: '/upload',
    settings: '/settings',
  } as const
  for (const [name, path] of Object.entries(paths)) {
    // A separate browser, because a shared one would have cached files from other pages.
    const { page } = await openPage(phone, { storageState: await context.storageState() })
    const sent = await load(page, path)
    expectWithin(sent, budgets[name as keyof typeof paths])
    expect(sent.filter(({ url }) => url.includes('/api/')).map(({ url }) => url)).toEqual([])
  }
})

test('the visitor pages stay within their budgets', async ({ owner: { context }, openPage }) => {
  const resourceId = await addLicenses(context)
  const { token } = await send<{ token: string }>(context, '/api/share', {
    resourceType: 'license',
    resourceId,
  })
  const { page } = await openPage(phone)
  expectWithin(await load(page, '/login'), budgets.signIn)
  const visitor = await openPage(phone)
  expectWithin(await load(visitor.page, `/share/${token}`), budgets.shareLink)
})

test('the landing page does not load the app', async ({ page, startOwnServer }) => {
  const { url } = await startOwnServer({ AUTH_SECRET: 'of an installation that is no emulator' })
  expectWithin(await load(page, `${url}/`), budgets.landing)
})

/** Returns the id of the first. */
async function addLicenses(context: BrowserContext): Promise<string> {
  const ids: string[] = []
  for (const state of ['TX', 'CA', 'NY']) {
    const { id } = await send<{ id: string }>(context, '/api/credentials', {
      kind: 'license',
      type: 'RN',
      state,
      number: `${state}-1`,
      expiresAt: '2027-06-15',
    })
    ids.push(id)
  }
  return ids[0] ?? ''
}
