import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operation, readOperations } from '#testing/open-api.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { bodyBound, boundBodies, createBodyBudget, readBody } from './request-body.ts'

let services: TestServices
let operations: Operation[]
let server: ReturnType<typeof serve>

beforeAll(async () => {
  services = await openTestServices({ env: { OPS_TOKEN: 'a token of the operator' } })
  operations = (await readOperations(services.app)).filter(({ method }) => method !== 'GET')
  server = serve({ fetch: services.app.fetch, port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  if ('closeAllConnections' in server) server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await services.close()
})

type Sent = { method: string; path: string; length?: number; bytes: number; type: string }

/** Sends a body with its length or in chunks, until the response arrives. */
function send({ method, path, length, bytes, type }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const framing =
      length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }
    const headers = { 'content-type': type, ...framing }
    const asked = request({ port, method, path, headers, agent: false })
    let sent = 0
    let isOver = false
    const part = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      // Only the last chunk exceeds the limit, so that nothing is in transit when the response comes.
      while (!isOver && sent < bytes) {
        const piece = part.subarray(0, Math.min(part.length, bytes - sent))
        sent += piece.length
        if (!asked.write(piece)) return void asked.once('drain', more)
      }
      if (bytes === 0) asked.flushHeaders()
    }
    asked.on('response', (answer) => {
      isOver = true
      answer.resume()
      resolve(answer.statusCode ?? 0)
      asked.destroy()
    })
    asked.on('error', (error) => {
      if (!isOver) reject(error)
    })
    more()
  })
}

describe('a body over the limit of its route', () => {
  const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
  const typeOf = ({ body }: Operation) => Object.keys(body)[0] ?? 'application/json'

  test('is refused by every route, with and without a Content-Length', async () => {
    const failures: string[] = []
    for (const operation of operations) {
      const path = pathOf(operation)
      const most = bodyBound(path)
      if (most === null) continue
      const what = { method: operation.method, path, type: typeOf(operation) }
      const told = await send({ ...what, length: most + 1, bytes: 0 })
      if (told !== 413) failures.push(`${operation.name} with its length: ${told}`)
      const chunked = await send({ ...what, bytes: most + 1 })
      if (chunked !== 413) failures.push(`${operation.name} in chunks: ${chunked}`)
    }
    expect(operations.length).toBeGreaterThan(60)
    expect(failures).toEqual([])
  })

  test('only uploads and the import stream their body, and they authenticate first', async () => {
    const streamed = operations.filter((operation) => bodyBound(pathOf(operation)) === null)
    expect(streamed.map(({ name }) => name)).toEqual([
      'POST /api/users/me/import',
      'POST /api/upload',
      'POST /ops/rules',
    ])
    for (const operation of streamed) {
      const status = await send({
        ...{ method: 'POST', path: pathOf(operation), type: typeOf(operation) },
        ...{ length: 6_000_000_000, bytes: 0 },
      })
      expect(status).toBe(401)
    }
  })
})

test('a streaming route reads no more of an endless body than it asks for', async () => {
  const app = new Hono()
  app.use('*', boundBodies())
  app.post('/b/lanyard/o', async (c) => c.body(null, (await readBody(c, 1000)) ? 200 : 500))
  app.onError((error, c) => c.text('', 'status' in error ? (error.status as 413) : 500))
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += 100
      if (sent > 1_000_000) controller.close()
      else controller.enqueue(new Uint8Array(100))
    },
  })
  const asked = new Request('http://localhost/b/lanyard/o', { method: 'POST', body, duplex: 'half' })
  expect((await app.request(asked)).status).toBe(413)
  expect(sent).toBeLessThan(2000)
})

describe('the memory of all bodies', () => {
  test('is limited, for one network too, and is freed when the requests end', async () => {
    const budget = createBodyBudget(4000)
    const app = new Hono<{ Variables: { text: string } }>()
    const held = Promise.withResolvers<void>()
    app.use('*', boundBodies(budget))
    app.post('/hold', async (c) => {
      const text = await c.req.text()
      await held.promise
      return c.text(text)
    })
    app.onError((error, c) =>
      'status' in error ? c.text(error.message, error.status as 429) : c.text('', 500),
    )
    const post = (bytes: number) => app.request('/hold', { method: 'POST', body: 'x'.repeat(bytes) })
    const first = post(900)
    while (budget.held() < 900) await new Promise(setImmediate)
    expect((await post(200)).status).toBe(429)
    expect(budget.held()).toBe(900)
    held.resolve()
    expect((await first).status).toBe(200)
    expect(budget.held()).toBe(0)
  })

  test('counts a body by its Content-Length before any of it has arrived', async () => {
    const budget = createBodyBudget(4000)
    const app = new Hono()
    app.use('*', boundBodies(budget))
    app.post('/', async (c) => c.text(await c.req.text()))
    app.onError((error, c) => c.text('', 'status' in error ? (error.status as 429) : 500))
    const other = serve({ fetch: app.fetch, port: 0 })
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const post = (bytes: number) =>
      request({ port, method: 'POST', headers: { 'content-length': bytes }, agent: false })
    const statusOf = async (asked: ReturnType<typeof post>) => {
      const [answer] = await once(asked, 'response')
      answer.resume()
      return answer.statusCode
    }
    const slow = post(900)
    slow.flushHeaders()
    await expect.poll(budget.held).toBe(900)
    const refused = post(200)
    refused.end('x'.repeat(200))
    expect(await statusOf(refused)).toBe(429)
    slow.end('x'.repeat(900))
    expect(await statusOf(slow)).toBe(200)
    await expect.poll(budget.held).toBe(0)
    await new Promise((resolve) => other.close(resolve))
  })

  test('is refused with 503 and Retry-After beyond the budget of all networks', () => {
    const budget = createBodyBudget(4000)
    const open = ['one', 'two', 'three', 'four'].map((network) => budget.open(network))
    for (const hold of open) hold.add(1000)
    const late = budget.open('five')
    expect(() => late.add(1)).toThrow(expect.objectContaining({ code: 'too_busy', retryAfter: 2 }))
    open[0]?.release()
    late.add(1000)
    for (const hold of [...open, late]) hold.release()
    expect(budget.held()).toBe(0)
  })
})
