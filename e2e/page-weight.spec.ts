import type { BrowserContext, Page } from '@playwright/test'
import { send, signUp } from './account.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './screens.ts'

/** The most that a first visit with an empty cache may take: requests, and kB on the wire with headers. */
const budgets = {
  landing: { requests: 3, kB: 37 },
  signIn: { requests: 8, kB: 120 },
  shareLink: { requests: 7, kB: 115 },
  dashboard: { requests: 9, kB: 164 },
  vault: { requests: 9, kB: 174 },
  credential: { requests: 13, kB: 196 },
  upload: { requests: 13, kB: 190 },
  course: { requests: 14, kB: 214 },
  settings: { requests: 9, kB: 135 },
}
/** In Spanish: the file with the texts that a first visit may show. */
const texts = { requests: 1, kB: 38 }

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

type Budget = { requests: number; kB: number }

function expectWithin(sent: Sent[], budget: Budget, more: Budget = { requests: 0, kB: 0 }): void {
  const list = sent.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n')
  expect(sent.length, list).toBeLessThanOrEqual(budget.requests + more.requests)
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, list).toBeLessThanOrEqual(
    budget.kB + more.kB,
  )
}

test.use(phone)

const languages = [
  ['English', 'en-US', { requests: 0, kB: 0 }],
  ['Spanish', 'es-US', texts],
] as const

for (const [language, locale, more] of languages) {
  test(`an owner’s first visit in ${language} stays within the budget of each page and requests no data twice`, async ({
    openPage,
    email,
  }) => {
    const { context } = await openPage(phone, { locale })
    await signUp(context, email, { locale })
    const id = await addLicenses(context)
    await send(context, '/api/ceu-cycles', {
      state: 'TX',
      cycleStart: '2025-04-01',
      cycleEnd: '2027-03-31',
      requiredHours: 20,
    })
    const paths = {
      dashboard: '/',
      vault: '/credentials',
      credential: `/credentials/${id}`,
      upload: '/upload',
      course: '/credentials/entries/new',
      settings: '/settings',
    } as const
    for (const [name, path] of Object.entries(paths)) {
      // A separate browser, because a shared one would have cached files from other pages.
      const { page } = await openPage(phone, { locale, storageState: await context.storageState() })
      const sent = await load(page, path)
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
      expectWithin(sent, budgets[name as keyof typeof paths], more)
      expect(sent.filter(({ url }) => url.includes('/api/')).map(({ url }) => url)).toEqual([])
    }
  })

  test(`the visitor pages stay within their budgets in ${language}`, async ({
    owner: { context },
    openPage,
  }) => {
    const resourceId = await addLicenses(context)
    const { token } = await send<{ token: string }>(context, '/api/share', {
      resourceType: 'license',
      resourceId,
    })
    const { page } = await openPage(phone, { locale })
    expectWithin(await load(page, '/login'), budgets.signIn, more)
    const visitor = await openPage(phone, { locale })
    expectWithin(await load(visitor.page, `/share/${token}`), budgets.shareLink, more)
  })
}

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
