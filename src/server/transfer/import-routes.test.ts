import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emulatorRateLimits } from '#server/rate-limits/store.ts'
import { defaultSettings, earlierDefaultSettings } from '#shared/reminders/settings.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { aPdf } from '#testing/documents.ts'
import { forgeExport, readExportedVault, readJsonMember } from '#testing/exports.ts'
import { fillVault } from '#testing/full-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let eve: Nurse
let zip: Uint8Array
let vault: Awaited<ReturnType<typeof fillVault>>

beforeAll(async () => {
  const rateLimits = {
    ...emulatorRateLimits,
    import: { tries: 10_000, seconds: 3600 },
    importAtOnce: { tries: 10_000, seconds: 600 },
  }
  services = await openTestServices({ rateLimits })
  ann = await services.nurse('ann')
  vault = await fillVault(ann, 'heron')
  zip = await exportOf(ann)
})
afterAll(() => services.close())

let nurses = 0
beforeEach(async () => {
  nurses += 1
  eve = await services.nurse(`eve${nurses}`)
})

async function exportOf(nurse: Nurse): Promise<Uint8Array> {
  const answer = await nurse.fetch('/api/users/me/export')
  expect(answer.status, await (answer.ok ? '' : answer.clone().text())).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const bring = (
  bytes: Uint8Array | ReadableStream<Uint8Array>,
  nurse: { fetch: Nurse['fetch'] } = eve,
  query = '',
  type = 'application/zip',
) =>
  nurse.fetch(`/api/users/me/import${query}`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    ...(bytes instanceof ReadableStream ? { duplex: 'half' } : {}),
    headers: { 'content-type': type },
  })
type Answer = { code: string; errors?: { path: string; message: string }[] } & Record<string, number>
const read = async (answer: Promise<Response>) => {
  const got = await answer
  return { status: got.status, body: (await got.json()) as Answer }
}
async function bytesOf(nurse: Nurse): Promise<{ rows: number; keys: string[] }> {
  const summary = (await (await nurse.fetch('/api/users/me/export/summary')).json()) as {
    counts: Record<string, number>
  }
  const keys: string[] = []
  for await (const { key } of services.storage.list('')) keys.push(key)
  return { rows: Object.values(summary.counts).reduce((sum, count) => sum + count, 0), keys: keys.sort() }
}

describe('a nurse moves from another Lanyard installation', () => {
  test('and gets the same vault, files, trash and settings, under new ids', async () => {
    const { status, body } = await read(bring(zip))
    expect([status, body]).toEqual([
      200,
      {
        ...{
          credentials: 3,
          cycles: 3,
          entries: 6,
          practiceRecords: 1,
          healthRecords: 1,
          files: 6,
          inTrash: 4,
        },
        ...{ filesLeftOut: 0, sharesLeftOut: 2 },
      },
    ])
    const again = await exportOf(eve)
    const [before, after] = [readExportedVault(zip), readExportedVault(again)]
    const { firstName, ...profile } = after.profile
    expect(firstName).not.toBe(before.profile.firstName)
    expect({ ...after, profile: { ...profile, firstName: before.profile.firstName } }).toEqual(before)
    expect(after.hashes.every(([isSame]) => isSame)).toBe(true)
    expect(Buffer.from(again).includes(vault.license.id)).toBe(false)
    expect(await (await eve.fetch('/api/share')).json()).toMatchObject({ items: [] })
    const { items } = (await (await eve.fetch('/api/users/me/activity')).json()) as {
      items: { action: string }[]
    }
    expect(items.map(({ action }) => action)).toContain('file_imported')
    expect(items.map(({ action }) => action)).not.toContain('credential_created')
  })

  test('and derived values are computed again, reminders are planned, and the trash can be restored', async () => {
    await bring(zip)
    await services.sweep()
    const { items } = (await (await eve.fetch('/api/reminders')).json()) as { items: object[] }
    expect(items.length).toBeGreaterThan(0)
    const cycles = (await (await eve.fetch('/api/ceu-cycles')).json()) as {
      items: { state: string; hoursCounted: number }[]
    }
    expect(Object.fromEntries(cycles.items.map(({ state, hoursCounted }) => [state, hoursCounted]))).toEqual({
      TX: 5,
      FL: 10,
    })
    const gone = (
      await services.database.pool.query("select id from ceu_cycles where owner_id = $1 and state = 'OK'", [
        eve.id,
      ])
    ).rows[0]
    const back = await eve.fetch(`/api/ceu-cycles/${gone.id}/restore`, { method: 'POST' })
    expect((await back.json()) as object).toMatchObject({ entryCount: 3, hoursCounted: 11 })
    const { items: found } = (await (await eve.fetch('/api/credentials?q=texas+heron')).json()) as {
      items: object[]
    }
    expect(found).toHaveLength(1)
  })

  test.each([
    ['of an earlier version without settings', null, earlierDefaultSettings],
    ['of this version with the default', defaultSettings, defaultSettings],
  ])('and keeps the reminder schedule, from an export %s', async (_what, exported, expected) => {
    const brought = forgeExport(zip, (members, edit) => {
      members[exportPaths.reminderSettings] = Buffer.from(JSON.stringify(exported))
      edit(members, exportPaths.credentials, (rows: object[]) => {
        for (const row of rows) Object.assign(row, { reminderDays: null })
      })
    })
    expect((await read(bring(brought))).status).toBe(200)
    expect(await (await eve.fetch('/api/reminders/settings')).json()).toEqual(expected)
    const { items } = (await (await eve.fetch('/api/credentials')).json()) as { items: object[] }
    expect(items[0]).toMatchObject({ reminderDays: 30, followsSchedule: true })
    const again = readExportedVault(await exportOf(eve))
    expect(again.credentials.map(({ reminderDays }) => reminderDays)).toEqual([null, null, null])
  })

  test('and sees the progress', async () => {
    const answer = await bring(zip, eve, '?progress=true')
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toEqual({ files: { done: 0, total: 6 } })
    expect(lines.at(-2)).toEqual({ files: { done: 6, total: 6 } })
    expect(lines.at(-1)).toMatchObject({ imported: { credentials: 3 } })
  })

  test('with a ZIP that was unpacked and zipped again inside a folder', async () => {
    const members = Object.fromEntries(
      Object.entries(unzipSync(zip)).map(([path, bytes]) => [`my export/${path}`, bytes]),
    )
    expect((await read(bring(zipSync({ ...members, '__MACOSX/x': new Uint8Array(3) })))).status).toBe(200)
  })

  test('with the extension of its content for a file that was renamed in it', async () => {
    const renamed = forgeExport(zip, (members, edit) => {
      edit(members, exportPaths.files, (files: { name: string; mimeType: string }[]) => {
        Object.assign(files.find(({ mimeType }) => mimeType === 'application/pdf') ?? {}, {
          name: 'card\u202efdp.exe',
        })
      })
    })
    expect((await read(bring(renamed))).status).toBe(200)
    const names = readExportedVault(await exportOf(eve)).files.map(({ name }) => name)
    expect(names).toContain('cardfdp.exe.pdf')
  })

  test('from an export of a version without ways to renew, whose rules had another shape', async () => {
    const earlierRule = {
      ...{ id: 'TX-RN', version: '2026-11-21', jurisdiction: 'TX', license: 'RN', certification: null },
      ...{ periodYears: 2, hours: 20, hoursName: 'contact hours', hoursNote: null, alternatives: null },
      ...{ firstRenewalHours: 0, topics: [], caps: [], refusedKinds: [], conversions: {} },
      ...{ renewal: { text: null, dates: [] }, board: 'Texas Board of Nursing' },
      ...{ boardUrl: 'https://www.bon.texas.gov/', sources: ['https://www.bon.texas.gov/ce'] },
      ...{ asOf: '2026', readOn: '2026-11-21', confidence: 'high' },
    }
    const earlier = forgeExport(zip, (members, edit) => {
      edit(members, exportPaths.cycles, (rows: Record<string, unknown>[]) =>
        rows.map(({ wayId: _way, needAnswers: _needs, carriedOverHours: _hours, ...row }) => ({
          ...row,
          rule: row.rule && earlierRule,
        })),
      )
    })
    expect((await read(bring(earlier))).status).toBe(200)
    const { items } = (await (await eve.fetch('/api/ceu-cycles')).json()) as {
      items: { state: string; rule: { version: string; ways: object[] } | null; newerRule: object | null }[]
    }
    expect(items.find(({ state }) => state === 'TX')).toMatchObject({
      rule: { version: '2026-11-21', ways: [{ id: 'ce' }] },
      newerRule: { version: '2026-11-22' },
    })
  })

  test('without files that were missing in the export, which are counted', async () => {
    const lame = forgeExport(zip, (members, edit) => {
      edit(members, exportPaths.files, (files: { path: string | null; fault: string | null }[]) => {
        Object.assign(files[0] ?? {}, { path: null, fault: 'missing' })
      })
    })
    expect((await read(bring(lame))).body).toMatchObject({ files: 5, filesLeftOut: 1 })
  })
})

describe('access', () => {
  test('signed out: 401; another type: 415; a vault with something in it, or in its trash: 422', async () => {
    expect((await bring(zip, services.stranger())).status).toBe(401)
    expect((await read(bring(zip, eve, '', 'text/plain'))).body.code).toBe('zip_expected')
    expect(await read(bring(zip, ann))).toMatchObject({ status: 422, body: { code: 'vault_not_empty' } })
    const made = await eve.json('POST', '/api/credentials', {
      kind: 'certification',
      name: 'BLS',
      issuer: 'AHA',
    })
    const { id } = (await made.json()) as { id: string }
    await eve.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    expect((await read(bring(zip))).body.code).toBe('vault_not_empty')
  })

  test('the profile and reminder settings that the owner has changed stay', async () => {
    await eve.json('PUT', '/api/users/me', {
      organization: 'Mercy',
      settings: { timeZone: 'Pacific/Honolulu' },
    })
    const usual = (await (await eve.fetch('/api/reminders/settings')).json()) as object
    await eve.json('PUT', '/api/reminders/settings', { ...usual, hour: 20 })
    await bring(zip)
    expect(await (await eve.fetch('/api/users/me')).json()).toMatchObject({
      ...{
        organization: 'Mercy',
        jobTitle: 'RN',
        settings: { timeZone: 'Pacific/Honolulu', locale: 'en-US' },
      },
    })
    expect(await (await eve.fetch('/api/reminders/settings')).json()).toMatchObject({
      hour: 20,
      digest: 'each',
    })
  })
})

describe('concurrently', () => {
  test('two imports: one succeeds, the other is refused and leaves nothing', async () => {
    const answers = await Promise.all([read(bring(zip)), read(bring(zip))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await bytesOf(eve)).rows).toBe(3 + 3 + 6 + 1 + 6 + 4)
  })

  test('an import and a new credential: either the import comes first, or it is refused', async () => {
    const input = { kind: 'certification', name: 'Beside it', issuer: 'AHA' }
    const [came, made] = await Promise.all([read(bring(zip)), eve.json('POST', '/api/credentials', input)])
    expect(made.status).toBe(201)
    const { items } = (await (await eve.fetch('/api/credentials?limit=50')).json()) as { items: object[] }
    expect(items).toHaveLength(came.status === 200 ? 3 : 1)
  })
})

/** A ZIP with one member and any header. */
function lying({
  name,
  bytes,
  size,
  flags = 0,
}: {
  name: string
  bytes: Buffer
  size: number
  flags?: number
}): Buffer {
  const packed = deflateRawSync(bytes)
  const label = Buffer.from(name)
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(flags, 6)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc32(bytes), 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(label.length, 26)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 6)
  local.copy(central, 8, 6, 30)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + label.length, 12)
  end.writeUInt32LE(local.length + label.length + packed.length, 16)
  return Buffer.concat([local, label, packed, central, label, end])
}

type Edit = Parameters<Parameters<typeof forgeExport>[1]>[1]
type Members = Record<string, Uint8Array>
// biome-ignore lint/suspicious/noExplicitAny: rows that are wrong on purpose
type Row = any
const rows = (path: string, change: (all: Row[]) => unknown) => (members: Members, edit: Edit) =>
  edit(members, path, change)
const first = (path: string, change: (row: Row, all: Row[]) => void) =>
  rows(path, (all) => {
    const [row] = all
    change(row, all)
  })
const { credentials, cycles, entries, files, manifest } = exportPaths
const filePath = (members: Members) =>
  Object.keys(members).find((path) => path.endsWith('ethics heron.pdf')) ?? ''

const brackets = (count: number) => '['.repeat(count) + ']'.repeat(count)

/** Parts over a limit, and the message for each. */
const beyond: [name: string, part: string, text: () => string, message: string][] = [
  [
    'more rows than any vault has',
    credentials,
    () => {
      const [row] = readJsonMember<object[]>(unzipSync(zip), credentials)
      const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
      return JSON.stringify(Array.from({ length: 8001 }, (_, n) => ({ ...row, id: id(n) })))
    },
    'Has more than 8,000 rows',
  ],
  [
    'a row that is too large',
    cycles,
    () => JSON.stringify([{ id: 'x'.repeat(600_000) }]),
    'Row 1 is larger than 512 KB',
  ],
  [
    'a row that is too deep',
    entries,
    () => `[{"id":${brackets(40)}}]`,
    'Row 1 is nested deeper than 32 levels',
  ],
  [
    'a row of too many values',
    entries,
    () => `[{"id":[${'1,'.repeat(20_001)}1]}]`,
    'Row 1 has more than 20,000 values',
  ],
  [
    'a part that is too large',
    exportPaths.profile,
    () => JSON.stringify({ firstName: 'x'.repeat(300_000) }),
    'Is larger than 0.25 MB',
  ],
  [
    'a part that is too deep',
    exportPaths.reminderSettings,
    () => `{"x":${brackets(60_000)}}`,
    'It is nested deeper than 32 levels',
  ],
  [
    'more than all parts may have together',
    entries,
    () => `[${' '.repeat(66 * 1024 ** 2)}]`,
    'Is larger than 64 MB',
  ],
]

const hostile: [name: string, make: () => Uint8Array, code?: string][] = [
  ['nothing', () => new Uint8Array()],
  ['not a ZIP', () => Buffer.from('PK nothing of that kind')],
  ['cut off in the middle', () => zip.subarray(0, zip.length / 2)],
  ['cut off at its end', () => zip.subarray(0, -5)],
  ['a ZIP of something else', () => zipSync({ 'readme.txt': Buffer.from('hello') })],
  [
    'of a newer version',
    () => forgeExport(zip, (m, edit) => edit(m, manifest, (all) => Object.assign(all, { version: 2 }))),
    'import_newer',
  ],
  [
    'a manifest that is not JSON',
    () => forgeExport(zip, (m) => Object.assign(m, { [credentials]: Buffer.from('[{') })),
  ],
  [
    'brackets without end',
    () => forgeExport(zip, (m) => Object.assign(m, { [credentials]: Buffer.from('['.repeat(6_000_000)) })),
  ],
  ...beyond.map(
    ([name, part, text]) =>
      [
        name,
        () => forgeExport(zip, (m) => Object.assign(m, { [part]: Buffer.from(text()) })),
        'import_over_limit',
      ] as [string, () => Uint8Array, string],
  ),
  [
    'a bomb',
    () => lying({ name: manifest, bytes: Buffer.alloc(80_000_000), size: 80_000_000 }),
    'import_over_limit',
  ],
  [
    'a bomb that says it is small',
    () => lying({ name: manifest, bytes: Buffer.alloc(80_000_000), size: 100 }),
  ],
  ['encrypted', () => lying({ name: manifest, bytes: Buffer.from('{}'), size: 2, flags: 1 })],
  ['a path that climbs', () => zipSync({ '../../etc/passwd': Buffer.from('x') })],
  ['a path from the root', () => zipSync({ '/lanyard.json': Buffer.from('{}') })],
  [
    'a part that was changed',
    () => {
      const changed = Buffer.from(zip)
      const at = changed.indexOf('TX-heron', changed.indexOf('"kind": "license"'))
      changed.write('TX-HERON', at)
      return changed
    },
  ],
  [
    'a file that was changed',
    () =>
      forgeExport(zip, (m) => Object.assign(m, { [filePath(m)]: Buffer.concat([aPdf(), Buffer.from('x')]) })),
  ],
  [
    'a file whose bytes differ',
    () =>
      forgeExport(zip, (m) => {
        const bytes = Buffer.from(m[filePath(m)] ?? [])
        bytes[40] = (bytes[40] ?? 0) ^ 1
        m[filePath(m)] = bytes
      }),
  ],
  ['a file that is not there', () => forgeExport(zip, (m) => void delete m[filePath(m)])],
  [
    'a file that is not a PDF',
    () =>
      forgeExport(zip, (m, edit) => {
        const bytes = Buffer.from('<html><script>alert(1)</script></html>')
        const path = filePath(m)
        m[path] = bytes
        edit(m, files, (all: Row[]) => {
          const row = all.find((each) => each.path === path)
          Object.assign(row, { size: bytes.length, sha256: '0'.repeat(64) })
        })
      }),
  ],
  [
    'a PDF that is said to be a picture',
    () =>
      forgeExport(zip, (m, edit) => {
        const path = filePath(m)
        edit(m, files, (all: Row[]) => {
          Object.assign(
            all.find((each) => each.path === path),
            { mimeType: 'image/png' },
          )
        })
      }),
  ],
  [
    'more than a vault holds',
    () =>
      forgeExport(
        zip,
        rows(files, (all) =>
          all.concat(
            Array.from({ length: 250 }, (_, n) => ({
              ...all[0],
              id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
              size: 26_214_400,
            })),
          ),
        ),
      ),
    'too_many_files',
  ],
  [
    'too many credentials',
    () =>
      forgeExport(
        zip,
        rows(credentials, (all) =>
          Array.from({ length: 2001 }, (_, n) => ({
            ...all.find((row) => row.deletedAt === null),
            id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
          })),
        ),
      ),
    'too_many_credentials',
  ],
  [
    'a text that is too long',
    () =>
      forgeExport(
        zip,
        first(credentials, (row) => Object.assign(row, { notes: 'x'.repeat(2001) })),
      ),
  ],
  [
    'a license that expires before it is issued',
    () =>
      forgeExport(
        zip,
        rows(credentials, (all) =>
          all.map((row) => ({ ...row, issuedAt: '2030-01-01', expiresAt: '2029-01-01' })),
        ),
      ),
  ],
  [
    'an invalid id',
    () =>
      forgeExport(
        zip,
        first(credentials, (row) => Object.assign(row, { id: 'x' })),
      ),
  ],
  [
    'an id twice',
    () =>
      forgeExport(
        zip,
        first(credentials, (row, all) => Object.assign(all[1], { id: row.id })),
      ),
  ],
  [
    'an entry in a cycle that is not there',
    () =>
      forgeExport(
        zip,
        first(entries, (row) => Object.assign(row, { cycleId: vault.license.id })),
      ),
  ],
  [
    'hours beyond all bounds',
    () =>
      forgeExport(
        zip,
        first(entries, (row) => Object.assign(row, { hours: 501, amount: null, unit: 'contact_hour' })),
      ),
  ],
  [
    'a rule with a link that is a script',
    () =>
      forgeExport(
        zip,
        rows(cycles, (all) =>
          all.map((row) =>
            row.rule ? { ...row, rule: { ...row.rule, boardUrl: 'javascript:alert(1)' } } : row,
          ),
        ),
      ),
  ],
  [
    'characters that cannot be stored',
    () =>
      forgeExport(
        zip,
        first(credentials, (row) => Object.assign(row, { notes: 'a\u0000b' })),
      ),
  ],
  [
    'rows that are not a list',
    () => forgeExport(zip, (m) => Object.assign(m, { [entries]: Buffer.from('{"a":1}') })),
  ],
]

describe('a hostile ZIP', () => {
  test.each(hostile)('%s: refused, and nothing is stored', async (_, make, code = 'import_unreadable') => {
    const before = await bytesOf(eve)
    const { status, body } = await read(bring(make()))
    expect([status, body.code], JSON.stringify(body)).toEqual([422, code])
    expect(await bytesOf(eve)).toEqual(before)
    expect(readdirSync(join(services.dataDir, 'spool'))).toEqual([])
  })

  test('the same name twice is refused', async () => {
    const one = zipSync({ [manifest]: Buffer.from('{}'), 'lanyard.jso_': Buffer.from('{}') }, { level: 0 })
    const twice = Buffer.from(
      Buffer.from(one).toString('latin1').replaceAll('lanyard.jso_', manifest),
      'latin1',
    )
    expect((await read(bring(twice))).body).toMatchObject({
      code: 'import_unreadable',
      errors: [{ message: 'Is there twice' }],
    })
  })

  test.each(beyond)('%s: the limit is named', async (_, part, text, message) => {
    const { body } = await read(
      bring(forgeExport(zip, (m) => Object.assign(m, { [part]: Buffer.from(text()) }))),
    )
    expect(body.errors).toEqual([{ path: part, message: expect.stringContaining(message) }])
  })

  test('only a limited number runs at a time: one more gets Retry-After', async () => {
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, n) => services.nurse(`many${nurses}x${n}`)),
    )
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const open = others.slice(1).map((nurse, index) => {
      const body = new ReadableStream<Uint8Array>({
        async pull(stream) {
          if (index === 7) setTimeout(begun.resolve, 300)
          await ended.promise
          stream.close()
        },
      })
      return bring(body, nurse)
    })
    await begun.promise
    expect(await read(bring(zip, others[0]))).toMatchObject({ status: 503, body: { code: 'imports_busy' } })
    ended.resolve()
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(Array(8).fill(422))
    expect((await read(bring(zip, others[0]))).status).toBe(200)
  })

  test('the error names every invalid field', async () => {
    const bad = forgeExport(
      zip,
      first(credentials, (row) => Object.assign(row, { issuer: 5, reminderDays: 999 })),
    )
    const { body } = await read(bring(bad))
    expect(body.errors?.map(({ path }) => path)).toEqual([
      `${credentials} 0 issuer`,
      `${credentials} 0 reminderDays`,
    ])
  })

  test('its ids cannot reach another nurse’s records', async () => {
    const foreign = forgeExport(zip, (m, edit) => {
      edit(m, files, (all: Row[]) => all.filter(({ name }) => !String(name).startsWith('front')))
    })
    expect((await read(bring(foreign))).status).toBe(200)
    const { rows: stolen } = await services.database.pool.query(
      'select 1 from credentials c join files f on f.id = c.file_id where c.owner_id = $1 and f.owner_id <> $1',
      [eve.id],
    )
    expect(stolen).toEqual([])
    expect((await bytesOf(ann)).rows).toBe(3 + 3 + 6 + 1 + 6 + 2 + 4)
  })
})

describe('when an import fails midway', () => {
  test.each(['credentials', 'ceu_entries', 'ceu_counts', 'audit_records'])(
    '%s cannot be written: nothing is stored',
    async (table) => {
      const { pool } = services.database
      await pool.query(
        `create function break_import() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      )
      await pool.query(
        `create trigger broken before insert on ${table} for each row execute function break_import()`,
      )
      try {
        expect((await bring(zip)).status).toBe(500)
      } finally {
        await pool.query(`drop trigger broken on ${table}`)
        await pool.query('drop function break_import()')
      }
      expect((await bytesOf(eve)).rows).toBe(0)
      expect((await read(bring(zip))).status).toBe(200)
    },
  )
})
