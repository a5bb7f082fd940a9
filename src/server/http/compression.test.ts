import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { compressJson } from './compression.ts'

const large = { items: Array.from({ length: 100 }, (_, index) => ({ title: `License ${index}` })) }
const app = new Hono()
app.use('*', compressJson as never)
app.get('/large', (c) => c.json(large, 201, { 'X-Kept': 'yes' }))
app.get('/small', (c) => c.json({ ok: true }))
app.get('/text', (c) => c.text('text '.repeat(1000)))
app.get('/download', (c) => c.json(large, 200, { 'Content-Disposition': 'attachment' }))
app.get('/nothing', (c) => c.body(null, 204))

const own = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'same-origin' }

test('compresses large JSON for our own pages, and keeps status and headers', async () => {
  const answer = await app.request('/large', { headers: own })
  expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('x-kept')]).toEqual([
    201,
    'br',
    'yes',
  ])
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(JSON.stringify(large).length / 4)
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(large)
})

test.each([
  ['another site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
  ['a program that does not say where it is', { 'accept-encoding': 'br' }],
  ['a browser without Brotli', { ...own, 'accept-encoding': 'gzip' }],
])('does not compress for %s', async (_who, headers) => {
  const answer = await app.request('/large', { headers })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.json()).toEqual(large)
})

test.each(['/small', '/text', '/download', '/nothing'])('does not compress %s', async (path) => {
  const answer = await app.request(path, { headers: own })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect((await answer.text()).length).toBe((await (await app.request(path)).text()).length)
})

test('does not touch the body of an uncompressed response', async () => {
  const answer = Response.json(large)
  const look = vi.fn()
  Object.defineProperty(answer, 'body', { get: look })
  const watched = new Hono().use('*', compressJson as never).get('/', () => answer)
  const { status } = await watched.request('/', { headers: { ...own, 'accept-encoding': 'gzip' } })
  expect(status).toBe(200)
  expect(look).not.toHaveBeenCalled()
})
