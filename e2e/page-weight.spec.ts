import type { Page } from '@playwright/test'
import { send } from './account.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

/** The most that a first visit with an empty cache may take: requests, and kB on the wire with headers. */
const budgets = {
  '/': { requests: 10, kB: 225 },
  '/credentials': { requests: 12, kB: 254 },
  '/upload': { requests: 16, kB: 384 },
  '/settings': { requests: 11, kB: 248 },
}
const signedOutBudget = { requests: 10, kB: 213 }

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

test('the first visit of an owner stays within the budget of each page, and asks for no data twice', async ({
  owner: { page, context },
}) => {
  for (const state of ['TX', 'CA', 'NY'])
    await send(context, '/api/credentials', {
      kind: 'license',
      type: 'RN',
      state,
      number: `${state}-1`,
      expiresAt: '2027-06-15',
    })
  for (const [path, budget] of Object.entries(budgets)) {
    const sent = await load(page, path)
    expectWithin(sent, budget)
    expect(sent.filter(({ url }) => url.includes('/api/')).map(({ url }) => url)).toEqual([])
  }
})

test('the sign-in page stays within its budget', async ({ page }) => {
  expectWithin(await load(page, '/login'), signedOutBudget)
})
