import { expect, test } from 'vitest'
import type { OutboxMessage } from '#shared/ops/debug.ts'
import { loginLinkIn, newestLink } from './outbox-link-view.tsx'

const link = 'http://localhost:8080/login?mode=resetPassword&oobCode=a-b_c'

function letter(to: string, text: string): OutboxMessage {
  return {
    id: '1',
    to,
    subject: 'S',
    kind: 'k',
    state: 'kept',
    createdAt: '2026-11-21T00:00:00.000Z',
    text,
    html: '',
  }
}

test('the link of a message points to this host, regardless of the host in it', () => {
  expect(loginLinkIn(`Choose one here:\n${link}\nThe link works once.`)).toBe(
    '/login?mode=resetPassword&oobCode=a-b_c',
  )
})

test('a message without a link has none', () => {
  expect(loginLinkIn('Your password was changed. https://elsewhere.example/')).toBeNull()
})

test('shows the newest message to the given address, and none to other addresses', () => {
  const items = [
    letter('ben@example.com', link.replace('a-b_c', 'ben')),
    letter('Ann@example.com', link.replace('a-b_c', 'new')),
    letter('ann@example.com', link),
  ]
  expect(newestLink({ items }, ' ANN@example.com ')?.path).toBe('/login?mode=resetPassword&oobCode=new')
  expect(newestLink({ items }, 'cy@example.com')).toBeNull()
})

test('shows nothing until the outbox has loaded', () => {
  expect(newestLink(undefined, 'ann@example.com')).toBeNull()
})
