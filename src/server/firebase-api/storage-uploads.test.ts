import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { sweepFiles } from '#server/files/job.ts'
import { filesContaining } from '#testing/account-traces.ts'
import { aPdf } from '#testing/documents.ts'
import { openFileServices } from '#testing/file-services.ts'
import { testBucket } from '#testing/firebase-storage.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { listStored } from '#testing/storage-contract.ts'
import type { Nurse } from '#testing/test-services.ts'
import { removeAbandonedUploads } from './storage-job.ts'

// The protocol, request by request, with encrypted storage.

const services = await openFileServices({ env: { FILES_KEY: randomBytes(32).toString('base64') } })
/** A second process with the same database and storage. */
const otherProcess = createApp(services) as unknown as Hono

const PART = 256 * 1024
const bucket = `/v0/b/${testBucket}/o`
type Send = (path: string, init?: RequestInit, app?: Hono) => Promise<Response>
let ann: Nurse
let send: Send
beforeEach(async () => {
  ann = await services.nurse('ann')
  send = await senderFor(ann)
  for (const { key } of await listStored(services.storage, '')) await services.storage.remove(key)
})

async function senderFor(nurse: Nurse): Promise<Send> {
  const { idToken } = await idTokenFor(services, nurse)
  return async (path, { headers, ...init } = {}, app = services.app) =>
    app.request(path, { ...init, headers: { ...headers, Authorization: `Firebase ${idToken}` } })
}

const nameAt = (path: string) => `users/${ann.id}/${path}`
const pathOf = (path: string) => `${bucket}/${encodeURIComponent(nameAt(path))}`
const keys = async () => (await listStored(services.storage, '')).map(({ key }) => key)
const rowsOf = async (table: string) => (await services.database.pool.query(`select * from ${table}`)).rows

const post = (path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
  send(`${bucket}?name=${encodeURIComponent(nameAt(path))}`, { method: 'POST', body, headers })

function related(
  metadata: string,
  bytes: Buffer,
  boundary = 'the-boundary',
): [Buffer<ArrayBuffer>, Record<string, string>] {
  const head = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${metadata}\r\n--${boundary}\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--`)])
  return [body, { 'Content-Type': `multipart/related; boundary=${boundary}` }]
}

/** Begins an upload. Returns its URL and a function that sends its next request. */
async function begin(path: string, size: number | null, sender = send) {
  const answer = await sender(`${bucket}?name=${encodeURIComponent(nameAt(path))}`, {
    method: 'POST',
    body: JSON.stringify({ metadata: { side: 'front' } }),
    headers: {
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      ...(size !== null && { 'X-Goog-Upload-Header-Content-Length': String(size) }),
    },
  })
  const url = new URL(answer.headers.get('x-goog-upload-url') ?? 'http://none')
  const address = `${url.pathname}${url.search}`
  const next = (command: string, offset = 0, body?: Buffer<ArrayBuffer>, app?: Hono) =>
    send(
      address,
      {
        method: 'POST',
        ...(body && { body }),
        headers: { 'X-Goog-Upload-Command': command, 'X-Goog-Upload-Offset': String(offset) },
      },
      app,
    )
  return { answer, address, next }
}

const stateOf = ({ status, headers }: Response) => [
  status,
  headers.get('x-goog-upload-status'),
  headers.get('x-goog-upload-size-received'),
]

describe('an upload in one request', () => {
  const pdf = aPdf(2000)

  test('may contain only the bytes, and is served at both addresses', async () => {
    const answer = await post('card.pdf', pdf, { 'Content-Type': 'application/pdf' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ name: nameAt('card.pdf'), size: '2000', bucket: testBucket })
    const read = await send(`${pathOf('card.pdf').replace('/v0', '')}?alt=media`)
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true)
    expect(await filesContaining(services.dataDir, ['%PDF'])).toEqual([])
  })

  test('may contain the metadata before the bytes', async () => {
    const answer = await post('card.pdf', ...related('{"metadata":{"side":"front"}}', pdf))
    expect(await answer.json()).toMatchObject({ metadata: { side: 'front' }, size: '2000' })
  })

  test.each<[string, () => [Buffer, Record<string, string>]]>([
    ['without a boundary', () => [pdf, { 'Content-Type': 'multipart/related' }]],
    ['of another kind', () => [pdf, { 'Content-Type': 'multipart/form-data; boundary=x' }]],
    ['that is compressed', () => [pdf, { 'Content-Encoding': 'gzip' }]],
    ['that breaks off', () => [related('{}', pdf)[0].subarray(0, -20), related('{}', pdf)[1]]],
    ['without JSON', () => related('side', pdf)],
    ['with JSON of another shape', () => related('{"metadata":{"side":7}}', pdf)],
    ['with too much JSON', () => related(`{"x":"${'x'.repeat(30_000)}"}`, pdf)],
    [
      'with one part',
      () => [Buffer.from('--x\r\n\r\n{}\r\n--x--'), { 'Content-Type': 'multipart/related; boundary=x' }],
    ],
    [
      'with three parts',
      () => {
        const [body, headers] = related('{}', pdf)
        return [
          Buffer.from(body.toString('latin1').replace(/--$/, '\r\n\r\nmore\r\n--the-boundary--'), 'latin1'),
          headers,
        ]
      },
    ],
  ])('is refused %s, and leaves nothing', async (_name, make) => {
    const [body, headers] = make()
    const answer = await post('card.pdf', new Uint8Array(body), headers)
    expect([400, 413]).toContain(answer.status)
    expect(await answer.json()).toMatchObject({ error: { code: answer.status } })
    expect([await rowsOf('files'), await keys()]).toEqual([[], []])
  })

  test('is refused with a name that no object can have', async () => {
    for (const path of ['', 'a/', '/a', 'a//b', 'a/../b', 'a\0', 'x'.repeat(1025)])
      expect((await post(path, pdf)).status, path.slice(0, 9)).toBe(400)
    expect((await send(`${bucket}/users%2F${ann.id}%2F%ff`)).status).toBe(400)
  })

  test('leaves no bytes when its row cannot be inserted', async () => {
    await services.database.pool.query(
      'alter table audit_records add constraint no check (action <> $$file_uploaded$$)',
    )
    expect((await post('card.pdf', pdf)).status).toBe(500)
    await services.database.pool.query('alter table audit_records drop constraint no')
    expect(await rowsOf('files')).toEqual([])
    services.clock.advance(2 * 86_400_000)
    services.clock.set(new Date(Date.now() + 2 * 86_400_000).toISOString())
    await sweepFiles(services)
    expect(await keys()).toEqual([])
    services.clock.set('2026-03-10T15:00:00.000Z')
  })
})

describe('an upload in parts', () => {
  const pdf = aPdf(3 * PART - 1000)
  const part = (index: number) => pdf.subarray(index * PART, (index + 1) * PART) as Buffer<ArrayBuffer>

  test('may go through several processes and results in one file', async () => {
    const { answer, next } = await begin('large.pdf', pdf.length)
    expect(stateOf(answer)).toEqual([200, 'active', null])
    expect(stateOf(await next('upload', 0, part(0), otherProcess))).toEqual([200, 'active', `${PART}`])
    expect(stateOf(await next('query', 0, undefined, otherProcess))).toEqual([200, 'active', `${PART}`])
    expect(stateOf(await next('upload', PART, part(1)))).toEqual([200, 'active', `${2 * PART}`])
    expect(await filesContaining(services.dataDir, ['xxxxxxxxxx'])).toEqual([])
    const last = await next('upload, finalize', 2 * PART, part(2), otherProcess)
    expect(stateOf(last)).toEqual([200, 'final', `${pdf.length}`])
    expect(await last.json()).toMatchObject({ name: nameAt('large.pdf'), metadata: { side: 'front' } })
    const read = await send(`${pathOf('large.pdf')}?alt=media`)
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true)
    expect((await keys()).length).toBe(1)
    expect(stateOf(await next('query'))).toEqual([200, 'final', `${pdf.length}`])
  })

  test('may end without a declared size, but only its last part may have any length', async () => {
    const { next } = await begin('large.pdf', null)
    for (const index of [0, 1]) await next('upload', index * PART, part(index))
    // The size of the last part is not a multiple of 256 KiB.
    expect((await next('upload', 2 * PART, part(2))).status).toBe(403)
    await next('upload, finalize', 2 * PART, part(2))
    expect((await rowsOf('files')).length).toBe(1)
  })

  test('stores a repeated part once', async () => {
    const { next } = await begin('large.pdf', pdf.length)
    await next('upload', 0, part(0))
    expect(stateOf(await next('upload', 0, part(0)))).toEqual([200, 'active', `${PART}`])
    await next('upload', PART, part(1))
    const both = await Promise.all([0, 1].map(() => next('upload, finalize', 2 * PART, part(2))))
    expect(both.map(stateOf)).toEqual([
      [200, 'final', `${pdf.length}`],
      [200, 'final', `${pdf.length}`],
    ])
    expect(stateOf(await next('upload, finalize', 2 * PART, part(2)))).toEqual([
      200,
      'final',
      `${pdf.length}`,
    ])
    expect((await rowsOf('files')).length).toBe(1)
    expect((await keys()).length).toBe(1)
  })

  test('stores one of two different concurrent parts', async () => {
    const { next } = await begin('large.pdf', pdf.length)
    const both = await Promise.all([part(0), part(1)].map((bytes) => next('upload', 0, bytes)))
    for (const each of both) expect(stateOf(each)).toEqual([200, 'active', `${PART}`])
    expect((await keys()).length).toBe(1)
  })

  test('refuses a gap, and more or fewer bytes than declared', async () => {
    const { next } = await begin('large.pdf', PART + 10)
    expect((await next('upload', 5, part(0))).status).toBe(400)
    expect((await next('upload', 0, pdf as Buffer<ArrayBuffer>)).status).toBe(403)
    expect((await next('upload', 0)).status).toBe(200)
    await next('upload', 0, part(0))
    expect((await next('finalize', PART)).status).toBe(403)
    expect(stateOf(await next('query'))).toEqual([200, 'active', `${PART}`])
    expect(await rowsOf('files')).toEqual([])
  })

  test('refuses unknown commands', async () => {
    const { next, address } = await begin('large.pdf', 10)
    for (const command of ['', 'start', 'x']) expect((await next(command)).status, command).toBe(400)
    const headers = { 'X-Goog-Upload-Command': 'upload', 'X-Goog-Upload-Offset': '-1' }
    expect((await send(address, { method: 'POST', headers })).status).toBe(400)
    expect((await send(address.replace(/upload_id=[^&]+/, 'upload_id=x'), { method: 'POST' })).status).toBe(
      404,
    )
  })

  test.each([0, 26_214_401])('cannot begin with a size of %i', async (size) => {
    expect((await begin('large.pdf', size)).answer.status).toBe(403)
  })

  test('ends when it is canceled', async () => {
    const { next } = await begin('large.pdf', pdf.length)
    await next('upload', 0, part(0))
    expect(stateOf(await next('cancel'))).toEqual([200, 'cancelled', null])
    expect((await next('query')).status).toBe(404)
    expect([await rowsOf('storage_uploads'), await keys()]).toEqual([[], []])
  })

  test('is accessible only to its owner', async () => {
    const bob = await services.nurse('bob')
    const sendAsBob = await senderFor(bob)
    const { address } = await begin('large.pdf', pdf.length)
    for (const command of ['query', 'upload', 'cancel', 'upload, finalize']) {
      const headers = { 'X-Goog-Upload-Command': command, 'X-Goog-Upload-Offset': '0' }
      expect((await sendAsBob(address, { method: 'POST', headers })).status).toBe(404)
    }
    expect((await begin('large.pdf', 10, sendAsBob)).answer.status).toBe(403)
    expect((await rowsOf('storage_uploads')).length).toBe(1)
  })

  test('is removed with its parts after twelve hours', async () => {
    const { next } = await begin('large.pdf', pdf.length)
    await next('upload', 0, part(0))
    services.clock.advance(11 * 3_600_000)
    await removeAbandonedUploads(services)
    expect((await rowsOf('storage_uploads')).length).toBe(1)
    services.clock.advance(2 * 3_600_000)
    await removeAbandonedUploads(services)
    expect([await rowsOf('storage_uploads'), await keys()]).toEqual([[], []])
  })

  test('is one of ten: an eleventh ends the least recently used one', async () => {
    const beginLater = (name: number) => {
      services.clock.advance(1000)
      return begin(`${name}.pdf`, pdf.length)
    }
    const [first, second] = [await beginLater(0), await beginLater(1)]
    await second.next('upload', 0, part(0))
    for (let count = 2; count < 10; count++) await beginLater(count)
    services.clock.advance(1000)
    await first.next('upload', 0, part(0))
    expect((await keys()).length).toBe(2)
    await beginLater(10)
    expect((await first.next('query')).status).toBe(200)
    expect((await second.next('query')).status).toBe(404)
    expect((await rowsOf('storage_uploads')).length).toBe(10)
    expect((await keys()).length).toBe(1)
  })
})

test('an export includes the paths and metadata, and an import moves them to the new owner’s folder', async () => {
  await post('cards/front.pdf', ...related('{"metadata":{"side":"front"}}', aPdf(2000)))
  const zip = await (await ann.fetch('/api/users/me/export')).arrayBuffer()
  const bob = await services.nurse('bob')
  const headers = { 'Content-Type': 'application/zip' }
  const answer = await bob.fetch('/api/users/me/import', { method: 'POST', body: zip, headers })
  expect(answer.status).toBe(200)
  const name = `users/${bob.id}/cards/front.pdf`
  const found = await (await senderFor(bob))(`${bucket}/${encodeURIComponent(name)}`)
  expect(await found.json()).toMatchObject({ name, size: '2000', metadata: { side: 'front' } })
})
