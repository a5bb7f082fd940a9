import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSecurity, logAction, logSecurity, networkPrefix } from './security-log.ts'

function openLog() {
  const lines: object[] = []
  return { lines, warn: (line: object) => void lines.push(line) }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const facts = { what: '/sign-in/email', network: '192.0.2.7' }

test('a line contains the event, its kind, the owner and a part of the network', () => {
  const log = openLog()
  logSecurity(log, 'admin_command', { what: 'disable', ownerId: 'u1', network: '192.0.2.7' })
  expect(log.lines).toEqual([
    { event: 'security', kind: 'admin_command', what: 'disable', ownerId: 'u1', network: '192.0.2.0/24' },
  ])
})

test('repeated events of a stranger become one line a minute, with a count', () => {
  const log = openLog()
  for (let second = 0; second < 150; second += 1) {
    countSecurity(log, 'limit_reached', facts)
    vi.advanceTimersByTime(1000)
  }
  expect(log.lines).toMatchObject([{ count: 1 }, { count: 59 }, { count: 60 }])
  vi.advanceTimersByTime(600_000)
  expect(log.lines).toHaveLength(4)
  expect(log.lines[3]).toMatchObject({ event: 'security', kind: 'limit_reached', count: 30 })
})

test('each kind, each name and each log has its own count', () => {
  const log = openLog()
  countSecurity(log, 'limit_reached', facts)
  countSecurity(log, 'limit_reached', { what: '/reauthenticate' })
  countSecurity(log, 'csp_reports', { what: 'page' })
  const other = openLog()
  countSecurity(other, 'limit_reached', facts)
  expect([log.lines.length, other.lines.length]).toEqual([3, 1])
})

test('logs only those account actions that change how its owner signs in', () => {
  const log = openLog()
  for (const action of [
    'auth_login',
    'auth_passkey_added',
    'auth_recovery_code_used',
    'credential_created',
  ] as const)
    logAction(log, action, { ownerId: 'u1' })
  expect(log.lines).toEqual([
    { event: 'security', kind: 'factor_changed', what: 'auth_passkey_added', ownerId: 'u1' },
    { event: 'security', kind: 'recovery_used', what: 'auth_recovery_code_used', ownerId: 'u1' },
  ])
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('the network %s is written as %s', (network, prefix) => expect(networkPrefix(network)).toBe(prefix))
