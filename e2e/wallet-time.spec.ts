import { isSignedIn, send, signIn, signUp } from './account.ts'
import { advanceServerClock, withMovableClock } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { desktop } from './screens.ts'
import { addLicense, keepOnDevice, namesOnDevice, storedText, waiting } from './wallet.ts'

const days = 86_400_000
const number = 'TX-778899'
const license = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-06-15' }

test.use({ serverSettings: [withMovableClock(), { scope: 'worker' }] })
test('only unsent changes survive a timed-out session, and they are sent when their owner signs in again', async ({
  owner: { page, context, email },
  server,
}) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.setOffline(true)
  await addLicense(page, 'OH-1')
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto('about:blank')
  await advanceServerClock(server, 15 * days)
  await context.setOffline(false)

  await page.goto('/login')
  const left = page.getByRole('complementary', { name: 'This device' })
  await expect(left).toContainText('1 change waits on this device, encrypted.')
  await expect.poll(() => namesOnDevice(page)).toEqual([expect.stringMatching(/^outbox /)])
  const stored = await storedText(page)
  for (const text of [number, 'OH-1', "O'Brien"]) expect(stored).not.toContain(text)

  await signIn(page, email)
  await page.waitForURL('/')
  await expect.poll(() => namesOnDevice(page)).toEqual(['vault'])
  const { items } = await (await page.request.get('/api/credentials')).json()
  expect(items.map((item: { number: string }) => item.number).sort()).toEqual(['OH-1', number])
})

test('unsent changes are deleted when someone ends the session or someone else signs in', {
  tag: '@long',
}, async ({ openPage, server, owner: { page, context, email } }) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await context.setOffline(true)
  await addLicense(page, 'OH-1')
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto('about:blank')
  await advanceServerClock(server, 15 * days)
  await context.setOffline(false)
  await page.goto('/login')
  await expect.poll(() => namesOnDevice(page)).toEqual([expect.stringMatching(/^outbox /)])

  // From another device, the owner ends every other session.
  const home = await openPage(desktop)
  await signIn(home.page, email)
  await expect.poll(() => isSignedIn(home.page)).toBe(true)
  expect(
    (await home.context.request.delete('/api/users/me/sessions', { headers: { origin: server.url } })).ok(),
  ).toBe(true)
  await page.goto('/login')
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])

  await signIn(page, email)
  await expect.poll(() => isSignedIn(page)).toBe(true)
  await keepOnDevice(page)
  await context.setOffline(true)
  await addLicense(page, 'OH-2')
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto('about:blank')
  await advanceServerClock(server, 15 * days)
  await context.setOffline(false)
  await page.goto('/login')
  await expect.poll(() => namesOnDevice(page)).toEqual([expect.stringMatching(/^outbox /)])
  const keptFor = () => page.evaluate(() => localStorage.getItem('lanyard-offline'))
  const ann = await keptFor()
  await signUp(page, `next.${Date.now()}@nurses.example`)
  await page.goto('/')
  // Opening the database before the page has recreated it would create it.
  await expect.poll(async () => ![ann, null].includes(await keptFor())).toBe(true)
  await expect.poll(() => namesOnDevice(page)).toEqual(['vault'])
  const { items } = await (await page.request.get('/api/credentials')).json()
  expect(items).toEqual([])
})
