import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendingDirectly } from '#server/http/download.ts'
import { onError } from '#server/http/problem.ts'
import type { AppEnv } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { listMissingBytes, sweepFiles } from './job.ts'
import { fileRoutes } from './routes.ts'
import { files } from './table.ts'

let services: TestServices
let ann: Nurse
let server: ReturnType<typeof serve>
let port: number

beforeAll(async () => {
  services = await openTestServices({ env: { UPLOADS_AT_ONCE: '40' } })
  ann = await services.nurse('ann')
  await new Promise<void>((resolve) => {
    server = serve({ fetch: sendingDirectly(services.app.fetch), port: 0, hostname: '127.0.0.1' }, (info) => {
      port = info.port
      resolve()
    })
  })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await services.close()
})
beforeEach(async () => {
  await services.db.delete(files)
  for (const key of await storedKeys()) await services.storage.remove(key)
})
afterEach(async () => {
  expect(await listMissingBytes(services)).toEqual([])
})

/** Each test expects one of these types. */
const read = async (answer: Response) => (await answer.json()) as KeptFile & ProblemBody

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of services.storage.list('')) keys.push(key)
  return keys
}

const keptFiles = () => services.db.select().from(files).where(eq(files.ownerId, ann.id))

/** The file routes alone, with some services replaced. */
function routerOf(change: Partial<Services>, quota?: number) {
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError(services.log))
  return app.route('/api/upload', fileRoutes({ ...services, ...change }, quota))
}

const cookie = () => [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const upload = (router: ReturnType<typeof routerOf>, form: FormData, headers: Record<string, string> = {}) =>
  router.request('/api/upload', { method: 'POST', body: form, headers: { cookie: cookie(), ...headers } })

test('keeps ten of 40 concurrent uploads of a tenth of the quota each', async () => {
  const router = routerOf({}, 100_000)
  const answers = await Promise.all(Array.from({ length: 40 }, () => upload(router, formOf(aPdf(10_000)))))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 422)).toHaveLength(30)
  const kept = await keptFiles()
  expect(kept.map(({ size }) => size)).toEqual(Array(10).fill(10_000))
  expect((await storedKeys()).sort()).toEqual(kept.map(({ key }) => key).sort())

  await ann.fetch(`/api/upload/${kept[0]?.id}?forever=true`, { method: 'DELETE' })
  expect((await upload(router, formOf(aPdf(10_000)))).status).toBe(201)
  const over = await upload(router, formOf(aPdf(10_000)), { 'idempotency-key': 'one' })
  expect([over.status, (await read(over)).code]).toEqual([422, 'too_many_files'])
})

test('concurrent uploads with different idempotency keys do not block each other', async () => {
  const router = routerOf({})
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      upload(router, formOf(aPdf(2000)), { 'idempotency-key': `key ${at}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
})

test('responds to a rate-limited nurse before any byte is stored', async () => {
  const limits = { ...services.limits, consume: () => services.limits.consume('mailAddress', 'ann') }
  const router = routerOf({ limits })
  for (let at = 0; at < 3; at++) expect((await upload(router, formOf(aPdf()))).status).toBe(201)
  expect((await upload(router, formOf(aPdf()))).status).toBe(429)
  expect(await storedKeys()).toHaveLength(3)
})

// "after file bytes / after rename / before commit / after commit before the answer"
test.each([
  ['the write had started', 'during write', 0, 0],
  ['the bytes were durable', 'after write', 0, 1],
  ['the row was written but not committed', 'before commit', 0, 1],
  ['the row was committed but not reported', 'after commit', 1, 1],
])('leaves nothing incomplete after the sweep if killed when %s', async (_, point, rows, originals) => {
  const dead = new Error('killed')
  const storage: Storage = {
    ...services.storage,
    async write(key, bytes, options) {
      if (point === 'during write') {
        await services.storage.write(
          'incoming/left-by-a-crash',
          Readable.from([Buffer.from('%PDF')]),
          options,
        )
        throw dead
      }
      const stored = await services.storage.write(key, bytes, options)
      if (point === 'after write') throw dead
      return stored
    },
    // A dead process cleans nothing up.
    remove: () => Promise.reject(dead),
  }
  const db = dyingDatabase(dead, point)
  expect((await upload(routerOf({ storage, db }), formOf(aPdf()))).status).toBe(500)
  expect(await keptFiles()).toHaveLength(rows)
  expect((await storedKeys()).filter((key) => key.startsWith('files/'))).toHaveLength(originals)
  expect(await listMissingBytes(services)).toEqual([])

  await sweepFiles(services)
  const early = await storedKeys()
  expect(early.length).toBe(point === 'during write' ? 1 : originals)
  const tomorrow = { ...services, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }
  const { removed } = await sweepFiles(tomorrow)
  expect(removed).toBe(early.length - rows)
  expect((await storedKeys()).sort()).toEqual((await keptFiles()).map(({ key }) => key).sort())
})

/** A database that the process loses around the commit of a transaction; at any other point it works. */
function dyingDatabase(dead: Error, point: string): TestServices['db'] {
  if (!point.endsWith('commit')) return services.db
  return new Proxy(services.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver)
      return async (work: (tx: typeof target) => Promise<unknown>) => {
        await target.transaction(async (tx) => {
          await work(tx)
          if (point === 'before commit') throw dead
        })
        throw dead
      }
    },
  })
}

test('keeps the bytes if the database is lost at the commit, because their row may exist', async () => {
  const db = dyingDatabase(new Error('connection lost'), 'after commit')
  expect((await upload(routerOf({ db }), formOf(aPdf()))).status).toBe(500)
  const [row] = await keptFiles()
  expect(await services.storage.size(row?.key ?? '')).toBe(row?.size)
})

test('reports a full disk and leaves nothing', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const storage: Storage = {
    ...services.storage,
    write: (key, bytes, options) => services.storage.write(key, failingAfter(bytes, 70_000, full), options),
  }
  const answer = await upload(routerOf({ storage }), formOf(aPdf(200_000)))
  expect([answer.status, (await read(answer)).code]).toEqual([507, 'storage_full'])
  expect(await storedKeys()).toEqual([])
})

function failingAfter(bytes: Readable, count: number, error: Error): Readable {
  return Readable.from(
    (async function* () {
      let seen = 0
      for await (const chunk of bytes) {
        seen += chunk.length
        if (seen > count) throw error
        yield chunk
      }
    })(),
  )
}

test('deletes the row first: the sweep removes the bytes if it is killed in between', async () => {
  const { id } = await read(await upload(routerOf({}), formOf(await aPhoto(), 'photo.jpg')))
  const storage: Storage = { ...services.storage, remove: () => Promise.reject(new Error('killed')) }
  const answer = await routerOf({ storage }).request(`/api/upload/${id}?forever=true`, {
    method: 'DELETE',
    headers: { cookie: cookie() },
  })
  expect(answer.status).toBe(204)
  expect(await keptFiles()).toEqual([])
  expect(await storedKeys()).toHaveLength(3)
  const tomorrow = { ...services, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }
  expect((await sweepFiles(tomorrow)).removed).toBe(3)
  expect(await storedKeys()).toEqual([])
})

test('the sweep reports files whose bytes are missing or truncated, and keeps all others', async () => {
  const router = routerOf({})
  const keep = async () => read(await upload(router, formOf(aPdf())))
  const complete = await keep()
  const gone = await keep()
  const cut = await keep()
  const keyOf = async (id: string) =>
    (await services.db.select().from(files).where(eq(files.id, id)))[0]?.key ?? ''
  await services.storage.remove(await keyOf(gone.id))
  await services.storage.write(await keyOf(cut.id), Readable.from([Buffer.from('%PDF')]), { maxBytes: 10 })
  const tomorrow = { ...services, clock: { now: () => new Date(Date.now() + 25 * 3_600_000) } }
  const { removed, missing } = await sweepFiles(tomorrow)
  expect([removed, missing.sort()]).toEqual([0, [gone.id, cut.id].sort()])
  expect(await services.storage.size(await keyOf(complete.id))).toBe(complete.size)
  await services.db.delete(files)
})

test('leaves no bytes if the account is deleted during the upload', async () => {
  const eve = await services.nurse('eve')
  const storage: Storage = {
    ...services.storage,
    async write(key, bytes, options) {
      const stored = await services.storage.write(key, bytes, options)
      await services.database.pool.query('delete from users where id = $1', [eve.id])
      return stored
    },
  }
  const eves = [...eve.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await upload(routerOf({ storage }), formOf(aPdf()), {
    cookie: eves,
    'idempotency-key': 'gone',
  })
  expect(answer.status).toBe(401)
  expect(await storedKeys()).toEqual([])
})

const boundary = 'b0undary'
const head = (path: string, length: number | 'chunked') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost:8080',
    'Origin: http://localhost:8080',
    `Cookie: ${cookie()}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')
const partHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`

/** A client on a plain socket: sends raw bytes and collects the response. */
function openSocket() {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.on('error', () => {})
  return { socket, received: () => received }
}

test('a client that disconnects in the middle leaves nothing behind', async () => {
  const { socket } = openSocket()
  socket.write(head('/api/upload', 5_000_000) + partHead)
  socket.write(aPdf(2_000_000))
  await vi.waitFor(async () => expect(await storedKeys()).toHaveLength(1), 5000)
  socket.destroy()
  await vi.waitFor(async () => expect(await storedKeys()).toEqual([]), 5000)
  expect(await keptFiles()).toEqual([])
})

test.each([
  ['of the wrong type', 415, Buffer.from('GIF89a, and on and on. '.repeat(400)), 20_000_000],
  ['too large by its Content-Length', 413, aPdf(9000), 400_000_000],
])('a client that is still sending a file %s receives the reason', async (_, status, first, length) => {
  const { socket, received } = openSocket()
  socket.write(head('/api/upload', length) + partHead)
  socket.write(first)
  await vi.waitFor(() => expect(received()).toContain(`HTTP/1.1 ${status} `), 5000)
  expect(received()).toContain('application/problem+json')
  socket.destroy()
  expect(await storedKeys()).toEqual([])
})

test('a client that was refused in the middle sends the rest and reuses the connection', async () => {
  const { socket, received } = openSocket()
  const first = Buffer.from(`${partHead}GIF89a${'x'.repeat(9000)}`)
  socket.write(head('/api/upload', 5_000_000))
  socket.write(first)
  await vi.waitFor(() => expect(received()).toContain('HTTP/1.1 415 '), 5000)
  socket.write(Buffer.alloc(5_000_000 - first.length, 'x'))
  socket.write(`GET /api/upload HTTP/1.1\r\nHost: localhost:8080\r\nCookie: ${cookie()}\r\n\r\n`)
  await vi.waitFor(() => expect(received()).toContain('HTTP/1.1 200 '), 5000)
  socket.destroy()
})

test('a browser-like client gets 413 for a file of 60 MB, with or without Content-Length, and continues', {
  tags: 'long',
}, async () => {
  const body = Buffer.concat([
    Buffer.from(partHead),
    aPdf(60_000_000),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { cookie: cookie(), 'content-type': `multipart/form-data; boundary=${boundary}` }
  const address = `http://127.0.0.1:${port}/api/upload`
  const streamed = await fetch(address, {
    method: 'POST',
    headers,
    body: Readable.toWeb(Readable.from(chunksOf(body))) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  expect([streamed.status, (await read(streamed)).code]).toEqual([413, 'file_too_large'])
  const announced = await fetch(address, { method: 'POST', headers, body })
  expect([announced.status, (await read(announced)).code]).toEqual([413, 'file_too_large'])
  expect(await storedKeys()).toEqual([])
  expect((await fetch(address, { headers })).status).toBe(200)
})

function* chunksOf(body: Buffer) {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
}

test('over a real connection: 25 MiB up and down, HEAD with its length, and a reader that disconnects', async () => {
  const address = `http://127.0.0.1:${port}/api/upload`
  const headers = { cookie: cookie() }
  const card = aPdf(MAX_FILE_BYTES)
  const sent = await fetch(address, { method: 'POST', headers, body: formOf(card) })
  expect(sent.status).toBe(201)
  const { id } = await read(sent)
  const content = `${address}/${id}/content`
  expect(Buffer.from(await (await fetch(content, { headers })).arrayBuffer()).equals(card)).toBe(true)
  const head = await fetch(content, { method: 'HEAD', headers })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(MAX_FILE_BYTES)])
  const leaving = new AbortController()
  await fetch(content, { headers, signal: leaving.signal })
  leaving.abort()
  expect((await fetch(content, { headers: { ...headers, range: 'bytes=-6' } })).status).toBe(206)
})
