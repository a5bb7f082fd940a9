import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { asOwnerId } from '#server/users/owner.ts'
import type { FilePage, File as KeptFile } from '#shared/files/file.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import { aHeic, anAvif, aPdf, aPhoto, aPng, aWebp, formOf, isRed, pixelOf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeFolder } from './service.ts'
import { folderOf } from './storage-key-service.ts'
import { files } from './table.ts'

let services: TestServices
let ann: Nurse
let bea: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})
afterAll(() => services.close())

/** Each test expects one of these types. */
const read = async (answer: Response) => (await answer.json()) as KeptFile & FilePage & ProblemBody

const send = (nurse: Nurse, form: FormData, headers: Record<string, string> = {}) =>
  nurse.fetch('/api/upload', { method: 'POST', body: form, headers })

async function keep(nurse: Nurse, bytes: Buffer, name = 'card.pdf'): Promise<KeptFile> {
  const answer = await send(nurse, formOf(bytes, name))
  expect(answer.status, await answer.clone().text()).toBe(201)
  return read(answer)
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of services.storage.list('')) keys.push(key)
  return keys
}

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}

async function auditOf(nurse: Nurse, resourceId: string) {
  const rows = await services.db.select().from(auditRecords).where(eq(auditRecords.resourceId, resourceId))
  return rows
    .filter(({ userId }) => userId === nurse.id)
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ action, metadata, severity }) => ({ action, metadata, severity }))
}

describe('uploading', () => {
  test('a nurse uploads a PDF and downloads the same bytes', async () => {
    const card = Buffer.concat([aPdf(), randomBytes(300_000), Buffer.from('\n%%EOF\n')])
    const answer = await send(ann, formOf(card, 'C:\\Users\\ann\\O’Brien – Führerschein.pdf'))
    expect(answer.status).toBe(201)
    const kept = await read(answer)
    expect(answer.headers.get('location')).toBe(`/api/upload/${kept.id}`)
    expect(kept).toEqual({
      id: expect.any(String),
      userId: ann.id,
      name: 'O’Brien – Führerschein.pdf',
      size: card.length,
      mimeType: 'application/pdf',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      resourceType: null,
      resourceId: null,
      createdAt: services.clock.now().toISOString(),
    })
    expect(await read(await ann.fetch(`/api/upload/${kept.id}`))).toEqual(kept)
    const content = await ann.fetch(`/api/upload/${kept.id}/content`)
    expect((await bytesOf(content)).equals(card)).toBe(true)
    const what = { size: card.length, mimeType: 'application/pdf' }
    const actions = (await auditOf(ann, kept.id)).map(({ action, metadata }) => ({ action, metadata }))
    expect(actions).toHaveLength(2)
    expect(actions).toContainEqual({ action: 'file_uploaded', metadata: what })
    expect(actions).toContainEqual({ action: 'file_downloaded', metadata: what })
  })

  test('accepts 25 MiB and rejects one byte more, with or without Content-Length', {
    tags: 'long',
  }, async () => {
    const kept = await keep(ann, aPdf(MAX_FILE_BYTES))
    expect(kept.size).toBe(MAX_FILE_BYTES)
    const before = await storedKeys()
    const announced = await send(ann, formOf(aPdf(MAX_FILE_BYTES + 1)))
    expect([announced.status, (await read(announced)).code]).toEqual([413, 'file_too_large'])
    const form = new Response(formOf(aPdf(MAX_FILE_BYTES + 1)))
    const streamed = await ann.fetch('/api/upload', {
      method: 'POST',
      body: form.body,
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      duplex: 'half',
    } as RequestInit)
    expect([streamed.status, (await read(streamed)).code]).toEqual([413, 'file_too_large'])
    expect((await storedKeys()).sort()).toEqual(before.sort())
  })

  test('determines the type by the bytes, regardless of the name and the browser', async () => {
    const kinds = [
      [await aPhoto(), 'image/jpeg'],
      [await aPng(), 'image/png'],
      [await aWebp(), 'image/webp'],
      [aHeic(), 'image/heic'],
      [aPdf(), 'application/pdf'],
    ] as const
    for (const [bytes, mimeType] of kinds) {
      const answer = await send(ann, formOf(bytes, 'card.html', 'text/html'))
      const { id } = await read(answer)
      const content = await ann.fetch(`/api/upload/${id}/content`)
      expect(content.headers.get('content-type')).toBe(mimeType)
      expect((await bytesOf(content)).equals(bytes)).toBe(true)
    }
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1')],
    ['ZIP or office', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1')],
    ['a page that is also a PDF', Buffer.concat([Buffer.from('<html>'), aPdf()])],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['AVIF', null],
  ])('rejects %s with the name of a license, and stores nothing', async (_, bytes) => {
    const before = await storedKeys()
    const answer = await send(ann, formOf(bytes ?? (await anAvif()), 'license.pdf', 'application/pdf'))
    expect([answer.status, (await read(answer)).code]).toEqual([415, 'file_kind_refused'])
    expect((await storedKeys()).sort()).toEqual(before.sort())
  })

  test('rejects an empty file, a truncated PDF and an unreadable picture, each by name', async () => {
    const before = await storedKeys()
    const photo = await aPhoto()
    for (const bytes of [Buffer.alloc(0), aPdf().subarray(0, -10), photo.subarray(0, -300)]) {
      const answer = await send(ann, formOf(bytes))
      expect(answer.status).toBe(422)
      expect((await read(answer)).errors).toEqual([{ path: 'file', message: expect.any(String) }])
    }
    expect((await storedKeys()).sort()).toEqual(before.sort())
  })

  test('rejects anything but a form with one file, with a problem', async () => {
    const json = await ann.json('POST', '/api/upload', { file: 'x' })
    expect([json.status, (await read(json)).code]).toEqual([415, 'multipart_expected'])
    const broken = await ann.fetch('/api/upload', {
      method: 'POST',
      body: 'nonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([broken.status, (await read(broken)).code]).toEqual([400, 'bad_request'])
    const empty = new FormData()
    empty.append('note', 'no file')
    expect((await send(ann, empty)).status).toBe(422)
  })

  test('the same idempotency key and file create one record; another file is rejected', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const card = aPdf(5000)
    const stored = (await storedKeys()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(ann, formOf(card), key)))
    const kept = await Promise.all(answers.map(read))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const each of kept) expect(each).toEqual(kept[0])
    const before = await storedKeys()
    expect(before).toHaveLength(stored + 1)
    const other = await send(ann, formOf(aPdf(6000)), key)
    expect([other.status, (await read(other)).code]).toEqual([422, 'idempotency_mismatch'])
    expect((await storedKeys()).sort()).toEqual(before.sort())
    const rows = await services.db.select().from(files).where(eq(files.ownerId, ann.id))
    expect(rows.filter(({ sha256 }) => sha256 === kept[0]?.sha256)).toHaveLength(1)
  })
})

describe('downloading', () => {
  const card = aPdf(2000)
  let id: string
  beforeAll(async () => {
    id = (await keep(ann, card, 'Ann’s "RN" license;.pdf.exe')).id
  })
  const content = (headers: Record<string, string> = {}, query = '', method = 'GET') =>
    ann.fetch(`/api/upload/${id}/content${query}`, { method, headers })

  test('is never executed, cached or sniffed', async () => {
    const { headers } = await content()
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="Ann_s RN license_.pdf.exe.pdf"; filename*=UTF-8\'\'Ann%E2%80%99s%20RN%20license%3B.pdf.exe.pdf',
    )
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-length')).toBe('2000')
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect((await content({}, '?disposition=inline')).headers.get('content-disposition')).toMatch(/^inline;/)
    expect((await content({}, '?disposition=page')).status).toBe(422)
  })

  test('is not repeated for a version that the browser already has', async () => {
    const etag = (await content()).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await content({ 'if-none-match': condition })
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([304, 0])
    }
    expect((await content({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=1990-', 1990, 1999],
    ['bytes=1990-99999', 1990, 1999],
    ['bytes=-10', 1990, 1999],
    ['bytes=-99999', 0, 1999],
  ])('serves the range %s alone', async (range, start, end) => {
    const answer = await content({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/2000`)
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
    expect((await bytesOf(answer)).equals(card.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=2000-', 'bytes=5-2', 'bytes=-0', 'bytes=-', 'bytes=x-y'])(
    'rejects the range %s',
    async (range) => {
      const answer = await content({ range })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */2000'])
    },
  )

  test('several ranges, another unit or an outdated If-Range return the complete file', async () => {
    for (const headers of [
      { range: 'bytes=0-1,5-9' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-9', 'if-range': '"old"' },
    ] as Record<string, string>[]) {
      const answer = await content(headers)
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 2000])
    }
    const etag = (await content()).headers.get('etag') ?? ''
    expect((await content({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  })

  test('HEAD returns the same headers without the bytes', async () => {
    const head = await content({}, '', 'HEAD')
    expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([
      200,
      '2000',
      0,
    ])
    expect(head.headers.get('etag')).toBe((await content()).headers.get('etag'))
  })

  test('reports missing or truncated bytes, and keeps the record', async () => {
    const { id: lost } = await keep(ann, aPdf(1500))
    const [row] = await services.db.select().from(files).where(eq(files.id, lost))
    await services.storage.remove(row?.key ?? '')
    for (const method of ['GET', 'HEAD']) {
      expect((await ann.fetch(`/api/upload/${lost}/content`, { method })).status).toBe(410)
    }
    const answer = await ann.fetch(`/api/upload/${lost}/content`)
    expect((await read(answer)).code).toBe('file_bytes_missing')
    expect((await ann.fetch(`/api/upload/${lost}`)).status).toBe(200)
  })
})

describe('the other parts of an upload', () => {
  const formWith = (parts: Record<string, string>) => {
    const form = formOf(aPdf())
    for (const [name, value] of Object.entries(parts)) form.append(name, value)
    return form
  }

  test('are free fields of the file, or its name', async () => {
    const answer = await send(ann, formWith({ side: 'front', note: " O'Brien ", name: 'BLS.exe' }))
    expect(answer.status).toBe(201)
    const kept = await read(answer)
    expect(kept).toMatchObject({ side: 'front', note: "O'Brien", name: 'BLS.exe.pdf' })
    expect(await read(await ann.fetch(`/api/upload/${kept.id}`))).toEqual(kept)
  })

  test.each([
    ['sha256', 'Unknown field'],
    ['userId', 'Unknown field'],
    ['naem', 'Did you mean name?'],
    ['x'.repeat(51), 'Name too long (max 50)'],
  ])('are refused if they cannot be kept: %s', async (path, message) => {
    const before = await storedKeys()
    const answer = await send(ann, formWith({ [path]: 'x' }))
    expect([answer.status, (await read(answer)).errors]).toEqual([422, [{ path, message }]])
    expect((await storedKeys()).sort()).toEqual(before.sort())
  })

  test('are part of what is sent once', async () => {
    const key = { 'Idempotency-Key': 'with-parts' }
    const first = await send(ann, formWith({ side: 'front' }), key)
    expect(await read(await send(ann, formWith({ side: 'front' }), key))).toEqual(await read(first))
    expect((await send(ann, formWith({ side: 'back' }), key)).status).toBe(422)
  })
})

describe('the metadata', () => {
  const change = (nurse: Nurse, id: string, patch: object) => nurse.json('PATCH', `/api/upload/${id}`, patch)

  test('accepts additional fields and another name, and includes the owner', async () => {
    const { id } = await keep(ann, aPdf())
    const changed = await read(await change(ann, id, { name: 'BLS.exe', side: 'front', room: '4' }))
    expect(changed).toMatchObject({ id, userId: ann.id, name: 'BLS.exe.pdf', side: 'front', room: '4' })
    const again = await read(await change(ann, id, { side: null }))
    expect(again).toMatchObject({ name: 'BLS.exe.pdf', room: '4' })
    expect(again).not.toHaveProperty('side')
    const scalars = await read(await change(ann, id, { page: 2, isOriginal: false }))
    expect(scalars).toEqual({ ...again, page: 2, isOriginal: false })
    expect((await read(await change(ann, id, { naem: 'x' }))).errors).toEqual([
      { path: 'naem', message: 'Did you mean name?' },
    ])
    await change(ann, id, { page: null, isOriginal: null })
    expect(await read(await ann.fetch(`/api/upload/${id}`))).toEqual(again)
    expect((await read(await ann.fetch('/api/upload?limit=200'))).items).toContainEqual(again)
    expect(again).not.toHaveProperty('key')
    expect((await auditOf(ann, id)).map(({ action }) => action)).toContain('file_updated')
  })

  test.each([
    'size',
    'sha256',
    'mimeType',
    'userId',
    'ownerId',
    'key',
    'resourceId',
    'deletedAt',
    'freeFields',
  ])('rejects %s from a client', async (key) => {
    const { id } = await keep(ann, aPdf())
    expect((await change(ann, id, { [key]: 'x' })).status).toBe(422)
  })

  test('can be changed only by its owner', async () => {
    const { id } = await keep(ann, aPdf())
    expect((await change(bea, id, { side: 'front' })).status).toBe(403)
    expect((await change(ann, randomUUID(), { side: 'front' })).status).toBe(404)
    const stranger = await services.stranger().json('PATCH', `/api/upload/${id}`, { side: 'front' })
    expect(stranger.status).toBe(401)
  })
})

describe('previewing', () => {
  test('shows a photo upright, small and without GPS data', async () => {
    const { id } = await keep(ann, await aPhoto({ width: 2400, height: 1200, orientation: 6 }), 'photo.jpg')
    const answer = await ann.fetch(`/api/upload/${id}/preview`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const preview = await bytesOf(answer)
    const { width, height, exif } = await sharp(preview).metadata()
    expect([width, height, exif]).toEqual([800, 1600, undefined])
    expect(preview.includes('Canary')).toBe(false)
    expect(isRed(await pixelOf(preview, 700, 100))).toBe(true)
    const small = await bytesOf(await ann.fetch(`/api/upload/${id}/preview?width=300`))
    expect((await sharp(small).metadata()).height).toBe(480)
    const etag = answer.headers.get('etag') ?? ''
    const again = await ann.fetch(`/api/upload/${id}/preview`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    for (const width of ['0', '1601', 'x']) {
      expect((await ann.fetch(`/api/upload/${id}/preview?width=${width}`)).status).toBe(422)
    }
  })

  test('converts a HEIC for every browser; a PDF has no preview', async () => {
    const { id } = await keep(ann, aHeic(), 'IMG_0001.HEIC')
    const preview = await bytesOf(await ann.fetch(`/api/upload/${id}/preview`))
    expect((await sharp(preview).metadata()).format).toBe('webp')
    expect(preview.includes('TestPhone')).toBe(false)
    const { id: pdf } = await keep(ann, aPdf())
    expect((await ann.fetch(`/api/upload/${pdf}/preview`)).status).toBe(404)
  })

  test('regenerates a lost preview, but not from lost bytes', async () => {
    const { id } = await keep(ann, await aPng(), 'card.png')
    const [row] = await services.db.select().from(files).where(eq(files.id, id))
    const previews = (await storedKeys()).filter((key) =>
      key.startsWith((row?.key ?? '').replace('files/', 'previews/')),
    )
    expect(previews).toHaveLength(2)
    for (const key of previews) await services.storage.remove(key)
    expect((await ann.fetch(`/api/upload/${id}/preview?width=480`)).status).toBe(200)
    expect(await storedKeys()).toEqual(expect.arrayContaining(previews))
    for (const key of [...previews, row?.key ?? '']) await services.storage.remove(key)
    expect((await ann.fetch(`/api/upload/${id}/preview`)).status).toBe(410)
  })
})

describe('access', () => {
  const endpoints = [
    ['GET', ''],
    ['GET', '/content'],
    ['HEAD', '/content'],
    ['GET', '/preview'],
    ['DELETE', ''],
  ] as const

  test('requires a session everywhere', async () => {
    const { id } = await keep(ann, await aPhoto(), 'photo.jpg')
    const stranger = services.stranger()
    for (const [method, path] of endpoints) {
      expect((await stranger.fetch(`/api/upload/${id}${path}`, { method })).status).toBe(401)
    }
    expect((await stranger.fetch('/api/upload')).status).toBe(401)
    const before = await storedKeys()
    const upload = await stranger.fetch('/api/upload', { method: 'POST', body: formOf(aPdf()) })
    expect([upload.status, (await read(upload)).detail]).toEqual([
      401,
      'User not authenticated - please log in and try again.',
    ])
    expect((await storedKeys()).sort()).toEqual(before.sort())
  })

  test('is refused to another nurse everywhere, and audited', async () => {
    const { id } = await keep(ann, await aPhoto(), 'photo.jpg')
    for (const [method, path] of endpoints) {
      const answer = await bea.fetch(`/api/upload/${id}${path}`, { method })
      expect(answer.status).toBe(403)
      if (method !== 'HEAD') expect((await read(answer)).detail).toBe('Unauthorized access to file metadata')
    }
    const refusals = await auditOf(bea, id)
    expect(refusals).toHaveLength(endpoints.length)
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ action: 'security_unauthorized_access', severity: 'high' })
    }
    expect((await ann.fetch(`/api/upload/${id}/content`)).status).toBe(200)
  })

  test('returns 404 to everyone for unknown ids of any form', async () => {
    for (const id of [randomUUID(), 'nothing', "1'; --", 'x'.repeat(100)]) {
      for (const [method, path] of endpoints) {
        const answer = await ann.fetch(`/api/upload/${encodeURIComponent(id)}${path}`, { method })
        expect(answer.status).toBe(404)
        if (method !== 'HEAD') expect((await read(answer)).detail).toBe('File metadata not found')
      }
    }
  })

  test('lists each nurse’s own files, newest first, page by page', async () => {
    const cara = await services.nurse('cara')
    const kept: string[] = []
    for (let day = 11; day <= 15; day++) {
      services.clock.set(`2026-03-${day}T15:00:00.000Z`)
      kept.unshift((await keep(cara, aPdf(day * 100))).id)
    }
    services.clock.set('2026-03-15T15:00:00.000Z')
    kept.unshift((await keep(cara, aPdf(900))).id)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await read(await cara.fetch(`/api/upload?limit=2${cursor && `&cursor=${cursor}`}`))
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items.map((item: KeptFile) => item.id))
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect([...seen].sort()).toEqual([...kept].sort())
    expect(seen.slice(2)).toEqual(kept.slice(2))

    await services.db
      .update(files)
      .set({ resourceType: 'license', resourceId: randomUUID() })
      .where(eq(files.id, kept[3] ?? ''))
    const unattached = await read(await cara.fetch('/api/upload?unattached=true'))
    expect(unattached.items.map((item: KeptFile) => item.id)).not.toContain(kept[3])
    expect(unattached.items).toHaveLength(5)
    expect((await cara.fetch('/api/upload?limit=0')).status).toBe(422)
    expect((await cara.fetch('/api/upload?owner=ann')).status).toBe(422)
  })
})

describe('removing', () => {
  test('deletes a file with its bytes and previews', async () => {
    const { id } = await keep(ann, await aPhoto(), 'photo.jpg')
    const [row] = await services.db.select().from(files).where(eq(files.id, id))
    const name = row?.key.split('/').at(-1) ?? 'none'
    expect((await storedKeys()).filter((key) => key.includes(name))).toHaveLength(3)
    const answer = await ann.fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await storedKeys()).filter((key) => key.includes(name))).toEqual([])
    expect((await ann.fetch(`/api/upload/${id}`)).status).toBe(404)
    expect((await ann.fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE' })).status).toBe(404)
    expect((await auditOf(ann, id)).map(({ action }) => action)).toContain('file_purged')
  })

  test('removes only the bytes of a deleted account', async () => {
    const dora = await services.nurse('dora')
    await keep(dora, await aPhoto(), 'photo.jpg')
    await keep(dora, aPdf())
    const rows = await services.db.select().from(files).where(eq(files.ownerId, dora.id))
    const others = (await storedKeys()).filter((key) => !rows.some((row) => key.includes(row.key.slice(6))))
    expect(await storedKeys()).toHaveLength(others.length + 4)
    await removeFolder(services, folderOf(asOwnerId(dora.id)))
    expect((await storedKeys()).sort()).toEqual(others.sort())
  })

  test('reveals no owner in a storage key', async () => {
    for (const key of await storedKeys()) {
      expect(key).toMatch(/^(files|previews)\/[0-9a-f]{32}\/[0-9a-f]{32}(-\d+\.webp)?$/)
      expect(key).not.toContain(ann.id)
    }
  })
})
