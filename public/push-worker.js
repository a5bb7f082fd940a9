// Shows reminders and opens Lanyard. It answers no request and keeps nothing: pages never depend on it.

self.addEventListener('install', () => self.skipWaiting())

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
    return { title: 'Lanyard has a reminder for you', body: '', tag: 'reminder' }
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
