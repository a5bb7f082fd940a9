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

function reportOf(...outbox: OutboxMessage[]) {
  const up = { reachable: true }
  return {
    mode: 'emulator' as const,
    identity: { ...up, kind: 'embedded' as const },
    database: { ...up, kind: 'embedded' as const, version: null, migrations: null },
    storage: { ...up, kind: 'disk' as const },
    mail: { ...up, mode: 'outbox' as const },
    versions: { lanyard: '0', node: '0' },
    outbox,
  }
}

test('the link of a message leads to this machine, whatever host it names', () => {
  expect(loginLinkIn(`Choose one here:\n${link}\nThe link works once.`)).toBe(
    '/login?mode=resetPassword&oobCode=a-b_c',
  )
})

test('a message without a link has none', () => {
  expect(loginLinkIn('Your password was changed. https://elsewhere.example/')).toBeNull()
})

test('shows the newest message to the given address, and nobody else’s', () => {
  const report = reportOf(
    letter('ben@example.com', link.replace('a-b_c', 'ben')),
    letter('Ann@example.com', link.replace('a-b_c', 'new')),
    letter('ann@example.com', link),
  )
  expect(newestLink(report, ' ANN@example.com ')?.path).toBe('/login?mode=resetPassword&oobCode=new')
  expect(newestLink(report, 'cy@example.com')).toBeNull()
})

test('a production installation shows nothing', () => {
  const up = { reachable: true }
  const report = { mode: 'production' as const, identity: up, database: up, storage: up, mail: up }
  expect(newestLink(report, 'ann@example.com')).toBeNull()
})
