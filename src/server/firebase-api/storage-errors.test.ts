import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emulatorRateLimits } from '#server/rate-limits/store.ts'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { aPdf } from '#testing/documents.ts'
import { openFileServices } from '#testing/file-services.ts'
import { closeStorageClients, openStorageClient } from '#testing/firebase-storage.ts'
import { idTokenFor } from '#testing/firebase-tokens.ts'
import { type Listening, listen } from '#testing/listening.ts'
import type { Nurse } from '#testing/test-services.ts'

// The client's codes for this server's responses.

const rateLimits = { ...emulatorRateLimits, upload: { tries: 8, seconds: 3600 } }
const services = await openFileServices({ rateLimits })
closeStorageClients()
let server: Listening
let ann: Nurse
let idToken: string
beforeAll(async () => {
  server = await listen(services)
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await services.nurse('ann')
  idToken = (await idTokenFor(services, ann)).idToken
})

const pdf = aPdf(2000)
const at = (path: string, token: string | undefined = idToken) =>
  ref(openStorageClient(server, token), `users/${ann.id}/${path}`)
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no error',
    (error) => error.code,
  )

test('object-not-found', async () => {
  const missing = at('missing.pdf')
  for (const asked of [getMetadata, getBytes, getDownloadURL, deleteObject])
    expect(await codeOf(asked(missing)), asked.name).toBe('storage/object-not-found')
  expect(await codeOf(updateMetadata(missing, {}))).toBe('storage/object-not-found')
})

test('unauthenticated: without a token, with a bad one, or once the session has ended', async () => {
  const signedOut = ref(openStorageClient(server), `users/${ann.id}/card.pdf`)
  await services.database.pool.query('delete from sessions where user_id = $1', [ann.id])
  for (const where of [signedOut, at('card.pdf', `${idToken}x`), at('card.pdf')]) {
    for (const asked of [getMetadata, getBytes, deleteObject, listAll])
      expect(await codeOf(asked(where)), asked.name).toBe('storage/unauthenticated')
    expect(await codeOf(uploadBytes(where, pdf))).toBe('storage/unauthenticated')
  }
})

test('unauthorized: everywhere except in the user’s own folder', async () => {
  const storage = openStorageClient(server, idToken)
  for (const path of [
    'card.pdf',
    'users',
    `users/${ann.id}x/card.pdf`,
    'users/bob/card.pdf',
    `public/${ann.id}/a`,
  ])
    for (const asked of [getMetadata, listAll, deleteObject])
      expect(await codeOf(asked(ref(storage, path))), path).toBe('storage/unauthorized')
  expect(await codeOf(uploadBytes(ref(storage, 'card.pdf'), pdf))).toBe('storage/unauthorized')
})

test('unauthorized: a file that Lanyard does not accept', async () => {
  const tooLarge = Buffer.concat([pdf, Buffer.alloc(MAX_FILE_BYTES)])
  for (const bytes of [Buffer.from('text'), Buffer.alloc(0), pdf.subarray(0, 900), tooLarge])
    expect(await codeOf(uploadBytes(at('card.pdf'), bytes))).toBe('storage/unauthorized')
  expect((await listAll(at(''))).items).toEqual([])
})

test('object-not-found: anything in another bucket', async () => {
  const other = openStorageClient(server, idToken, 'another.appspot.com')
  expect(await codeOf(getMetadata(ref(other, `users/${ann.id}/card.pdf`)))).toBe('storage/object-not-found')
})

test('quota-exceeded', async () => {
  await services.database.pool.query(
    `insert into files (owner_id, key, name, size, mime_type, sha256, created_at)
     values ($1, 'files/full', 'Full', $2, 'application/pdf', '', now())`,
    [ann.id, MAX_OWNER_BYTES - 1000],
  )
  expect(await codeOf(uploadBytes(at('card.pdf'), pdf))).toBe('storage/quota-exceeded')
})

test('retry-limit-exceeded: the client tries again while the server asks it to wait', async () => {
  const where = at('card.pdf')
  for (let count = 0; count < 8; count++) await uploadBytes(where, pdf)
  where.storage.maxUploadRetryTime = 100
  expect(await codeOf(uploadBytes(where, pdf))).toBe('storage/retry-limit-exceeded')
})
