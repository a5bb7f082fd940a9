import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { readConfig, settings } from '#server/kernel/config.ts'
import { guardSockets, secondsFor } from './slow-clients.ts'

const usual = { REQUEST_TIMEOUT: settings.shape.REQUEST_TIMEOUT.parse(undefined) }
const MBIT = 1_000_000 / 8
const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Seconds until a connection with this many bytes per second is cut, or null if everything arrives first. */
function cutAfter(size: number, bytesASecond: number): number | null {
  for (let age = 1; age * bytesASecond < size; age += 1)
    if (age > secondsFor(age * bytesASecond, usual)) return age
  return null
}

test.each([
  ['a photo on half a bar of a phone', 25 * MIB, 0.1 * MBIT],
  ['what 200 MB make on the slowest home line', 200 * MIB, 0.6 * MBIT],
  ['a whole vault on a slow home line', 5 * GIB, 0.8 * MBIT],
  ['a whole vault on a usual home line', 5 * GIB, 5 * MBIT],
])('%s arrives', (_what, size, bytesASecond) => {
  expect(cutAfter(size, bytesASecond)).toBe(null)
})

test.each([
  ['hardly goes on', 5 * GIB, 2 * 1024, 3601],
  ['slows down to less than any line has', 5 * GIB, 50 * 1024, 3601],
  ['never ends, however much it brings', Number.MAX_SAFE_INTEGER, 10 * MBIT, 26 * 3600],
])('a body that %s is cut', (_what, size, bytesASecond, atLast) => {
  expect(cutAfter(size, bytesASecond)).toBeLessThanOrEqual(atLast)
})

test('many malformed requests are one log line immediately, and one with their count after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const lines: string[] = []
  const server = createServer().listen(0, '127.0.0.1')
  guardSockets(server, readConfig({}), pino({ level: 'info' }, { write: (line) => void lines.push(line) }))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (let each = 0; each < 50; each++) {
    const socket = connect(port, '127.0.0.1').resume()
    socket.end('LET ME IN\r\n\r\n')
    await once(socket, 'close')
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'bad_request', network: '127.0.0.0/24', msg: 'refused at the socket' },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
    { code: 'bad_request', network: '127.0.0.0/24', count: 49, msg: 'refused at the socket' },
  ])
  vi.useRealTimers()
  server.close()
})
