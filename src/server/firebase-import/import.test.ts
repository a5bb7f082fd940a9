import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { purgeUnconfirmedUsers } from '#server/auth/registration/registration-job.ts'
import { StartError } from '#server/kernel/config.ts'
import type { Browser } from '#testing/browser.ts'
import { aPdf } from '#testing/documents.ts'
import { firebasePassword, hashParameters, timestamp, writeExport } from '#testing/firebase-export.ts'
import { openTestServices } from '#testing/test-services.ts'
import { importFirebase } from './import-service.ts'
import { readBack } from './read-back-service.ts'

const services = await openTestServices()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-firebase-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await services.database.clear()
})
afterAll(() => services.close())

const password = 'a password of 2019'
const ann = {
  localId: 'AnnUid000000000000000000001x',
  email: 'Ann@Nurses.example',
  emailVerified: true,
  ...firebasePassword(password),
}
const bea = {
  localId: 'BeaUid000000000000000000001x',
  email: 'bea@nurses.example',
  emailVerified: true,
  disabled: true,
}
const created = timestamp('2025-05-01T12:00:00Z')

const wholeExport = async () => ({
  'accounts.json': { users: [ann, bea] },
  'hash-parameters.txt': hashParameters,
  'users.json': {
    [ann.localId]: {
      name: 'Ann Lee',
      firstName: 'Ann',
      jobTitle: 'RN',
      settings: { timeZone: 'America/Chicago' },
      createdAt: created,
    },
  },
  'licenses.json': {
    lic1: {
      userId: ann.localId,
      type: 'RN',
      state: 'TX',
      number: '4711',
      expiresAt: '2027-03-31',
      status: 'active',
      unit: 'ICU',
      fileId: 'f1',
      createdAt: created,
      updatedAt: created,
    },
    lic2: { userId: 'nobody', type: 'RN', state: 'TX' },
  },
  'certifications.json': [
    { id: 'cert1', userId: bea.localId, name: 'BLS', issuer: 'AHA', expiresAt: created },
  ],
  'ceuCycles.json': {
    cyc1: {
      userId: ann.localId,
      state: 'TX',
      cycleStart: '2025-01-01',
      cycleEnd: '2026-12-31',
      requiredHours: 20,
      hoursCompleted: 99,
    },
  },
  'ceuEntries.json': {
    ent1: {
      userId: ann.localId,
      cycleId: 'cyc1',
      title: 'Sepsis',
      provider: 'NetCE',
      hours: 2.5,
      completedAt: '2026-01-02',
      topicTags: ['sepsis'],
    },
    ent2: {
      userId: ann.localId,
      cycleId: 'gone',
      title: 'Lost',
      provider: 'NetCE',
      hours: 2,
      completedAt: '2026-01-02',
    },
    ent3: {
      userId: ann.localId,
      cycleId: 'cyc1',
      title: 'Too much',
      provider: 'NetCE',
      hours: 900,
      completedAt: '2026-01-02',
    },
  },
  'fileMetadata.json': {
    f1: {
      userId: ann.localId,
      name: 'card.pdf',
      path: `users/${ann.localId}/cards/card.pdf`,
      size: 3,
      ward: 'B2',
      createdAt: created,
    },
    f2: { userId: ann.localId, name: 'gone.pdf', path: 'users/x/gone.pdf' },
  },
  [`files/users/${ann.localId}/cards/card.pdf`]: await aPdf(),
  'files/users/stray.pdf': await aPdf(),
})

const run = (options: { isWriting?: boolean; withoutPasswords?: boolean } = {}) =>
  importFirebase(services, folder, { isWriting: true, withoutPasswords: false, log() {}, ...options })
const signIn = (browser: Browser, given = password, email = 'ann@nurses.example') =>
  browser.json('POST', '/api/auth/sign-in/email', { email, password: given })
const get = async <T>(browser: Browser, path: string) => (await (await browser.fetch(path)).json()) as T
const rows = async (query: string) => (await services.database.pool.query(query)).rows
const tables = [
  'users',
  'accounts',
  'credentials',
  'ceu_cycles',
  'ceu_entries',
  'files',
  'firebase_records',
  'audit_records',
]
const countAll = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, (await rows(`select 1 from ${table}`)).length] as const),
    ),
  )
const notImported = ({ lines }: Awaited<ReturnType<typeof run>>) =>
  lines
    .filter(({ outcome }) => outcome === 'not imported')
    .map(({ collection, id }) => `${collection}/${id}`)
    .sort()

describe('a Firebase export', () => {
  test('lets its owner sign in with the old password and find everything', async () => {
    writeExport(folder, await wholeExport())
    const report = await run()
    expect(notImported(report)).toEqual([
      'ceuEntries/ent2',
      'ceuEntries/ent3',
      'fileMetadata/f2',
      'files/users/stray.pdf',
      'licenses/lic2',
    ])
    const browser = services.stranger()
    expect((await signIn(browser, 'another password')).status).toBe(401)
    const before = await rows('select password from accounts order by created_at')
    expect(before[0].password).toMatch(/^\$firebase-scrypt\$/)
    expect((await signIn(browser)).status).toBe(200)
    const [after] = await rows(`select password from accounts where user_id = '${ann.localId}'`)
    expect(after.password).toMatch(/^\$argon2id\$/)
    expect((await signIn(services.stranger())).status).toBe(200)

    expect(await get(browser, '/api/users/me')).toMatchObject({
      ...{
        id: ann.localId,
        email: 'ann@nurses.example',
        emailVerified: true,
        name: 'Ann Lee',
        jobTitle: 'RN',
      },
      settings: { timeZone: 'America/Chicago' },
      createdAt: '2025-05-01T12:00:00.000Z',
    })
    const { items } = await get<{ items: Record<string, unknown>[] }>(browser, '/api/credentials')
    expect(items).toMatchObject([
      {
        kind: 'license',
        number: '4711',
        unit: 'ICU',
        status: 'active',
        expiresAt: '2027-03-31',
        createdAt: '2025-05-01T12:00:00.000Z',
      },
    ])
    const fileId = String(items[0]?.fileId)
    expect(await get(browser, `/api/upload/${fileId}`)).toMatchObject({
      name: 'card.pdf',
      ward: 'B2',
      resourceType: 'license',
    })
    const bytes = Buffer.from(await (await browser.fetch(`/api/upload/${fileId}/content`)).arrayBuffer())
    expect(bytes.equals(Buffer.from(await aPdf()))).toBe(true)
    const cycles = await get<{ items: object[] }>(browser, '/api/ceu-cycles')
    expect(cycles.items).toMatchObject([
      { state: 'TX', hoursCompleted: 2.5, hoursCounted: 2.5, entryCount: 1 },
    ])
    expect((await get<{ items: object[] }>(browser, '/api/users/me/activity')).items).toContainEqual(
      expect.objectContaining({ action: 'file_imported' }),
    )
  })

  test('is verified by reading it back from the vault', async () => {
    writeExport(folder, await wholeExport())
    expect(await readBack(services, await run())).toEqual({
      equal: 7,
      changedHere: 0,
      deletedHere: 0,
      faults: [],
    })
    await services.database.pool.query("update credentials set number = 'other' where kind = 'license'")
    expect((await readBack(services, await run())).faults).toEqual(['licenses/lic1'])
  })

  test('is left alone by a second run, and so are changes made in Lanyard', async () => {
    writeExport(folder, await wholeExport())
    await run()
    const browser = services.stranger()
    await signIn(browser)
    const { items } = await get<{ items: { id: string }[] }>(browser, '/api/credentials')
    services.clock.advance(1000)
    await browser.json('PATCH', `/api/credentials/${items[0]?.id}`, { number: '4712' })
    const [cycle] = (await get<{ items: { id: string }[] }>(browser, '/api/ceu-cycles')).items
    await browser.fetch(`/api/ceu-cycles/${cycle?.id}`, { method: 'DELETE' })
    const before = await countAll()
    const again = await run()
    expect(await countAll()).toEqual(before)
    expect([...again.counts.values()].every(({ imported }) => imported === 0)).toBe(true)
    expect(await readBack(services, again)).toEqual({ equal: 4, changedHere: 1, deletedHere: 2, faults: [] })
    expect(await get(browser, `/api/credentials/${items[0]?.id}`)).toMatchObject({ number: '4712' })
  })

  test('gets the same report from a dry run, which writes nothing', async () => {
    writeExport(folder, await wholeExport())
    const odd = { userId: ann.localId, name: 'x.pdf' }
    writeExport(folder, {
      'fileMetadata.json': { program: { ...odd, path: 'x.exe' }, cut: { ...odd, path: 'x.pdf' } },
      'files/x.exe': 'MZ',
      'files/x.pdf': '%PDF-1.7 and no end',
    })
    const before = await countAll()
    const dry = await run({ isWriting: false })
    expect(await countAll()).toEqual(before)
    const wet = await run()
    expect(dry.counts).toEqual(wet.counts)
    expect(dry.counts.get('users')).toEqual({ imported: 1, already: 0 })
    expect(dry.lines).toEqual(wet.lines)
    expect(notImported(dry)).toEqual(expect.arrayContaining(['fileMetadata/cut', 'fileMetadata/program']))
  })

  test('leaves out on a later run what its owner has entered meanwhile', async () => {
    const members = await wholeExport()
    writeExport(folder, members)
    await run()
    const browser = services.stranger()
    await signIn(browser)
    const ohio = { kind: 'license', type: 'RN', state: 'OH', number: 'RN 99', expiresAt: '2027-10-31' }
    await browser.json('POST', '/api/credentials', ohio)
    const mine = { userId: ann.localId, type: 'RN', state: 'OH', number: '99', expiresAt: '2029-10-31' }
    const course = (members['ceuEntries.json'] as Record<string, object>).ent1
    writeExport(folder, {
      'licenses.json': { lic9: mine, lic10: { ...mine, number: '100' } },
      'ceuEntries.json': { ent9: { ...course, title: ' SEPSIS ' } },
    })
    const before = await countAll()
    const report = await run()
    expect(report.lines.filter(({ reason }) => reason === 'The vault has it already')).toMatchObject([
      { collection: 'licenses', id: 'lic9', outcome: 'not imported' },
      { collection: 'ceuEntries', id: 'ent9', outcome: 'not imported' },
    ])
    expect(await countAll()).toMatchObject({
      credentials: Number(before.credentials) + 1,
      ceu_entries: before.ceu_entries,
    })
  })

  test('adds new records of the source on a later run, and only reports changed ones', async () => {
    const members = await wholeExport()
    writeExport(folder, members)
    await run()
    const entries = { ...members['ceuEntries.json'] }
    writeExport(folder, {
      'ceuEntries.json': {
        ...entries,
        ent1: { ...entries.ent1, hours: 3 },
        ent9: { ...entries.ent1, title: 'New' },
      },
    })
    const report = await run()
    expect(report.lines).toContainEqual(
      expect.objectContaining({ collection: 'ceuEntries', id: 'ent1', field: null, outcome: 'left out' }),
    )
    expect(await rows('select title, hours from ceu_entries order by title')).toEqual([
      { title: 'New', hours: '2.50' },
      { title: 'Sepsis', hours: '2.50' },
    ])
  })

  test('does not pass on a file in another account’s folder', async () => {
    const bytes = await aPdf()
    const named = (userId: string, path: string) => ({ userId, name: 'card.pdf', path })
    writeExport(folder, {
      ...(await wholeExport()),
      'fileMetadata.json': {
        own: named(ann.localId, `users/${ann.localId}/cards/card.pdf`),
        taken: named(bea.localId, `users/${ann.localId}/cards/card.pdf`),
        deep: named(bea.localId, `cards/${ann.localId}/card.pdf`),
        gone: named(bea.localId, 'users/nobody/card.pdf'),
        [`of-${ann.localId}`]: named(bea.localId, 'not there'),
        both1: named(ann.localId, 'shared/card.pdf'),
        both2: named(bea.localId, 'shared/card.pdf'),
      },
      [`files/cards/${ann.localId}/card.pdf`]: bytes,
      [`files/users/${ann.localId}/of-${ann.localId}.pdf`]: bytes,
      'files/users/nobody/card.pdf': bytes,
      'files/shared/card.pdf': bytes,
    })
    const report = await run()
    expect(await rows('select owner_id from files')).toEqual([{ owner_id: ann.localId }])
    const reasons = new Map(report.lines.map(({ id, reason }) => [id, reason]))
    for (const id of ['taken', 'deep', 'gone', `of-${ann.localId}`])
      expect(reasons.get(id), id).toBe('Its file is in the folder of another account')
    for (const id of ['both1', 'both2'])
      expect(reasons.get(id), id).toBe('Documents of several accounts name its file')
  })

  test('reports everything besides the six collections', async () => {
    writeExport(folder, {
      ...(await wholeExport()),
      'shares.json': { s1: { userId: ann.localId } },
      'firestore/certification.json': {},
      'firestore.json': { licenses: {}, messages: { m1: {} } },
      'lanyard-import-report.json': [],
      'ceuEntries.json': {
        ent1: { userId: ann.localId, __collections__: { remarks: { r1: {} }, empty: {} } },
      },
    })
    const report = await run({ isWriting: false })
    expect(notImported(report)).toEqual(
      expect.arrayContaining([
        'ceuEntries/ent1/remarks',
        'others/firestore.json: messages',
        'others/firestore/certification.json',
        'others/shares.json',
      ]),
    )
    expect(notImported(report).join()).not.toMatch(/report|empty|hash/)
    expect(report.source.missing).toEqual([])
    rmSync(join(folder, 'ceuEntries.json'))
    rmSync(join(folder, 'licenses.json'))
    expect((await run({ isWriting: false })).source.missing).toEqual(['ceuEntries'])
  })

  test('reports the account fields that are not imported, in every run', async () => {
    const users = [{ ...ann, phoneNumber: '+15125550100', salt: undefined }]
    writeExport(folder, { ...(await wholeExport()), 'accounts.json': { users } })
    const linesOf = async (isWriting: boolean) =>
      (await run({ isWriting })).lines.filter(({ collection }) => collection === 'accounts')
    const first = await linesOf(false)
    expect(first.map(({ field }) => field)).toEqual(['phoneNumber', 'passwordHash'])
    expect(await linesOf(true)).toEqual(first)
    expect(await linesOf(true)).toEqual(first)
  })

  test('is completed by the next run after the storage failed', async () => {
    writeExport(folder, await wholeExport())
    const write = services.storage.write.bind(services.storage)
    services.storage.write = () => Promise.reject(new Error('the machine went away'))
    expect((await run()).unstored).toHaveLength(1)
    services.storage.write = write
    expect((await readBack(services, await run())).equal).toBe(7)
  })
})

describe('an account', () => {
  test('that was disabled stays disabled', async () => {
    writeExport(folder, {
      ...(await wholeExport()),
      'accounts.json': { users: [{ ...ann, disabled: true }] },
    })
    await run()
    const answer = await signIn(services.stranger())
    expect(await answer.json()).toMatchObject({ code: 'account_disabled' })
  })

  test('is never merged with an existing account', async () => {
    const here = await services.nurse('ann')
    writeExport(folder, await wholeExport())
    const report = await run()
    expect(notImported(report)).toContain(`accounts/${ann.localId}`)
    expect(notImported(report)).toContain('licenses/lic1')
    expect((await get<{ items: object[] }>(here, '/api/credentials')).items).toEqual([])
    expect((await signIn(services.stranger())).status).toBe(401)
  })

  test('that its owner deleted is not imported again', async () => {
    writeExport(folder, await wholeExport())
    await run()
    const browser = services.stranger()
    await signIn(browser)
    const gone = await browser.json('DELETE', '/api/users/me', { password })
    expect(gone.status, await gone.clone().text()).toBeLessThan(300)
    expect(notImported(await run())).toContain(`accounts/${ann.localId}`)
  })

  test('without an address, or with the address of another one, is reported with its records', async () => {
    const twin = { ...ann, localId: 'twin' }
    writeExport(folder, {
      ...(await wholeExport()),
      'accounts.json': { users: [ann, twin, { localId: 'phone' }] },
    })
    expect(notImported(await run())).toEqual(
      expect.arrayContaining(['accounts/phone', 'accounts/twin', 'certifications/cert1']),
    )
  })

  test('with a password needs the hash parameters, or is imported without it', async () => {
    const { 'hash-parameters.txt': _none, ...members } = await wholeExport()
    writeExport(folder, members)
    await expect(run()).rejects.toThrow(StartError)
    await run({ withoutPasswords: true })
    expect((await signIn(services.stranger())).status).toBe(401)
  })

  test('with an unconfirmed address and no password keeps its records', async () => {
    const mailing = await openTestServices({ env: { SMTP_URL: 'smtp://localhost:2525' } })
    try {
      const unconfirmed = {
        localId: ann.localId,
        email: ann.email,
        providerUserInfo: [{ providerId: 'facebook.com', rawId: '7' }],
      }
      writeExport(folder, { ...(await wholeExport()), 'accounts.json': { users: [unconfirmed] } })
      const report = await importFirebase(mailing, folder, {
        isWriting: true,
        withoutPasswords: false,
        log() {},
      })
      expect(report.lines).toContainEqual(
        expect.objectContaining({ field: 'providerUserInfo.facebook.com', outcome: 'left out' }),
      )
      mailing.clock.advance(3 * 86_400_000)
      await purgeUnconfirmedUsers(mailing)
      const { rows: left } = await mailing.database.pool.query('select 1 from credentials')
      expect(left).toHaveLength(1)
    } finally {
      await mailing.close()
    }
  })

  test('of Google is linked if the installation has Google as a provider', async () => {
    const google = {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'c',
      clientSecret: 's',
    }
    const known = await openTestServices({ env: { OIDC_PROVIDERS: JSON.stringify([google]) } })
    try {
      const users = [{ ...ann, providerUserInfo: [{ providerId: 'google.com', rawId: '1234' }] }]
      writeExport(folder, { ...(await wholeExport()), 'accounts.json': { users } })
      await importFirebase(known, folder, { isWriting: true, withoutPasswords: false, log() {} })
      const { rows: linked } = await known.database.pool.query(
        "select account_id from accounts where provider_id = 'google'",
      )
      expect(linked).toEqual([{ account_id: '1234' }])
    } finally {
      await known.close()
    }
  })
})

test('an unreadable export is refused with an explanation', async () => {
  const missing = importFirebase(services, join(folder, 'none'), {
    isWriting: true,
    withoutPasswords: false,
    log() {},
  })
  await expect(missing).rejects.toThrow(/is not a folder/)
  await expect(run()).rejects.toThrow(/has no accounts/)
  writeExport(folder, { 'accounts.json': '{"users": [' })
  await expect(run()).rejects.toThrow(/cannot be read as JSON/)
  writeExport(folder, { 'accounts.json': { users: [ann] }, 'hash-parameters.txt': 'rounds: 8' })
  await expect(run()).rejects.toThrow(/password hash parameters/)
})
