import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type Lock, unlockKey } from '#web/offline/pin-lock.ts'
import { password, send, signUp } from './account.ts'
import { test as base, expect } from './fixtures.ts'
import { expectHeading, headings, press, visitSettings } from './pages.ts'
import { desktop } from './screens.ts'
import { temporaryFolder } from './server.ts'
import { keepOnDevice } from './wallet.ts'

const number = 'TX-778899'
const pin = '418273'
const license = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-06-15' }

type Profile = { page: Page; context: BrowserContext; folder: string; email: string }

/** A browser that keeps its profile in a folder, signed in to an account that has a license. */
const test = base.extend<{ profile: Profile }>({
  profile: async ({ playwright, launchOptions, server, email }, use) => {
    const folder = temporaryFolder()
    const context = await playwright.chromium.launchPersistentContext(folder.path, {
      ...launchOptions,
      ...desktop,
      baseURL: server.url,
    })
    const page = context.pages()[0] ?? (await context.newPage())
    await signUp(page, email)
    await send(page, '/api/credentials', license)
    await use({ page, context, folder: folder.path, email })
    await context.close()
    folder.remove()
  },
})

type Taken = {
  ownerId: string
  lock: Lock | null
  records: { name: string; sender: Uint8Array; iv: Uint8Array; data: Uint8Array; secret: Buffer }[]
}

/** Everything that the page's database and Cache Storage have, as a thief may have copied it earlier. */
async function take(page: Page): Promise<Taken> {
  const taken = await page.evaluate(async () => {
    const base64 = (bytes: ArrayBuffer | Uint8Array | undefined) =>
      bytes && btoa(String.fromCharCode(...new Uint8Array(bytes)))
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const database = await answer(indexedDB.open('lanyard-offline'))
    const store = (name: string) => database.transaction(name).objectStore(name)
    const device = await answer(store('device').get('device'))
    const names = await answer(store('records').getAllKeys())
    const values = await answer(store('records').getAll())
    database.close()
    const secretOf = async (id: string) =>
      base64(await (await caches.match(`/record-secrets/${id}`))?.arrayBuffer())
    const { lock } = device
    return {
      ownerId: String(device.ownerId),
      lock: lock && { salt: base64(lock.salt), iv: base64(lock.iv), wrapped: base64(lock.wrapped) },
      records: await Promise.all(
        values.map(async ({ sender, iv, data, secretId }, at) => ({
          ...{ name: String(names[at]), sender: base64(sender), iv: base64(iv), data: base64(data) },
          secret: await secretOf(secretId),
        })),
      ),
    }
  })
  const bytes = (text = '') => Buffer.from(text, 'base64')
  const { ownerId, lock, records } = taken
  return {
    ownerId,
    lock: lock && {
      ...{ salt: new Uint8Array(bytes(lock.salt)), iv: new Uint8Array(bytes(lock.iv)) },
      ...{ wrapped: new Uint8Array(bytes(lock.wrapped)).buffer, triesLeft: 1 },
    },
    records: records.map(({ name, sender, iv, data, secret }) => ({
      ...{ name, sender: bytes(sender), iv: bytes(iv), data: bytes(data), secret: bytes(secret) },
    })),
  }
}

/** The browser moves and deletes its files meanwhile. */
const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(existsSync)
    .map((file) => {
      try {
        return readFileSync(file)
      } catch {
        return Buffer.alloc(0)
      }
    })

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
/** How a private key of the curve begins in PKCS #8, which is how Chromium stores one. */
const keyStart = Buffer.from(
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
  'hex',
)
const KEY_BYTES = 138

/** The private keys that are anywhere in the files, current or deleted. */
async function keysIn(files: readonly Buffer[]): Promise<CryptoKey[]> {
  const found = new Map<string, Buffer>()
  for (const file of files)
    for (let at = file.indexOf(keyStart); at >= 0; at = file.indexOf(keyStart, at + 1)) {
      const key = file.subarray(at, at + KEY_BYTES)
      found.set(key.toString('hex'), key)
    }
  const keys = await Promise.all(
    [...found.values()].map((key) =>
      crypto.subtle.importKey('pkcs8', new Uint8Array(key), curve, false, ['deriveBits']).catch(() => null),
    ),
  )
  return keys.filter((key) => key !== null)
}

/** The decryption of `sealed-box.ts`. */
async function decrypt(
  key: CryptoKey,
  ownerId: string,
  record: Taken['records'][number],
): Promise<string | null> {
  const { name, sender, iv, data, secret } = record
  const { subtle } = crypto
  const receiver = await subtle.importKey('raw', new Uint8Array(sender), curve, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: receiver }, key, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const salt = new Uint8Array([...sender, ...secret])
  const info = new TextEncoder().encode('lanyard offline')
  const derived = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const additionalData = new TextEncoder().encode(`${ownerId} ${name}`)
  const parameters = { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData }
  return subtle
    .decrypt(parameters, derived, new Uint8Array(data))
    .then((text) => new TextDecoder().decode(text))
    .catch(() => null)
}

/**
 * What someone reads who has the bytes of the profile's folder, the records as they were earlier, and perhaps the PIN.
 * The keys and the secrets must be in the folder.
 */
async function read(folder: string, { ownerId, lock, records }: Taken, knownPin?: string): Promise<string> {
  const files = filesIn(folder)
  const unlocked = lock && knownPin ? await unlockKey(lock, knownPin) : null
  const keys = [...(await keysIn(files)), ...(unlocked ? [unlocked] : [])]
  const left = records.filter(({ secret }) => files.some((file) => file.includes(secret)))
  const texts = await Promise.all(left.flatMap((record) => keys.map((key) => decrypt(key, ownerId, record))))
  const plain = files.filter((file) => file.includes(number) || file.includes(Buffer.from(number, 'utf16le')))
  return [...texts, ...plain.map((file) => file.toString('latin1'))].join('\n')
}

/** The copy as it is now, which the folder's bytes open: otherwise a test that finds nothing would prove nothing. */
async function takeReadable({ page, folder }: Profile, knownPin?: string): Promise<Taken> {
  const taken = await take(page)
  await expect.poll(() => read(folder, taken, knownPin)).toContain(number)
  return taken
}

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('lanyard-offline'))

test('a locked copy opens with its PIN only, and after the last wrong one with nothing', {
  tag: '@long',
}, async ({ profile }) => {
  const { page, context, folder } = profile
  await keepOnDevice(page)
  const open = await takeReadable(profile)
  await visitSettings(page, 'offline')
  await page.getByRole('radio', { name: 'On, with a PIN' }).click({ force: true })
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('The same PIN again').fill(pin)
  await press(page, 'Lock with this PIN')
  await expect(page.getByLabel('New PIN')).toBeHidden()
  expect(await read(folder, open)).not.toContain(number)
  const locked = await takeReadable(profile, pin)
  expect(await read(folder, locked)).not.toContain(number)

  await context.setOffline(true)
  await page.goto('/credentials')
  await expectHeading(page, 'Enter your PIN')
  for (let left = 9; left > 0; left -= 1) {
    await page.getByLabel('PIN').fill('000000')
    await press(page, 'Unlock')
    await expect(page.getByText('That is not the PIN.')).toContainText(
      left === 1 ? 'After one more wrong try' : `After ${left} more wrong tries`,
    )
  }
  await page.getByLabel('PIN').fill('000000')
  await press(page, 'Unlock')
  await expectHeading(page, 'The copy was deleted')
  for (const taken of [open, locked]) expect(await read(folder, taken, pin)).not.toContain(number)
})

test('after Off, and after the session was ended elsewhere, nothing in the profile opens the copy', async ({
  profile,
  request,
}) => {
  const { page, context, folder, email } = profile
  await keepOnDevice(page)
  const first = await takeReadable(profile)
  await visitSettings(page, 'offline')
  await page.getByRole('radio', { name: 'Off', exact: true }).click({ force: true })
  await expect.poll(() => flag(page)).toBe('off')
  expect(await read(folder, first)).not.toContain(number)

  await page.getByRole('radio', { name: 'On', exact: true }).click({ force: true })
  await keepOnDevice(page)
  const second = await takeReadable(profile)
  await send({ request }, '/api/auth/sign-in/email', { email, password })
  await request.delete('/api/users/me/sessions')
  // The page may notice by itself that its session has ended, and leave at the same time.
  await expect(() => page.goto('/credentials')).toPass()
  await expectHeading(page, headings.notFound)
  await expect.poll(() => flag(page)).toBeNull()
  for (const taken of [first, second]) expect(await read(folder, taken)).not.toContain(number)

  await context.close()
  for (const taken of [first, second]) expect(await read(folder, taken)).not.toContain(number)
})
