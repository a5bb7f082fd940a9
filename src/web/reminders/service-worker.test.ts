import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const code = readFileSync(new URL('../../../public/service-worker.js', import.meta.url), 'utf8')
type Event = Record<string, unknown>

/** A browser's service worker: its listeners, notifications and opened pages. */
function start(open: string[] = []) {
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
    location: { origin: 'https://lanyard.example' },
    registration: { showNotification: async (...notification: unknown[]) => void shown.push(notification) },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  runInNewContext(code, { self, URL })
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
