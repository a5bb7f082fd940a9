import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyEmptyDatabase } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
let server: RunningServer
let cookie: string

const patience = 2
const maxConnections = 30
const timeout = 8

beforeAll(async () => {
  await copyEmptyDatabase(join(folder.path, 'data'))
  server = await startServer(join(folder.path, 'data'), {
    CLIENT_PATIENCE: String(patience),
    REQUEST_TIMEOUT: String(timeout),
    MAX_CONNECTIONS: String(maxConnections),
    MAX_HEADER_BYTES: '8192',
    UPLOADS_AT_ONCE: '2',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'debug',
  })
  const answer = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' }),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
})

afterAll(async () => {
  await server?.kill()
  folder.remove()
})

type Raw = { socket: Socket; text(): string; closed: Promise<unknown> }

/** The connection of a client that can violate the protocol. */
async function open(first = ''): Promise<Raw> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  if (first) socket.write(first)
  return { socket, text: () => text, closed }
}

const head = (method: string, path: string, ...lines: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookie}`, ...lines].join('\r\n')}\r\n\r\n`

/** The status and the problem in a raw response. */
function problemOf({ text }: Raw): { status: number; code?: string; requestId?: string } {
  const [headers = '', body = ''] = text().split('\r\n\r\n')
  const problem = headers.includes('application/problem+json') ? JSON.parse(body) : {}
  return { status: Number(headers.split(' ')[1]), ...problem }
}

async function expectServed(): Promise<void> {
  const answer = await fetch(`${server.url}/api/credentials`, { headers: { cookie } })
  expect(answer.status).toBe(200)
}

const soon = { timeout: 15_000, interval: 50 }
const boundary = 'lanyard-test'
const uploadHead = (bytes: number) =>
  head(
    'POST',
    '/api/upload',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes}`,
  )
const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="card.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`

it('returns a problem for headers that are too large', async () => {
  const raw = await open(head('GET', '/healthz', `X-Long: ${'x'.repeat(9000)}`))
  await raw.closed
  expect(problemOf(raw)).toMatchObject({ status: 431, code: 'headers_too_large' })
  expect(problemOf(raw).requestId).toMatch(/^[0-9a-f-]{36}$/)
  for (const header of ['content-security-policy', 'referrer-policy', 'cross-origin-resource-policy'])
    expect(raw.text().toLowerCase()).toContain(`${header}: `)
  expect(raw.text()).toContain(`X-Request-Id: ${problemOf(raw).requestId}`)
})

it('returns a problem for input that is not HTTP', async () => {
  const raw = await open('LET ME IN\r\n\r\n')
  await raw.closed
  expect(problemOf(raw)).toMatchObject({ status: 400, code: 'bad_request' })
})

it('headers that never end are cut off while other requests are served', async () => {
  const slow = await Promise.all(Array.from({ length: 10 }, () => open('GET /healthz HTTP/1.1\r\n')))
  const dribble = setInterval(() => slow.map(({ socket }) => socket.write('X-A: 1\r\n')), 500)
  await expectServed()
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(dribble)
  for (const raw of slow) expect(problemOf(raw)).toMatchObject({ status: 408, code: 'too_slow' })
})

it('bodies that trickle in are cut off while other requests are served', async () => {
  const json = head('POST', '/api/credentials', 'Content-Type: application/json', 'Content-Length: 100000')
  const auth = head(
    'POST',
    '/api/auth/sign-in/email',
    'Content-Type: application/json',
    'Content-Length: 9000',
  )
  const slow = await Promise.all([open(json), open(auth), open(uploadHead(1_000_000) + part)])
  const dribble = setInterval(() => slow.map(({ socket }) => socket.write(' ')), 200)
  await expectServed()
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(dribble)
  for (const raw of slow) expect(problemOf(raw)).toMatchObject({ status: 408, code: 'too_slow' })
  await expectServed()
})

it('a slow body that keeps a steady pace is accepted', { tags: 'long' }, async () => {
  const text = `{"kind":"license","type":"RN","state":"TX"${' '.repeat(12_000)}}`
  const raw = await open(
    head(
      'POST',
      '/api/credentials',
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      'Connection: close',
    ),
  )
  for (let at = 0; at < text.length; at += 1200) {
    raw.socket.write(text.slice(at, at + 1200))
    await pause(500)
  }
  await raw.closed
  expect(problemOf(raw).status).toBe(201)
})

it('a large body gets more time while it keeps the minimum pace; one that trickles is cut off', {
  tags: 'long',
}, async () => {
  const seconds = timeout + 3
  const tail = `\n%%EOF\n\r\n--${boundary}--\r\n`
  const send = async (bytesASecond: number) => {
    const raw = await open(uploadHead(part.length + seconds * bytesASecond + tail.length) + part)
    for (let n = 0; n < seconds && !raw.socket.destroyed; n += 1) {
      raw.socket.write('x'.repeat(bytesASecond))
      await pause(1000)
    }
    raw.socket.write(tail)
    await expect.poll(() => problemOf(raw).status, soon).toBeGreaterThan(0)
    raw.socket.destroy()
    return problemOf(raw)
  }
  const [well, hardly] = await Promise.all([send(200_000), send(4000)])
  expect(well.status).toBe(201)
  expect(hardly).toMatchObject({ status: 408, code: 'too_slow' })
})

it('a client that does not read the response is disconnected', { tags: 'long' }, async () => {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${server.url}/login`)).text())?.[1]
  const raw = await open()
  raw.socket.pause()
  // Enough pipelined requests to fill every buffer on the way.
  raw.socket.write(head('GET', script ?? '').repeat(400))
  await expectServed()
  const refusals = () => server.output().split('a client was refused').length
  const before = refusals()
  await expect.poll(refusals, soon).toBe(before + 1)
  raw.socket.destroy()
})

it('a file that is too large is refused while it uploads', async () => {
  const raw = await open(
    head(
      'POST',
      '/api/upload',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      'Transfer-Encoding: chunked',
    ),
  )
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  raw.socket.write(chunk(part))
  const megabyte = chunk('x'.repeat(1_000_000))
  let sent = 0
  for (; sent < 60 && raw.text() === '' && !raw.socket.destroyed; sent += 1) {
    if (!raw.socket.write(megabyte)) await Promise.race([once(raw.socket, 'drain'), raw.closed, pause(2000)])
  }
  await expect.poll(() => problemOf(raw), soon).toMatchObject({ status: 413, code: 'file_too_large' })
  raw.socket.destroy()
})

it('refuses an owner’s upload above the limit of concurrent uploads', async () => {
  const held = await Promise.all([0, 1].map(() => open(uploadHead(3_000_000) + part + 'x'.repeat(1_000_000))))
  await pause(300)
  const third = await open(uploadHead(1_000_000) + part)
  await expect
    .poll(() => problemOf(third), soon)
    .toMatchObject({ status: 429, code: 'uploads_running', retryAfter: 5 })
  expect(third.text()).toMatch(/retry-after: 5/i)
  for (const { socket } of [...held, third]) socket.destroy()
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\n%%EOF\n'], { type: 'application/pdf' }), 'card.pdf')
  const again = () => fetch(`${server.url}/api/upload`, { method: 'POST', body: form, headers: { cookie } })
  await expect.poll(async () => (await again()).status, soon).toBe(201)
})

it('responds 503 to a connection above the limit, and serves again once others close', async () => {
  const open1 = await Promise.all(Array.from({ length: maxConnections }, () => open('GET /')))
  const more = await open()
  await more.closed
  expect(problemOf(more)).toMatchObject({ status: 503, code: 'too_busy' })
  expect(more.text()).toContain('Retry-After: 5')
  for (const { socket } of open1) socket.destroy()
  await pause(200)
  await expectServed()
})

it('a process that is stopped finishes the running request, and accepts no new connection', async () => {
  const tail = `\n%%EOF\n\r\n--${boundary}--\r\n`
  const raw = await open(uploadHead(part.length + 1_000_000 + tail.length) + part + 'x'.repeat(500_000))
  // By the time this succeeds, the handler has the start of the body.
  await expectServed()
  const stopped = server.stop()
  const opened = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(opened, soon).toBe(false)
  raw.socket.write('x'.repeat(500_000) + tail)
  await raw.closed
  expect(problemOf(raw).status, raw.text()).toBe(201)
  await stopped
  expect(server.process.exitCode).toBe(0)
})

it('logs none of this as an error', () => {
  expect(server.output()).not.toContain('"level":50')
})
