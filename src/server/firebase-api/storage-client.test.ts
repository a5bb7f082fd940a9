import { signInWithEmailAndPassword } from 'firebase/auth'
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBlob,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  getStream,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from 'firebase/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPdf, aPng } from '#testing/documents.ts'
import { openFileServices } from '#testing/file-services.ts'
import { openFirebaseClient } from '#testing/firebase-client.ts'
import { closeStorageClients, openStorageClient, testBucket } from '#testing/firebase-storage.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { type Listening, listen } from '#testing/listening.ts'
import type { Nurse } from '#testing/test-services.ts'

const services = await openFileServices()
closeStorageClients()

let server: Listening
let ann: Nurse
let storage: FirebaseStorage
let session: string
beforeAll(async () => {
  server = await listen(services)
  services.config.publicUrl = `http://localhost:${server.port}`
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await services.nurse('ann')
  const { idToken, sessionId } = await idTokenFor(services, ann)
  storage = openStorageClient(server, idToken)
  session = sessionId
})

const at = (path: string) => ref(storage, `users/${ann.id}/${path}`)
const pdf = aPdf(2000)
const items = async (path: string) =>
  ((await (await ann.fetch(path)).json()) as { items: Record<string, unknown>[] }).items
const actions = async () => (await items('/api/users/me/activity')).map(({ action }) => action)
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no error',
    (error) => error.code,
  )

describe('uploadBytes', () => {
  test('stores a file that appears in the vault like any other', async () => {
    const { metadata } = await uploadBytes(at('licenses/RN card.pdf'), pdf, {
      contentType: 'application/pdf',
      cacheControl: 'max-age=60',
      customMetadata: { side: 'front' },
    })
    expect(metadata).toMatchObject({
      ...{ bucket: testBucket, fullPath: `users/${ann.id}/licenses/RN card.pdf`, name: 'RN card.pdf' },
      ...{ size: 2000, contentType: 'application/pdf', customMetadata: { side: 'front' } },
      ...{ cacheControl: 'max-age=60', metageneration: '1', timeCreated: '2026-03-10T15:00:00.000Z' },
    })
    expect(await items('/api/upload')).toMatchObject([
      { name: 'RN card.pdf', size: 2000, mimeType: 'application/pdf', resourceId: null },
    ])
    expect(await actions()).toContain('file_uploaded')
  })

  test('determines the type by the bytes, regardless of the client', async () => {
    const { metadata } = await uploadBytes(at('card.jpg'), await aPng(), { contentType: 'text/html' })
    expect(metadata.contentType).toBe('image/png')
    const [row] = await items('/api/upload')
    expect(row).toMatchObject({ name: 'card.jpg.png', mimeType: 'image/png' })
    expect((await ann.fetch(`/api/upload/${row?.id}/preview`)).status).toBe(200)
  })

  test('to the same path replaces the file, and the earlier one can still be restored', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    const [first] = await items('/api/upload')
    await uploadBytes(at('card.pdf'), aPdf(3000))
    expect(await items('/api/upload')).toMatchObject([{ size: 3000 }])
    expect(await items('/api/trash')).toMatchObject([{ kind: 'file', id: first?.id }])
    expect((await ann.fetch(`/api/upload/${first?.id}/restore`, { method: 'POST' })).status).toBe(200)
    expect((await items('/api/upload')).length).toBe(2)
    expect((await getMetadata(at('card.pdf'))).size).toBe(3000)
    expect((await listAll(at(''))).items.length).toBe(1)
  })

  test('to the path of a file on a record attaches the new one instead', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    const [first] = await items('/api/upload')
    const license = { kind: 'license', type: 'RN', state: 'TX', fileId: first?.id }
    const { id } = (await (await ann.json('POST', '/api/credentials', license)).json()) as { id: string }
    await uploadBytes(at('card.pdf'), aPdf(3000))
    const [second] = await items('/api/upload')
    expect(second).toMatchObject({ resourceType: 'license', resourceId: id })
    expect(await (await ann.fetch(`/api/credentials/${id}`)).json()).toMatchObject({ fileIds: [second?.id] })
  })

  test('of the same bytes keeps the file', async () => {
    const first = await uploadBytes(at('card.pdf'), pdf)
    const again = await uploadBytes(at('card.pdf'), pdf)
    expect(again.metadata.generation).toBe(first.metadata.generation)
    expect(again.metadata.metageneration).toBe('1')
    const described = await uploadBytes(at('card.pdf'), pdf, { customMetadata: { side: 'back' } })
    expect(described.metadata).toMatchObject({ metageneration: '2', customMetadata: { side: 'back' } })
    expect((await items('/api/trash')).length).toBe(0)
  })

  test('checks the MD5 hash that the client names', async () => {
    const { metadata } = await uploadBytes(at('a.pdf'), pdf)
    await uploadBytes(at('b.pdf'), pdf, { md5Hash: metadata.md5Hash })
    // The client has no code for this error.
    expect(await codeOf(uploadBytes(at('c.pdf'), aPdf(9), { md5Hash: metadata.md5Hash }))).toBe(
      'storage/unknown',
    )
    expect((await listAll(at(''))).items.length).toBe(2)
  })
})

test('uploadString stores the bytes that the string encodes', async () => {
  await uploadString(at('raw.pdf'), pdf.toString('latin1'))
  await uploadString(at('base64.pdf'), pdf.toString('base64'), 'base64')
  await uploadString(at('base64url.pdf'), pdf.toString('base64url'), 'base64url')
  await uploadString(at('url.pdf'), `data:application/pdf;base64,${pdf.toString('base64')}`, 'data_url')
  expect((await listAll(at(''))).items.map(({ name }) => name)).toEqual([
    ...['base64.pdf', 'base64url.pdf', 'raw.pdf', 'url.pdf'],
  ])
  expect(Buffer.from(await getBytes(at('url.pdf'))).equals(pdf)).toBe(true)
})

describe('uploadBytesResumable', () => {
  const large = aPdf(1_500_000)

  test('sends a large file in parts', async () => {
    const seen: number[] = []
    const task = uploadBytesResumable(at('large.pdf'), large, { customMetadata: { side: 'front' } })
    task.on('state_changed', ({ bytesTransferred }) => seen.push(bytesTransferred))
    const { metadata } = await task
    expect(metadata).toMatchObject({ size: 1_500_000, customMetadata: { side: 'front' } })
    expect(seen).toContain(262_144)
    expect(Buffer.from(await getBytes(at('large.pdf'))).equals(large)).toBe(true)
    expect((await items('/api/upload')).length).toBe(1)
  })

  test('continues after a pause', async () => {
    const task = uploadBytesResumable(at('large.pdf'), large)
    const paused = new Promise<void>((resolve) => {
      const stopWatching = task.on('state_changed', ({ state, bytesTransferred }) => {
        if (state === 'running' && bytesTransferred > 0) task.pause()
        if (state !== 'paused') return
        stopWatching()
        resolve()
      })
    })
    await paused
    expect(await codeOf(getMetadata(at('large.pdf')))).toBe('storage/object-not-found')
    task.resume()
    expect((await task).metadata.size).toBe(1_500_000)
  })

  test('stores nothing once it is canceled', async () => {
    const task = uploadBytesResumable(at('large.pdf'), large)
    task.on('state_changed', ({ bytesTransferred }) => bytesTransferred > 0 && task.cancel())
    expect(await codeOf(Promise.resolve(task))).toBe('storage/canceled')
    expect(await items('/api/upload')).toEqual([])
  })

  test('sends a small file in one request', async () => {
    expect((await uploadBytesResumable(at('small.pdf'), pdf)).metadata.size).toBe(2000)
  })

  test('refuses a file that is not a document, and keeps no part of it', async () => {
    const text = Buffer.alloc(600_000, 'text')
    expect(await codeOf(Promise.resolve(uploadBytesResumable(at('large.txt'), text)))).toBe(
      'storage/unauthorized',
    )
    const { rows } = await services.database.pool.query('select from storage_uploads')
    expect(rows.length).toBe(0)
  })
})

describe('metadata', () => {
  test('can be read, changed and removed, and the log records the changes', async () => {
    await uploadBytes(at('card.pdf'), pdf, { customMetadata: { side: 'front', of: 'card' } })
    services.clock.advance(1000)
    const changed = await updateMetadata(at('card.pdf'), {
      contentLanguage: 'en',
      customMetadata: { side: 'back' },
    })
    expect(changed).toMatchObject({
      ...{ contentLanguage: 'en', customMetadata: { side: 'back', of: 'card' }, metageneration: '2' },
      updated: '2026-03-10T15:00:01.000Z',
    })
    await updateMetadata(at('card.pdf'), { customMetadata: { side: null as never, of: null as never } })
    expect((await getMetadata(at('card.pdf'))).customMetadata).toBeUndefined()
    expect((await actions()).filter((action) => action === 'file_updated').length).toBe(2)
  })

  test('are the free fields of the file in Lanyard', async () => {
    const custom = { side: 'front', userId: 'legacy-1', note: 'x'.repeat(500) }
    await uploadBytes(at('card.pdf'), pdf, { customMetadata: custom })
    const [file] = await items('/api/upload')
    expect(file).toMatchObject({ ...custom, userId: ann.id, 'userId (own)': 'legacy-1' })
    const path = `/api/upload/${file?.id}`
    expect((await ann.json('PATCH', path, { side: null, page: 2, 'userId (own)': 'legacy-2' })).status).toBe(
      200,
    )
    expect(await getMetadata(at('card.pdf'))).toMatchObject({
      customMetadata: { userId: 'legacy-2', note: custom.note, page: '2' },
      metageneration: '2',
    })
    await updateMetadata(at('card.pdf'), { customMetadata: { note: null as never, side: 'back' } })
    const changed = await (await ann.fetch(path)).json()
    expect(changed).toMatchObject({ side: 'back', page: 2, 'userId (own)': 'legacy-2' })
    expect(changed).not.toHaveProperty('note')
  })

  test('cannot make the file pass for another type', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    expect(await codeOf(updateMetadata(at('card.pdf'), { contentType: 'text/html' }))).toBe('storage/unknown')
    await updateMetadata(at('card.pdf'), { contentType: 'application/pdf' })
    expect((await getMetadata(at('card.pdf'))).contentType).toBe('application/pdf')
  })

  test('is limited in size', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    const customMetadata = { side: 'x'.repeat(9000) }
    expect(await codeOf(updateMetadata(at('card.pdf'), { customMetadata }))).toBe('storage/unknown')
    expect(await codeOf(uploadBytes(at('other.pdf'), pdf, { customMetadata }))).toBe('storage/unknown')
  })
})

describe('reading', () => {
  test('getBytes returns all of a file, or its first bytes', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    expect(Buffer.from(await getBytes(at('card.pdf'))).equals(pdf)).toBe(true)
    expect(Buffer.from(await getBytes(at('card.pdf'), 100)).equals(pdf.subarray(0, 100))).toBe(true)
    expect((await actions()).filter((action) => action === 'file_downloaded').length).toBeGreaterThan(0)
  })

  test('getStream streams the bytes, and getBlob only exists in browsers', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    const parts: Buffer[] = []
    for await (const part of getStream(at('card.pdf'))) parts.push(Buffer.from(part))
    expect(Buffer.concat(parts).equals(pdf)).toBe(true)
    expect(() => getBlob(at('card.pdf'))).toThrow('only available in Browser')
  })

  test('getDownloadURL returns a link that works without a header', async () => {
    await uploadBytes(at('card.pdf'), pdf)
    const answer = await fetch(await getDownloadURL(at('card.pdf')))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('a download URL', () => {
  const download = async () => {
    await uploadBytes(at('card.pdf'), pdf)
    return getDownloadURL(at('card.pdf'))
  }
  const statusOf = async (url: string) => {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer.status
  }

  test('works for 15 minutes', async () => {
    const url = await download()
    services.clock.advance(14 * 60_000)
    expect(await statusOf(url)).toBe(200)
    services.clock.advance(60_000)
    expect(await statusOf(url)).toBe(403)
  })

  test('ends with the session that requested it', async () => {
    const url = await download()
    await services.database.pool.query('delete from sessions where id = $1', [session])
    expect(await statusOf(url)).toBe(403)
  })

  test('ends with its file, and opens no other file', async () => {
    const url = await download()
    await uploadBytes(at('other.pdf'), pdf)
    expect(await statusOf(url.replace('card.pdf', 'other.pdf'))).toBe(403)
    await deleteObject(at('card.pdf'))
    expect(await statusOf(url)).toBe(403)
  })

  test('cannot be forged', async () => {
    const url = await download()
    const [address, token = ''] = url.split('&token=')
    const [, until = ''] = /\.(\d+)\./.exec(Buffer.from(token, 'base64url').toString()) ?? []
    const later = Buffer.from(
      Buffer.from(token, 'base64url')
        .toString()
        .replace(until, `${Number(until) + 1}`),
    ).toString('base64url')
    for (const other of ['', 'x', later, `${token}x`, Buffer.from('a.9999999999999.x').toString('base64url')])
      expect([401, 403], other).toContain(await statusOf(`${address}&token=${other}`))
  })

  test('does not read the metadata', async () => {
    const url = await download()
    expect(await statusOf(url.replace('alt=media&', ''))).toBe(401)
  })
})

describe('list', () => {
  beforeEach(async () => {
    for (const path of ['a.pdf', 'b/1.pdf', 'b/2.pdf', 'b/c/3.pdf', 'd_e/4.pdf', 'z.pdf', 'ä.pdf'])
      await uploadBytes(at(path), pdf)
  })
  const names = (refs: { name: string }[]) => refs.map(({ name }) => name)

  test('listAll returns the files and folders in a folder', async () => {
    const root = await listAll(at(''))
    expect(names(root.items)).toEqual(['a.pdf', 'z.pdf', 'ä.pdf'])
    expect(names(root.prefixes)).toEqual(['b', 'd_e'])
    const below = await listAll(at('b'))
    expect([names(below.items), names(below.prefixes)]).toEqual([['1.pdf', '2.pdf'], ['c']])
    expect((await listAll(at('nothing'))).items).toEqual([])
  })

  test('returns pages', async () => {
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const page = await list(at(''), { maxResults: 2, ...(pageToken !== undefined && { pageToken }) })
      expect(page.items.length + page.prefixes.length).toBeLessThanOrEqual(2)
      seen.push(...names([...page.prefixes, ...page.items]))
      pageToken = page.nextPageToken
    } while (pageToken)
    expect(seen.toSorted()).toEqual(['a.pdf', 'b', 'd_e', 'z.pdf', 'ä.pdf'].toSorted())
  })

  test('omits files in the trash', async () => {
    await deleteObject(at('a.pdf'))
    const [binned] = await items('/api/trash')
    expect(names((await listAll(at(''))).items)).not.toContain('a.pdf')
    await ann.fetch(`/api/upload/${binned?.id}/restore`, { method: 'POST' })
    expect(names((await listAll(at(''))).items)).toContain('a.pdf')
  })
})

test('deleteObject moves the file to the trash', async () => {
  await uploadBytes(at('card.pdf'), pdf)
  await deleteObject(at('card.pdf'))
  expect(await items('/api/trash')).toMatchObject([{ kind: 'file', title: 'card.pdf' }])
  expect(await actions()).toContain('file_deleted')
  await uploadBytes(at('card.pdf'), aPdf(3000))
  expect((await getMetadata(at('card.pdf'))).size).toBe(3000)
})

test('a user who signed in with the client stores files with it, until the session ends', async () => {
  const client = openFirebaseClient(server)
  const { user } = await signInWithEmailAndPassword(client.auth, ann.email, ann.password)
  const own = getStorage(client.app, `gs://${testBucket}`)
  connectStorageEmulator(own, 'localhost', server.port)
  const card = ref(own, `users/${user.uid}/card.pdf`)
  await uploadBytes(card, pdf)
  expect(await items('/api/upload')).toMatchObject([{ name: 'card.pdf' }])
  const url = await getDownloadURL(card)
  await services.database.pool.query('delete from sessions where user_id = $1', [ann.id])
  expect(await codeOf(getMetadata(card))).toBe('storage/unauthenticated')
  expect((await fetch(url)).status).toBe(403)
  await client.close()
})
