import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { screenPattern, screens } from '#shared/http/screens.ts'

/** As built: `scripts/precache.mjs` fills in the screens. */
const code = readFileSync(new URL('../../../public/service-worker.js', import.meta.url), 'utf8').replace(
  'const screens = []',
  `const screens = ${JSON.stringify(screens.filter(({ isOnlineOnly }) => !isOnlineOnly).map((one) => screenPattern(one).source))}`,
)
type Event = Record<string, unknown>

/** A browser's service worker: its listeners, notifications and opened pages. */
function start(
  open: string[] = [],
  globals: Record<string, unknown> = {},
  cookies: Record<string, string> = {},
) {
  const heard: Record<string, (event: Event) => void> = {}
  const shown: unknown[] = []
  const opened: string[] = []
  const pending: unknown[] = []
  const windows = open.map((url) => ({ url, focus: async () => void opened.push(`again ${url}`) }))
  const self = {
    addEventListener: (name: string, listener: (event: Event) => void) => {
      heard[name] = listener
    },
    skipWaiting: () => {},
    location: { origin: 'https://lanyard.example', protocol: 'https:', search: '' },
    cookieStore: { get: async (name: string) => (name in cookies ? { name, value: cookies[name] } : null) },
    registration: { showNotification: async (...notification: unknown[]) => void shown.push(notification) },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  runInNewContext(code, { self, URL, ...globals })
  const send = async (name: string, event: Event) => {
    heard[name]?.({ ...event, waitUntil: (work: unknown) => pending.push(work) })
    await Promise.all(pending)
  }
  return { heard, shown, opened, send }
}

test('shows a reminder, and opens the reminders page when it is tapped', async () => {
  const worker = start()
  const message = { title: 'Texas RN license expires in 30 days', body: 'April 9, 2026.', tag: 'a' }
  await worker.send('push', { data: { json: () => message } })
  const { title, ...options } = message
  expect(worker.shown).toEqual([[title, { ...options, icon: '/icon-192.png' }]])
  await worker.send('notificationclick', { notification: { close: () => {} } })
  expect(worker.opened).toEqual(['https://lanyard.example/credentials/reminders'])
})

test('a tap switches to the page that is open already', async () => {
  const worker = start(['https://lanyard.example/credentials/reminders'])
  await worker.send('notificationclick', { notification: { close: () => {} } })
  expect(worker.opened).toEqual(['again https://lanyard.example/credentials/reminders'])
})

test('a message that cannot be read still shows a notification', async () => {
  const worker = start()
  await worker.send('push', { data: null })
  expect(worker.shown).toMatchObject([['Lanyard has a reminder for you', { tag: 'reminder' }]])
})

test('the worker leaves share pages, the API and changes to the network', async () => {
  const worker = start()
  const answered: string[] = []
  for (const [path, method, mode] of [
    ['/share/a-token', 'GET', 'navigate'],
    ['/api/credentials', 'GET', 'cors'],
    ['/api/upload/1/content', 'GET', 'no-cors'],
    ['/credentials', 'POST', 'navigate'],
  ]) {
    const request = { url: `https://lanyard.example${path}`, method, mode }
    await worker.send('fetch', { request, respondWith: () => answered.push(String(path)) })
  }
  expect(answered).toEqual([])
})

test('a page that takes long begins with the kept page, unless another language was chosen since', async () => {
  const shown = async (cookies: Record<string, string>) => {
    const { promise: page, resolve: answer } = Promise.withResolvers<string>()
    const worker = start(
      [],
      {
        fetch: () => page,
        caches: { match: async (path: string) => `kept ${path}` },
        // The time to wait has passed; the server answers later.
        setTimeout: (run: () => Promise<void>) => void run().then(() => answer('from the server')),
      },
      cookies,
    )
    let response: unknown
    const request = { url: 'https://lanyard.example/login', method: 'GET', mode: 'navigate' }
    await worker.send('fetch', { request, respondWith: (answered: unknown) => (response = answered) })
    return response
  }
  expect(await shown({})).toBe('kept /app-shell.html')
  expect(await shown({ '__Host-lanyard-language': 'en' })).toBe('kept /app-shell.html')
  expect(await shown({ '__Host-lanyard-language': 'es' })).toBe('from the server')
})
