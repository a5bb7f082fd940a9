// Starts Lanyard without a connection, shows reminders, and receives files that another app shares. It keeps the program and
// those files only: no answer of the API, no stored document, no share page and no page with an owner's data.
// scripts/precache.mjs fills in the next four lines.
const version = 'development'
const filesByLanguage = {}
const screens = []
const sharing = {}

/** A page registers the worker for its language. */
const language = /[?&]language=es/.test(self.location.search) ? 'es' : 'en'
const files = filesByLanguage[language] ?? []
const prefix = 'lanyard-program-'
const program = `${prefix}${version}-${language}`
/** The page of every screen, without anybody's data. */
const shell = language === 'en' ? '/app-shell.html' : `/app-shell.${language}.html`
const languageCookie = `${self.location.protocol === 'https:' ? '__Host-' : ''}lanyard-language`
const wordless = { en: 'Lanyard has a reminder for you', es: 'Lanyard tiene un recordatorio para usted' }
/** A page that takes longer begins with what the device keeps. */
const patienceMs = 4000

self.addEventListener('install', (event) => {
  // Safe at any time: pages come from the server first, and those that are open find their files in the program before.
  self.skipWaiting()
  event.waitUntil(keepProgram())
})

/** One file after the other, to leave the connection to the page. */
async function keepProgram() {
  const cache = await caches.open(program)
  for (const file of [shell, ...files]) {
    const known = file.startsWith('/assets/') && (await caches.match(file, { ignoreVary: true }))
    const response = known || (await fetch(file, { cache: 'no-cache', credentials: 'omit' }))
    if (!response.ok) throw new Error(`${file} answered ${response.status}`)
    await cache.put(file, response)
  }
}

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldPrograms().then(() => self.clients.claim()))
})

/** The program before stays, for the pages that began with it. */
async function dropOldPrograms() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const others = names.filter((name) => name !== program)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'POST' && pathname === sharing.path) return event.respondWith(receiveFiles(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (screens.some((screen) => new RegExp(screen).test(pathname))) event.respondWith(openScreen(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (files.includes(pathname)) event.respondWith(fetch(request).catch(() => keptFile(pathname)))
})

const keptFile = (path) => caches.match(path, { cacheName: program, ignoreVary: true })

async function openScreen(request) {
  const page = fetch(request)
  // After a change of the language, the kept page is in the language before: it is used without a connection only.
  const late = new Promise((resolve) =>
    setTimeout(async () => {
      const chosen = await self.cookieStore?.get(languageCookie).catch(() => null)
      resolve(chosen && chosen.value !== language ? page : undefined)
    }, patienceMs),
  )
  try {
    return (await Promise.race([page, late])) ?? (await keptFile(shell)) ?? (await page)
  } catch (error) {
    const kept = await keptFile(shell)
    if (kept) return kept
    throw error
  }
}

/** Their names change with their contents. Large ones that are used are kept too, but not what only reads cards. */
async function readAsset(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && /\.(?:m?js|css|woff2)$|^\/assets\/pdf-/.test(new URL(request.url).pathname)) {
    const cache = await caches.open(program)
    await cache.put(request, response.clone()).catch(() => {})
  }
  return response
}

/** Keeps shared files until the owner decides (src/web/offline/shared-files.ts), and opens the page that asks. */
async function receiveFiles(request) {
  const received = { kept: 0, refused: 0 }
  try {
    const form = await request.formData()
    const cache = await caches.open(sharing.cache)
    for (const file of form.getAll('files')) received[(await keepSharedFile(cache, file)) ? 'kept' : 'refused'] += 1
  } catch {
    // More than this device can hold in memory, or a form that is cut off.
    received.refused += 1
  }
  const { kept, refused } = received
  return Response.redirect(`${self.location.origin}/upload?shared=${kept}&refused=${refused}`, 303)
}

async function keepSharedFile(cache, file) {
  if (typeof file === 'string' || !isUploadable(file)) return false
  const kept = await cache.keys()
  const sizes = await Promise.all(kept.map(async (key) => Number((await cache.match(key))?.headers.get('x-size'))))
  const bytes = sizes.reduce((sum, size) => sum + size, file.size)
  if (kept.length >= sharing.maxFiles || bytes > sharing.maxBytes) return false
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'x-name': encodeURIComponent(file.name),
    'x-size': String(file.size),
    'x-shared-at': new Date().toISOString(),
  }
  const key = `${sharing.path}/${crypto.randomUUID()}`
  return cache.put(key, new Response(file, { headers })).then(
    () => true,
    () => false,
  )
}

/** As on the upload page; the server looks at the bytes. */
function isUploadable({ name, type, size }) {
  const ending = name.toLowerCase().split('.').at(-1)
  return size > 0 && size <= sharing.maxFileBytes && (sharing.types.includes(type) || sharing.endings.includes(ending))
}

self.addEventListener('push', (event) => {
  const { title, body, tag } = readMessage(event.data)
  // The same tag: a message that comes twice replaces itself in silence.
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png' }))
})

/** A push that shows nothing costs the subscription, so one that cannot be read is shown as well. */
function readMessage(data) {
  try {
    const { title, body, tag } = data.json()
    return { title: String(title), body: String(body ?? ''), tag: String(tag ?? 'reminder') }
  } catch {
    return { title: wordless[language], body: '', tag: 'reminder' }
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openReminders())
})

async function openReminders() {
  const address = new URL('/credentials/reminders', self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((client) => client.url === address)
  return open ? open.focus() : self.clients.openWindow(address)
}
