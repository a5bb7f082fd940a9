import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import type { Browser } from '#testing/browser.ts'
import { aPdf } from '#testing/documents.ts'
import { firebasePassword, hashParameters, timestamp, writeExport } from '#testing/firebase-export.ts'
import { openTestServices } from '#testing/test-services.ts'
import { importFirebase } from './import-service.ts'
import { readBack } from './read-back-service.ts'

// The documents of an owner are encrypted with the owner's key, so storing them needs the account.
const services = await openTestServices({ env: { FILES_KEY: randomBytes(32).toString('base64') } })
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-firebase-'))
  writeExport(folder, await twoNurses())
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  services.storage.write = write
  await services.database.clear()
})
afterAll(() => services.close())
const write = services.storage.write

const password = 'a password of 2019'
const ann = 'AnnUid000000000000000000001x'
const bea = 'BeaUid000000000000000000001x'
const made = { createdAt: timestamp('2025-05-01T12:00:00Z'), updatedAt: timestamp('2025-05-01T12:00:00Z') }
const account = (localId: string, name: string) => ({
  ...{ localId, email: `${name}@nurses.example`, emailVerified: true },
  ...firebasePassword(password),
})
const card = (userId: string, name: string) => ({ userId, name, path: `users/${userId}/${name}` })

const twoNurses = async () => ({
  'accounts.json': { users: [account(ann, 'ann'), account(bea, 'bea')] },
  'hash-parameters.txt': hashParameters,
  'licenses.json': {
    lic1: { userId: ann, type: 'RN', state: 'TX', number: '4711', fileId: 'f1', ...made },
    lic2: { userId: bea, type: 'RN', state: 'TX', number: '4712', fileId: 'f2', ...made },
  },
  'ceuCycles.json': {
    cyc1: { userId: ann, state: 'TX', cycleStart: '2025-01-01', cycleEnd: '2026-12-31', requiredHours: 20 },
  },
  'ceuEntries.json': {
    ent1: {
      ...{ userId: ann, cycleId: 'cyc1', title: 'Sepsis', provider: 'NetCE', hours: 2.5 },
      ...{ completedAt: '2026-01-02', fileId: 'f3', ...made },
    },
  },
  'fileMetadata.json': {
    f1: card(ann, 'card.pdf'),
    f2: card(bea, 'card.pdf'),
    f3: card(ann, 'sepsis.pdf'),
  },
  [`files/users/${ann}/card.pdf`]: await aPdf(),
  [`files/users/${bea}/card.pdf`]: await aPdf(),
  [`files/users/${ann}/sepsis.pdf`]: await aPdf(),
})

const run = (isWriting = true) =>
  importFirebase(services, folder, { isWriting, withoutPasswords: false, log() {} })
const get = async <T>(browser: Browser, path: string) => (await (await browser.fetch(path)).json()) as T

async function signedIn(name: string): Promise<Browser> {
  const browser = services.stranger()
  const email = `${name}@nurses.example`
  await browser.json('POST', '/api/auth/sign-in/email', { email, password })
  return browser
}

type Item = { id: string; fileId: string | null; fileIds: string[] }

/** The names of the files of the nurse's first license, and whether the bytes of its main file can be read. */
async function licenseOf(browser: Browser) {
  const { items } = await get<{ items: Item[] }>(browser, '/api/credentials')
  const [license] = items
  const names = []
  for (const id of license?.fileIds ?? [])
    names.push((await get<{ name: string }>(browser, `/api/upload/${id}`)).name)
  const content = await browser.fetch(`/api/upload/${license?.fileId}/content`)
  const isReadable = Buffer.from(await content.arrayBuffer()).equals(Buffer.from(await aPdf()))
  return { id: license?.id, names, isReadable }
}

const imported = { isReadable: true, names: ['card.pdf'] }
const everything = async () => {
  const { rows } = await services.database.pool.query(
    `select id, resource_id, key, xmin::text from files union all
      select id, file_id, '', xmin::text from credentials union all
      select id, file_id, '', xmin::text from ceu_entries order by 1`,
  )
  return rows
}

test('an import with FILES_KEY stores every document, encrypted and on its record', async () => {
  const report = await run()
  expect(report.counts.get('fileMetadata')).toEqual({ imported: 3, already: 0 })
  expect(report.unstored).toEqual([])
  const browser = await signedIn('ann')
  expect(await licenseOf(browser)).toMatchObject(imported)
  const { items } = await get<{ items: Item[] }>(browser, '/api/ceu-entries')
  expect(items).toMatchObject([{ fileId: expect.any(String), fileIds: [expect.any(String)] }])
  const { rows } = await services.database.pool.query(`select 1 from files where key not like '%.sealed'`)
  expect(rows).toEqual([])
  expect(await readBack(services, report)).toMatchObject({ equal: 9, faults: [] })
})

test('a second run changes nothing', async () => {
  await run()
  const before = await everything()
  const again = await run()
  expect(await everything()).toEqual(before)
  expect([...again.counts.values()].every(({ imported: more }) => more === 0)).toBe(true)
  expect(again.attached).toBe(0)
})

test('a document that cannot be stored is named, and the next run puts it on its license', async () => {
  services.storage.write = (key, bytes, options) =>
    options.owner === ann ? Promise.reject(new Error('the disk went away')) : write(key, bytes, options)
  const report = await run()
  expect(report.unstored).toEqual([
    { owner: ann, path: `users/${ann}/card.pdf`, reason: 'An unexpected error occurred' },
    { owner: ann, path: `users/${ann}/sepsis.pdf`, reason: 'An unexpected error occurred' },
  ])
  expect(report.counts.get('fileMetadata')).toEqual({ imported: 1, already: 0 })
  expect(report.lines.filter(({ collection }) => collection === 'fileMetadata')).toHaveLength(2)
  expect(JSON.stringify([report.unstored, report.lines])).not.toContain('4711')
  const browser = await signedIn('ann')
  const { id } = await licenseOf(browser)
  expect(await licenseOf(await signedIn('bea'))).toMatchObject(imported)

  services.storage.write = write
  services.clock.advance(1000)
  await browser.json('PATCH', `/api/credentials/${id}`, { notes: 'Changed between the runs' })
  const again = await run()
  expect(again.unstored).toEqual([])
  expect(await licenseOf(browser)).toMatchObject(imported)
  const { items } = await get<{ items: Item[] }>(browser, '/api/ceu-entries')
  expect(items).toMatchObject([{ fileIds: [expect.any(String)] }])
  expect(await get(browser, `/api/credentials/${id}`)).toMatchObject({ notes: 'Changed between the runs' })
  expect((await readBack(services, again)).faults).toEqual([])
})

test('a full disk is reported as the reason', async () => {
  services.storage.write = () => Promise.reject(new Problem('storage_full'))
  const { unstored } = await run()
  expect(unstored).toHaveLength(3)
  expect(unstored[0]?.reason).toBe(new Problem('storage_full').message)
})

// An earlier version stored the documents only in the second run, without attaching them to their records.
test('a run attaches the documents that an earlier version left off, unless the owner changed the record', async () => {
  await run()
  await services.database.pool.query('update files set resource_type = null, resource_id = null')
  await services.database.pool.query('update credentials set file_id = null')
  await services.database.pool.query('update ceu_entries set file_id = null')
  const browser = await signedIn('bea')
  const { id } = await licenseOf(browser)
  services.clock.advance(1000)
  await browser.json('PATCH', `/api/credentials/${id}`, { fileIds: [] })
  expect((await readBack(services, await run(false))).faults).toEqual(['fileMetadata/f1', 'fileMetadata/f3'])

  const report = await run()
  expect(report.attached).toBe(2)
  expect(await licenseOf(await signedIn('ann'))).toMatchObject(imported)
  expect(await licenseOf(browser)).toMatchObject({ names: [] })
  expect((await readBack(services, report)).faults).toEqual([])
})
