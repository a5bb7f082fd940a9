import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { forwardLog, type LogForwarder } from './log-forward.ts'

const pem = readFileSync(new URL('../../testing/fixtures/loopback.pem', import.meta.url))
const soon = { timeout: 10_000, interval: 10 }

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A log server on a port, and everything that it received. */
async function startLogServer(port = 0) {
  const received: Buffer[] = []
  const sockets = new Set<TLSSocket>()
  const server = createServer({ key: pem, cert: pem }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => void received.push(part))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  open.push(stop)
  return { port: (server.address() as AddressInfo).port, received, stop }
}

function forwardTo(port: number, options: { ca?: Buffer } = { ca: pem }) {
  const reported: string[] = []
  const forwarder: LogForwarder = forwardLog(
    new URL(`tls://127.0.0.1:${port}`),
    (reason) => void reported.push(reason),
    { ...options, retryMs: 20 },
  )
  open.push(() => forwarder.close())
  return { forwarder, reported }
}

/** The messages in the frames, each of which starts with its length. */
function messagesIn(received: Buffer[]): string[] {
  const messages: string[] = []
  for (let rest = Buffer.concat(received); rest.length > 0; ) {
    const space = rest.indexOf(' ')
    const length = Number(rest.subarray(0, space).toString())
    messages.push(rest.subarray(space + 1, space + 1 + length).toString())
    rest = rest.subarray(space + 1 + length)
  }
  return messages
}

const line = (level: number, msg: string) => `${JSON.stringify({ level, msg })}\n`

test('every line arrives as a syslog message with its severity, in order', async () => {
  const server = await startLogServer()
  const { forwarder } = forwardTo(server.port)
  for (const [level, msg] of [
    [30, 'started'],
    [40, 'wärning'],
    [50, 'failed'],
    [20, 'detail'],
  ] as const)
    forwarder.write(line(level, msg))
  await expect.poll(() => messagesIn(server.received), soon).toHaveLength(4)
  const header = (priority: number) =>
    new RegExp(`^<${priority}>1 \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z \\S+ lanyard ${process.pid} - - \\{`)
  const messages = messagesIn(server.received)
  for (const [index, priority] of [134, 132, 131, 135].entries())
    expect(messages[index]).toMatch(header(priority))
  expect(messages[1]).toContain('{"level":40,"msg":"wärning"}')
})

test('queues lines while the server is unreachable, and sends them later', async () => {
  const first = await startLogServer()
  const { forwarder, reported } = forwardTo(first.port)
  forwarder.write(line(30, 'one'))
  await expect.poll(() => messagesIn(first.received), soon).toHaveLength(1)
  first.stop()
  await expect
    .poll(() => {
      forwarder.write(line(30, 'between'))
      return reported
    }, soon)
    .toHaveLength(1)
  const second = await startLogServer(first.port)
  forwarder.write(line(30, 'last'))
  await expect.poll(() => messagesIn(second.received).at(-1) ?? '', soon).toContain('"last"')
})

test('drops the oldest lines when too many are queued, and tells the server how many', async () => {
  const { port, stop } = await startLogServer()
  stop()
  const { forwarder } = forwardTo(port)
  for (let each = 0; each < 50; each += 1) forwarder.write(line(30, `${each} ${'x'.repeat(99_000)}`))
  const server = await startLogServer(port)
  await expect.poll(() => messagesIn(server.received).at(-1)?.includes('49 xxx'), soon).toBe(true)
  const [notice = '', ...rest] = messagesIn(server.received)
  const { lost } = JSON.parse(notice.slice(notice.indexOf('{'))) as { lost: number }
  expect(lost).toBeGreaterThan(5)
  expect(rest).toHaveLength(50 - lost)
})

test('sends nothing to a server with an untrusted certificate', async () => {
  const server = await startLogServer()
  const { forwarder, reported } = forwardTo(server.port, {})
  forwarder.write(line(30, 'not for everybody'))
  await expect.poll(() => reported, soon).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT'])
  expect(server.received).toEqual([])
})
