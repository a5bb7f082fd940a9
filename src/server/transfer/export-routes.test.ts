import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Storage } from '#server/storage/storage.ts'
import { type ExportedFile, type ExportManifest, exportManifest } from '#shared/transfer/export.ts'
import { ceuClient, florida } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { fillVault } from '#testing/full-vault.ts'
import { addFile, addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let vault: Awaited<ReturnType<typeof fillVault>>

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  vault = await fillVault(ann, 'heron')
  await fillVault(bob, 'CUCKOO')
  await services.sweep()
})
afterAll(() => services.close())

const exported = (nurse: { fetch: Nurse['fetch'] } = ann, query = '', init: RequestInit = {}) =>
  nurse.fetch(`/api/users/me/export${query}`, init)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function readZip(answer: Response | Promise<Response>) {
  const whole = await answer
  expect(whole.status, whole.status === 200 ? '' : await whole.clone().text()).toBe(200)
  const zip = new Uint8Array(await whole.arrayBuffer())
  const members = unzipSync(zip)
  const text = (path: string) => Buffer.from(members[path] ?? []).toString()
  const json = <T>(path: string) => JSON.parse(text(path)) as T
  return { zip, members, text, json, paths: Object.keys(members) }
}

async function rows(query: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  return (await services.database.pool.query(query, values)).rows
}

describe('a nurse exports everything', () => {
  test('the ZIP has a manifest of all its members, and every file unchanged', async () => {
    const answer = await exported()
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('filename="lanyard-export-2026-03-10.zip"')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { members, json, paths } = await readZip(answer)
    const manifest = exportManifest.parse(json('lanyard.json'))
    expect(manifest.counts).toEqual({
      credentials: 3,
      cycles: 3,
      entries: 6,
      practiceRecords: 1,
      healthRecords: 1,
      files: 6,
      shares: 2,
      inTrash: 4,
    })
    expect(manifest.faults).toEqual([])
    expect(manifest.members.map(({ path }) => path)).toEqual(paths.filter((path) => path !== 'lanyard.json'))
    for (const { path, size, sha256 } of manifest.members) {
      expect(members[path]?.length, path).toBe(size)
      expect(hashOf(members[path] ?? new Uint8Array()), path).toBe(sha256)
    }
    const files = json<ExportedFile[]>('data/files.json')
    const byName = new Map(files.map((file) => [file.name, file]))
    for (const [given, bytes] of Object.entries(vault.files)) {
      const name = given.startsWith('..') ? 'BLS “card” heron.png' : given
      const path = byName.get(name)?.path ?? ''
      expect(Buffer.from(members[path] ?? []).equals(bytes), `${name} at ${path}`).toBe(true)
    }
  })

  test('paths are valid on every system and descriptive', async () => {
    const { paths } = await readZip(exported())
    const files = paths.filter((path) => path.startsWith('files/'))
    expect(files).toHaveLength(6)
    for (const path of files) expect(path).toMatch(/^files\/\d{3} [^\\/:*?"<>|\p{Cc}]+\.[a-z]+$/u)
    expect(files.some((path) => path.endsWith('Texas RN license - back heron.heic'))).toBe(true)
    expect(files.some((path) => path.includes('Not filed - loose heron.pdf'))).toBe(true)
  })

  test('other programs (unzip, Python) can open it', async () => {
    const { zip } = await readZip(exported())
    const folder = mkdtempSync(join(tmpdir(), 'lanyard-zip-'))
    try {
      const path = join(folder, 'export.zip')
      writeFileSync(path, zip)
      const script = 'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),len(z.namelist()))'
      expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim()).toBe('None 33')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the JSON has all records, including the trash and the counted hours', async () => {
    const { json } = await readZip(exported())
    const credentials =
      json<{ title?: string; name?: string; deletedAt: string | null }[]>('data/credentials.json')
    expect(credentials.find(({ title }) => title)).toMatchObject({
      ...{ kind: 'license', title: 'Texas RN license', number: 'TX-heron', tags: ['tag heron', 'compact'] },
      ...{
        notes: '=1+1 <b>bold</b> heron',
        extra: [{ name: 'Specialty', value: 'ICU heron' }],
        deletedAt: null,
      },
    })
    expect(credentials.filter(({ deletedAt }) => deletedAt !== null).map(({ name }) => name)).toEqual([
      'Old card heron',
    ])
    const entries = json<{ title: string; counts: object[] }[]>('data/ce-entries.json')
    expect(entries.find(({ title }) => title === 'Ethics heron')?.counts).toMatchObject([
      { cycleId: vault.texas.id, acceptedHours: null, countedHours: 5 },
      { cycleId: vault.florida.id, acceptedHours: 3.5, countedHours: 3.5 },
      { cycleId: vault.gone.id },
    ])
    expect(json('data/reminder-settings.json')).toMatchObject({ hour: 7, digest: 'weekly' })
    const profile = { email: ann.email, organization: 'heron Hospital', dismissedNotices: [] }
    expect(json('data/profile.json')).toMatchObject(profile)
    expect(json<object[]>('data/reminders.json').length).toBeGreaterThan(0)
    const shares = json<{ mode: string }[]>('data/share-links.json')
    expect(shares.find(({ mode }) => mode === 'live')).toMatchObject({
      ...{ recipient: 'Recruiter heron', hasPasscode: true, viewCount: 0, events: [] },
    })
    expect(shares.find(({ mode }) => mode === 'frozen')).toMatchObject({ note: 'note heron' })
    expect(json<{ action: string }[]>('data/activity.json').map(({ action }) => action)).toContain(
      'credential_shared',
    )
  })

  test('the spreadsheets can be opened, and a formula stays text', async () => {
    const { text } = await readZip(exported())
    const csv = text('spreadsheets/credentials.csv')
    expect(csv.startsWith('\uFEFFkind,title,')).toBe(true)
    expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(3)
    const license = data.find(({ kind }) => kind === 'license')
    expect(license?.notes).toBe("'=1+1 <b>bold</b> heron")
    expect(license?.files?.split('; ')).toHaveLength(2)
    const entries = Papa.parse<Record<string, string>>(text('spreadsheets/ce-entries.csv').slice(1), {
      header: true,
    }).data
    expect(entries.find(({ title }) => title === 'Ethics heron')?.hours_counted).toContain(
      'Texas RN license 2025-04-01 to 2027-03-31: 5',
    )
  })

  test('the page has no script, lists everything, and its links lead to the files', async () => {
    const { text, members } = await readZip(exported())
    const page = text('index.html')
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|https?:/i)
    for (const word of [
      'Texas RN license',
      'TX-heron',
      'Ethics heron',
      'In the trash since',
      'Recruiter heron',
    ])
      expect(page).toContain(word)
    expect(page).toContain('=1+1 &lt;b&gt;bold&lt;/b&gt; heron')
    const links = [...page.matchAll(/href="(files[^"]+)"/g)].map(([, href = '']) => decodeURIComponent(href))
    expect(new Set(links).size).toBe(6)
    for (const path of links) expect(members, path).toHaveProperty([path])
  })

  test('it contains nothing of another nurse', async () => {
    const { members } = await readZip(exported())
    for (const [path, bytes] of Object.entries(members)) {
      expect(path).not.toContain('CUCKOO')
      expect(Buffer.from(bytes).includes('CUCKOO'), path).toBe(false)
      expect(Buffer.from(bytes).includes(bob.id), path).toBe(false)
    }
  })

  test('it contains no token, hash, secret or key', async () => {
    const now = services.clock.now()
    await rows(
      `insert into second_factors (user_id, secret, created_at, confirmed_at) values ($1, 'canary-totp', $2, $2)`,
      [ann.id, now],
    )
    await rows(`insert into recovery_codes (user_id, digest) values ($1, 'canary-recovery')`, [ann.id])
    await rows(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
        values ('p1', $1, 'My phone', 'canary-public', 'canary-credential', 0, 'x', false, $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into access_tokens (id, user_id, name, digest, scopes, created_at, expires_at)
        values ('t1', $1, 'Backup script', 'canary-token', '{read}', $2, $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into push_subscriptions (owner_id, endpoint, p256dh, auth, name, created_at)
        values ($1, 'https://push.example/canary-endpoint', 'canary-p256dh', 'canary-auth', 'Chrome on Android', $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into webhooks (owner_id, url, secret, created_at) values ($1, 'https://hook.example/canary-path', 'canary-webhook', $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into calendar_feeds (owner_id, token_hash, created_at) values ($1, 'canary-calendar', $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into mail_addresses (owner_id, token_hash, sealed_token, created_at) values ($1, 'canary-mail', 'canary-sealed', $2)`,
      [ann.id, now],
    )
    await rows(
      `insert into mail_senders (owner_id, address, created_at) values ($1, 'school@nurses.example', $2)`,
      [ann.id, now],
    )
    const { members, json } = await readZip(exported())
    expect(json('data/sign-in.json')).toMatchObject({
      ...{ hasPassword: true, secondFactor: { isOn: true, recoveryCodesLeft: 1 } },
      accessTokens: [{ name: 'Backup script', scopes: ['read'] }],
      ...{ passkeys: [{ name: 'My phone' }], reminderDevices: [{ name: 'Chrome on Android' }] },
      webhook: { origin: 'https://hook.example' },
      ...{ mailAddressSince: now.toISOString(), mailSenders: ['school@nurses.example'] },
    })
    const secrets = [
      ...(await rows('select token as secret from sessions where user_id = $1', [ann.id])),
      ...(await rows('select password as secret from accounts where user_id = $1', [ann.id])),
      ...(await rows('select token_hash as secret from shares where owner_id = $1', [ann.id])),
      ...(await rows('select passcode_hash as secret from shares where owner_id = $1', [ann.id])),
      ...(await rows('select digest as secret from known_devices where user_id = $1', [ann.id])),
      ...(await rows('select key as secret from files where owner_id = $1', [ann.id])),
    ].flatMap(({ secret }) => secret ?? [])
    expect(secrets.length).toBeGreaterThan(10)
    const forbidden = [...secrets, 'canary-', vault.share.token, vault.frozen.token, ann.password]
    for (const [path, bytes] of Object.entries(members))
      for (const word of forbidden)
        expect(Buffer.from(bytes).includes(word), `${word} in ${path}`).toBe(false)
    await rows('delete from second_factors where user_id = $1', [ann.id])
  })

  test('every table with a column for its owner is in the export, or left out for a reason', async () => {
    const found = await rows(
      `select distinct c.table_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and t.table_type = 'BASE TABLE' and column_name in ('owner_id', 'user_id')
        order by 1`,
    )
    const inside =
      'access_tokens accounts audit_records calendar_feeds ceu_counts ceu_cycles ceu_entries competency_records credentials declined_topics files health_records known_devices known_networks lookups mail_addresses mail_senders notice_dismissals passkeys push_subscriptions recovery_codes reminder_deliveries reminder_settings reminders renewals requirement_lists residences second_factors second_people sessions share_events shares terms webhooks'
    // Passes, which phones hold and which are made again there; what each document of a Firebase export became; what was imported from tables and exports.
    // Responses kept for a day for repeated requests; the keys that encrypt the owner's files here; counts that are in the
    // records of the activity log; duties, which follow from the cycles; numbers of credentials; openings, which are in the logs of the
    // shares; uploads that are not files yet; and numbers that edits replaced, kept only to hide them; and mails that files came with; the codes of
    // documents made for others, which say nothing without them; and who refused to be the second person.
    const outside = [
      'idempotency_keys',
      'file_keys',
      'audit_overflows',
      'ceu_duties',
      'ceu_versions',
      'credential_counts',
      'former_numbers',
      'storage_uploads',
      'passes',
      'firebase_records',
      'imports',
      'vault_imports',
      'share_webhook_events',
      'received_mails',
      'document_codes',
      'second_person_refusals',
    ]
    expect(found.map(({ name }) => name)).toEqual([...inside.split(' '), ...outside].sort())
  })

  test('it is in the activity log', async () => {
    services.clock.set('2026-03-10T15:01:00.000Z')
    await (await exported()).arrayBuffer()
    const { items } = (await (await ann.fetch('/api/users/me/activity?limit=1')).json()) as {
      items: object[]
    }
    expect(items[0]).toMatchObject({ action: 'file_exported', resource: 'user', resourceId: ann.id })
  })

  test('a main file in the trash is not among the files of its record, but is linked again after an import', async () => {
    const dot = await services.nurse('dot')
    const { addCycle, addEntry, remove } = ceuClient(dot)
    const pdf = (name: string) => addFile(dot, formOf(aPdf(), name))
    const [front, back] = [await pdf('front.pdf'), await pdf('back.pdf')]
    await addLicense(dot, { fileId: front, fileIds: [front, back] })
    const [first, second] = [await pdf('first.pdf'), await pdf('second.pdf')]
    const cycle = await addCycle(florida)
    await addEntry({ cycleId: cycle.id, fileId: first, fileIds: [first, second] })
    for (const id of [front, first]) await remove(`upload/${id}`)
    const { json } = await readZip(exported(dot))
    expect(json('data/credentials.json')).toMatchObject([{ fileId: front, fileIds: [back] }])
    expect(json('data/ce-entries.json')).toMatchObject([{ fileId: first, fileIds: [second] }])
  })

  test('a nurse without records gets a page with a note about it', async () => {
    const cleo = await services.nurse('cleo')
    await cleo.fetch('/api/notices/first_steps/dismissal', { method: 'PUT' })
    await cleo.json('POST', '/api/ceu-cycles/declined-topics', { label: 'Sepsis', topic: 'Dementia' })
    const { text, json } = await readZip(exported(cleo))
    expect(text('index.html')).toContain('No licenses or certifications.')
    expect(json<ExportManifest>('lanyard.json').counts).toMatchObject({ credentials: 0, files: 0 })
    const dismissedAt = services.clock.now().toISOString()
    expect(json('data/profile.json')).toMatchObject({
      dismissedNotices: [{ notice: 'first_steps', dismissedAt, dismissedUntil: null }],
      declinedTopics: [{ label: 'sepsis', topic: 'Dementia', declinedAt: dismissedAt }],
    })
    const summary = await (await cleo.fetch('/api/users/me/export/summary')).json()
    expect(summary).toMatchObject({ isEmpty: true, bytes: 0 })
    expect(await (await ann.fetch('/api/users/me/export/summary')).json()).toMatchObject({
      ...{ isEmpty: false, bytes: Object.values(vault.files).reduce((sum, { length }) => sum + length, 0) },
    })
  })
})

describe('access', () => {
  test('signed out: 401; an invalid query: 422; HEAD costs nothing', async () => {
    expect((await exported(services.stranger())).status).toBe(401)
    expect((await services.stranger().fetch('/api/users/me/export/summary')).status).toBe(401)
    const odd = await exported(ann, '?progress=maybe')
    expect([odd.status, ((await odd.json()) as { errors: object[] }).errors]).toEqual([
      422,
      [{ path: 'progress', message: expect.any(String) }],
    ])
    expect((await exported(ann, '', { method: 'HEAD' })).status).toBe(200)
  })

  test('after ten minutes reauthentication is required', async () => {
    const now = services.clock.now()
    services.clock.set(new Date(now.getTime() + 11 * 60_000).toISOString())
    const refused = await exported()
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      401,
      'reauthentication_needed',
    ])
    await ann.json('POST', '/api/auth/reauthenticate', { password: ann.password })
    expect((await readZip(exported())).paths).toContain('index.html')
    services.clock.set(now.toISOString())
  })

  test('one at a time: a second one must wait until the first has ended or was canceled', async () => {
    const first = await exported(bob)
    const second = await exported(bob)
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([429, 'export_running'])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    await first.body?.cancel()
    await expect.poll(async () => (await readZip(exported(bob))).paths.length).toBeGreaterThan(0)
  })
})

describe('a client that disconnects while the export is prepared', () => {
  test.each(['', '?progress=true'])('leaves no file open: %s', async (query) => {
    const read = vi.spyOn(services.storage, 'read')
    try {
      const client = new AbortController()
      const dropped = exported(ann, query, { signal: client.signal })
      client.abort()
      expect((await dropped).status).toBe(400)
      // A complete export comes first, so that the dropped one had time to open a file.
      await (await exported()).arrayBuffer()
      const opened = await Promise.all(read.mock.settledResults.map(({ value }) => value as Readable | null))
      expect(opened.length).toBeGreaterThanOrEqual(Object.keys(vault.files).length)
      await expect.poll(() => opened.filter((bytes) => bytes && !bytes.closed)).toEqual([])
    } finally {
      read.mockRestore()
    }
  })
})

/** The lines of JSON and the bytes between them. */
async function readFrames(answer: Response) {
  const all = Buffer.from(await answer.arrayBuffer())
  const lines: Record<string, unknown>[] = []
  const parts: Buffer[] = []
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf(10, at)
    const line = JSON.parse(all.toString('utf8', at, end))
    lines.push(line)
    at = end + 1
    if ('bytes' in line) {
      parts.push(all.subarray(at, at + line.bytes))
      at += line.bytes
    }
  }
  return { lines, zip: Buffer.concat(parts) }
}

describe('with progress', () => {
  test('it tells the size, sends the same ZIP, and marks the end', async () => {
    const { lines, zip } = await readFrames(await exported(ann, '?progress=true'))
    expect(lines[0]).toEqual({ name: 'lanyard-export-2026-03-10.zip', total: zip.length })
    expect(lines.at(-1)).toEqual({ end: { size: zip.length, faults: 0 } })
    expect(Object.keys(unzipSync(new Uint8Array(zip)))).toContain('lanyard.json')
  })
})

/** The same services with a storage that can fail. */
function breakable(storage: Storage) {
  const faults = { breaks: false }
  const read: Storage['read'] = async (key, range) => {
    const bytes = await storage.read(key, range)
    if (!faults.breaks || !bytes) return bytes
    async function* some() {
      yield Buffer.from('%PDF')
      throw new Error('EIO: the disk is gone')
    }
    bytes.destroy()
    return Readable.from(some(), { objectMode: false })
  }
  return { faults, storage: { ...storage, read } }
}

describe('when files are missing or damaged', () => {
  let broken: TestServices
  let dora: Nurse
  let faults: { breaks: boolean }
  let dataDir: string
  beforeAll(async () => {
    const { createDiskStorage } = await import('#server/storage/disk.ts')
    dataDir = mkdtempSync(join(tmpdir(), 'lanyard-broken-'))
    const made = breakable(createDiskStorage(dataDir))
    faults = made.faults
    broken = await openTestServices({ storage: made.storage })
    dora = await broken.nurse('dora')
    await fillVault(dora, 'dora')
  })
  afterAll(async () => {
    await broken.close()
    rmSync(dataDir, { recursive: true })
  })

  async function reading(): Promise<{ error: Error | null; bytes: number; status: number | undefined }> {
    const server = serve({ fetch: broken.app.fetch, port: 0, hostname: 'localhost' })
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const cookie = [...dora.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    try {
      return await new Promise((resolve) => {
        let bytes = 0
        let status: number | undefined
        const end = (error: Error | null) => resolve({ error, bytes, status })
        get({ port, path: '/api/users/me/export', headers: { cookie } }, (answer) => {
          status = answer.statusCode
          answer.on('data', (part: Buffer) => {
            bytes += part.length
          })
          answer.on('end', () => end(null))
          answer.on('error', end)
        }).on('error', end)
      })
    } finally {
      server.close()
    }
  }

  test('any client can see that a stream broke midway', async () => {
    expect(await reading()).toMatchObject({ error: null, status: 200 })
    faults.breaks = true
    const { error, bytes, status } = await reading()
    expect({ status, hasBytes: bytes > 0, broken: error?.message }).toEqual({
      status: 200,
      hasBytes: true,
      broken: 'aborted',
    })
    faults.breaks = false
  })

  test('with progress a message reports the failure', async () => {
    faults.breaks = true
    const { lines } = await readFrames(await exported(dora, '?progress=true'))
    expect(lines.at(-1)).toEqual({
      problem: { code: 'unexpected', detail: expect.stringContaining('Nothing was changed') },
    })
    faults.breaks = false
    expect((await readZip(exported(dora))).paths).toContain('lanyard.json')
  })

  test('a missing and a damaged file are named in the manifest, the page and the spreadsheet', async () => {
    const all = (
      await broken.database.pool.query('select id, name, key from files where owner_id = $1 order by name', [
        dora.id,
      ])
    ).rows
    const [cut, missing, changed] = all as [
      { id: string; name: string; key: string },
      { id: string; name: string; key: string },
      { id: string; name: string; key: string },
    ]
    const at = (key: string) => join(dataDir, ...key.split('/'))
    writeFileSync(at(cut.key), readFileSync(at(cut.key)).subarray(0, -9))
    rmSync(at(missing.key))
    const bytes = readFileSync(at(changed.key))
    bytes[40] = (bytes[40] ?? 0) ^ 1
    writeFileSync(at(changed.key), bytes)
    const { lines, zip } = await readFrames(await exported(dora, '?progress=true'))
    expect(lines.at(-1)).toEqual({ end: { size: zip.length, faults: 3 } })
    const { json, text, members } = await readZip(new Response(new Uint8Array(zip)))
    const { faults: told } = json<ExportManifest>('lanyard.json')
    const byId = new Map(told.map((each) => [each.fileId, each]))
    expect(byId.get(cut.id)).toMatchObject({ fault: 'damaged', path: null })
    expect(byId.get(missing.id)).toMatchObject({ fault: 'missing', path: null })
    expect(byId.get(changed.id)).toMatchObject({ fault: 'damaged', path: expect.stringContaining('files/') })
    expect(Object.keys(members).filter((path) => path.startsWith('files/'))).toHaveLength(4)
    expect(text('index.html')).toContain('3 files are not here as uploaded.')
    expect(text('spreadsheets/files.csv').match(/,damaged\r\n/g)).toHaveLength(2)
  })
})
