import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_CYCLES } from '#shared/ceu/cycle.ts'
import { type CeuEntry, MAX_ENTRIES, MAX_IMPORT } from '#shared/ceu/entry.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { ceuClient, ethics, florida, texas, unknownId } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCycles } from './table.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let annCeu: ReturnType<typeof ceuClient>
let bobCeu: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  annCeu = ceuClient(ann)
  bobCeu = ceuClient(bob)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
})

const canary = 'Canary of Ann'

/** Sends `json` unchanged. Our pages would never send it. */
function sendAs(nurse: Nurse, method: string, path: string, json: string) {
  const headers = { 'Content-Type': 'application/json' }
  return nurse.fetch(`/api/${path}`, { method, headers, ...(method === 'GET' ? {} : { body: json }) })
}

async function upload(nurse: Nurse): Promise<string> {
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body: formOf(aPdf()) })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const withKey = (input: object, key: string, value: string) =>
  JSON.stringify(input).replace(/}$/, `,${JSON.stringify(key)}:${value}}`)

const listed = async () => (await annCeu.get<{ items: CeuEntry[] }>('ceu-entries')).items

describe('hostile values in any field', () => {
  const values = [
    ...['null', 'true', '1', '-1', '0', '-0', '0.005', '1e308', '1e400', '-1e308', '1e-320'],
    ...[
      '""',
      '" "',
      '"\\u0000"',
      '"\\ud800"',
      '"a\\udfffb"',
      '"\\u202eabc\\u200b"',
      '"NaN"',
      '"constructor"',
    ],
    ...['[]', '[[]]', '{}', '{"a":1}', '["x"]', '[null]', '"0000-00-00"', '"2026-02-30"', '"9999-12-31"'],
    ...['"+010000-01-01"', '"2026-02-28T00:00:00Z"', '"infinity"', '"today"', `"${'x'.repeat(5000)}"`],
    ...[`"${unknownId}"`, '[{"topic":"x\\u0000","hours":1}]', '[{"topic":"x","hours":1e308}]'],
    ...['{"firstRenewal":true,"topics":[{"topic":"__proto__","answer":"due"}]}'],
  ]
  const cycleKeys =
    'state cycleStart cycleEnd requiredHours notes licenseId certificationId topics ruleId answers'.split(' ')
  const entryKeys = [
    ...'cycleId title provider hours amount unit kind completedAt topicTags topicHours fileId fileIds'.split(
      ' ',
    ),
    ...'holderName approvedBy providerNumber notes counts'.split(' '),
  ]

  it('get a plain response, break nothing and add no hours', async () => {
    const cycle = await annCeu.addCycle()
    const entry = await annCeu.addEntry({ cycleId: cycle.id })
    const course = { ...ethics, cycleId: cycle.id }
    const requests = values.flatMap((value) => [
      ...cycleKeys.flatMap((key) => [
        ['PATCH', `ceu-cycles/${cycle.id}`, `{"${key}":${value}}`],
        ['POST', 'ceu-cycles', withKey(texas, key, value)],
      ]),
      ...entryKeys.flatMap((key) => [
        ['PATCH', `ceu-entries/${entry.id}`, `{"${key}":${value}}`],
        ['POST', 'ceu-entries', withKey(course, key, value)],
        ['POST', 'ceu-entries/import', `{"entries":[${withKey(course, key, value)}]}`],
      ]),
      ...['ceu-cycles', 'ceu-entries', 'ceu-entries/import'].map((path) => ['POST', path, value]),
    ])
    expect(requests.length).toBeGreaterThan(2000)
    for (const [method = '', path = '', json = ''] of requests) {
      const answer = await sendAs(ann, method, path, json)
      const request = `${method} ${path} ${json.slice(0, 200)}`
      expect([200, 201, 403, 404, 422], request).toContain(answer.status)
      expect(await answer.text(), request).not.toMatch(/node_modules|drizzle|insert into|select "|\.ts:\d/)
    }
    for (const { hours, counts } of await listed()) {
      expect(hours).toBeGreaterThan(0)
      expect(hours).toBeLessThanOrEqual(500)
      for (const { countedHours } of counts) expect(countedHours).toBeLessThanOrEqual(500)
    }
  })

  it.each([
    'ownerId',
    'id',
    'deletedAt',
    'importId',
    'deletedWithCycleId',
    'createdAt',
    'updatedAt',
    'countedHours',
    'hoursCounted',
    'topicsCompleted',
    'rule',
    'newerRule',
    'entryCount',
    'credentialTitle',
    'wasMain',
    'constructor',
    'prototype',
    'toString',
    'counts.ownerId',
    'counts[0].countedHours',
  ])('cannot set %s', async (key) => {
    const cycle = await annCeu.addCycle()
    const entry = await annCeu.addEntry({ cycleId: cycle.id })
    for (const value of [JSON.stringify(bob.id), 'null', '99', '{"a":1}'])
      for (const [method, path, json] of [
        ['POST', 'ceu-cycles', withKey(texas, key, value)],
        ['PATCH', `ceu-cycles/${cycle.id}`, `{"${key}":${value}}`],
        ['POST', 'ceu-entries', withKey({ ...ethics, cycleId: cycle.id }, key, value)],
        ['PATCH', `ceu-entries/${entry.id}`, `{"${key}":${value}}`],
        [
          'POST',
          'ceu-entries/import',
          `{"entries":[${withKey({ ...ethics, cycleId: cycle.id }, key, value)}]}`,
        ],
      ] as const) {
        const answer = await sendAs(ann, method, path, json)
        expect(answer.status).toBe(422)
        expect(await answer.text()).toContain('Unknown field')
      }
    expect(await annCeu.cycle(cycle.id)).toEqual({
      ...cycle,
      ...{ hoursCounted: 5, hoursCompleted: 5, entryCount: 1 },
    })
    expect(await annCeu.entry(entry.id)).toEqual(entry)
  })

  it.each([
    ['too deep', 400, `{"entries":${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}}`],
    ['ten megabytes', 413, `{"title":"${'x'.repeat(10_000_000)}"}`],
    ['too many values', 400, `{"entries":[${'1,'.repeat(70_000)}1]}`],
    ['a prototype', 400, '{"__proto__":{"ownerId":"x"}}'],
    ['a prototype inside', 400, '{"counts":[{"__proto__":{"cycleId":"x"}}]}'],
    ['half a text', 400, '{"title":"x'],
  ])('a body is rejected entirely: %s', async (_what, status, json) => {
    const cycle = await annCeu.addCycle()
    for (const [method, path] of [
      ['POST', 'ceu-cycles'],
      ['PATCH', `ceu-cycles/${cycle.id}`],
      ['POST', 'ceu-entries'],
      ['PATCH', `ceu-entries/${unknownId}`],
      ['POST', 'ceu-entries/import'],
    ] as const)
      expect((await sendAs(ann, method, path, json)).status).toBe(status)
  })

  it.each([
    '%00',
    '..%2f..',
    '%ff',
    '%ED%A0%80',
    "' or 1=1--",
    'null',
    'constructor',
    '__proto__',
    '-1',
    'x'.repeat(3000),
  ])('an id or a query such as %s finds nothing and breaks nothing', async (id) => {
    const paths = [
      ...['', '/removal', '/packet'].map((path) => ['GET', `ceu-cycles/${id}${path}`]),
      ...['/restore', '/rule'].map((path) => ['POST', `ceu-cycles/${id}${path}`]),
      ...[`ceu-entries/${id}`, `ceu-entries/cycle/${id}`].map((path) => ['GET', path]),
      ...[`ceu-entries/${id}`, `ceu-entries/import/${id}`, `ceu-cycles/${id}`].map((path) => [
        'DELETE',
        path,
      ]),
      ...['ceu-cycles?licenseId=', 'ceu-entries?cursor=', 'ceu-entries?limit='].map((q) => [
        'GET',
        `${q}${id}`,
      ]),
      ['GET', `ceu-entries/similar?title=x&completedAt=2026-02-14&hours=${id}`],
      ['GET', `ceu-entries/similar?title=x&hours=5&completedAt=${id}`],
    ]
    for (const [method = '', path = ''] of paths)
      expect([404, 405, 422], path).toContain((await ann.fetch(`/api/${path}`, { method })).status)
  })
})

describe('arbitrary text', () => {
  const typed = [
    "'; drop table ceu_entries; --",
    '<b class="x">&amp;</b> & "quotes", comma; more',
    '=1+1',
    '@SUM(A1)',
    '-2+3',
    '+1\tz',
    'שלום עולם',
    'مرحبا',
    '👩🏽‍⚕️💉',
    '\u200b\u200ezero\u200dwidth',
    '%s {{y}} \\n',
    'z'.repeat(50),
    '\u{10FFFF}',
    'नमस्ते',
  ]
  const textsOf = (text: string) => ({
    ...{ title: text, provider: text, holderName: text, approvedBy: text, providerNumber: text },
    ...{ notes: text, topicTags: [text] },
  })

  it('is returned as typed after one save and after five, and is plain text in the packet', async () => {
    const cycle = await annCeu.addCycle({ ...texas, notes: typed[1] })
    for (const text of typed) {
      const { id } = await annCeu.addEntry({ cycleId: cycle.id, ...textsOf(text) })
      for (let save = 0; save < 4; save++) await annCeu.change(`ceu-entries/${id}`, textsOf(text))
      expect(await annCeu.entry(id)).toMatchObject(textsOf(text))
    }
    const answer = await ann.fetch(`/api/ceu-cycles/${cycle.id}/packet?format=zip`)
    expect(answer.status).toBe(200)
    const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const { text } = await readPdf(zip['00 Cover and entries.pdf'] ?? new Uint8Array())
    for (const each of typed.slice(0, 5)) expect(text).toContain(each.slice(0, 12))
    const table = Buffer.from(zip['entries.csv'] ?? []).toString()
    const { data } = Papa.parse<Record<string, string>>(table.slice(1), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.map(({ title }) => title?.replace(/^'(?=[=+\-@\t\r])/, '')).toSorted()).toEqual(
      typed.toSorted(),
    )
    for (const cell of data.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })

  it.each(['\u0000', '\ud800', 'a\udfffb'])('with %j is rejected in every field, by name', async (text) => {
    const cycle = await annCeu.addCycle()
    for (const [key, value] of Object.entries(textsOf(text))) {
      const refusal = await annCeu.refusal('POST', 'ceu-entries', {
        ...ethics,
        cycleId: cycle.id,
        [key]: value,
      })
      expect(refusal).toMatchObject({ status: 422, errors: [{ path: expect.stringContaining(key) }] })
    }
    for (const change of [{ state: text }, { notes: text }, { topics: [{ topic: text }] }])
      expect(await annCeu.status('PATCH', `ceu-cycles/${cycle.id}`, change)).toBe(422)
  })
})

describe('another nurse', () => {
  it('cannot use any of the first one’s ids, and no response reveals anything', async () => {
    const add = async (input: object) => {
      const answer = await ann.json('POST', '/api/credentials', input)
      expect(answer.status, await answer.clone().text()).toBe(201)
      return ((await answer.json()) as { id: string }).id
    }
    const licenseId = await add({ kind: 'license', type: 'RN', state: 'TX', notes: canary })
    const certificationId = await add({ kind: 'certification', name: canary, issuer: canary })
    const [fileId, ofEntry] = [await upload(ann), await upload(ann)]
    const cycle = await annCeu.addCycle({ ...texas, notes: canary, licenseId })
    const entry = await annCeu.addEntry({
      cycleId: cycle.id,
      title: canary,
      provider: canary,
      fileId: ofEntry,
    })
    const { importId } = (await (
      await ann.json('POST', '/api/ceu-entries/import', { entries: [{ ...ethics, cycleId: cycle.id }] })
    ).json()) as { importId: string }
    const before = { cycle: await annCeu.cycle(cycle.id), entry: await annCeu.entry(entry.id) }

    const own = await bobCeu.addCycle(florida)
    const ownEntry = await bobCeu.addEntry({ cycleId: own.id })
    const smuggled = [
      { cycleId: cycle.id },
      { counts: [{ cycleId: cycle.id }] },
      { fileId },
      { fileIds: [fileId] },
      { fileIds: [ofEntry] },
    ]
    const forAll: [string, string, object?][] = [
      ['POST', 'ceu-cycles', { ...texas, licenseId }],
      ['POST', 'ceu-cycles', { ...texas, certificationId }],
      ['PATCH', `ceu-cycles/${own.id}`, { licenseId }],
      ['PATCH', `ceu-cycles/${own.id}`, { certificationId }],
      ...smuggled.flatMap((ids): [string, string, object][] => [
        ['POST', 'ceu-entries', { ...ethics, cycleId: own.id, ...ids }],
        ['PATCH', `ceu-entries/${ownEntry.id}`, ids],
        [
          'POST',
          'ceu-entries/import',
          { entries: [ethics, ethics].map((e) => ({ ...e, cycleId: own.id, ...ids })) },
        ],
      ]),
      ...['', '/removal', '/packet'].map((path): [string, string] => [
        'GET',
        `ceu-cycles/${cycle.id}${path}`,
      ]),
      ...['restore', 'rule'].map((path): [string, string] => ['POST', `ceu-cycles/${cycle.id}/${path}`]),
      ['PATCH', `ceu-cycles/${cycle.id}`, { notes: 'mine' }],
      ['DELETE', `ceu-cycles/${cycle.id}`],
      ['GET', `ceu-entries/${entry.id}`],
      ['GET', `ceu-entries/cycle/${cycle.id}`],
      ['PATCH', `ceu-entries/${entry.id}`, { cycleId: own.id }],
      ['POST', `ceu-entries/${entry.id}/restore`],
      ['DELETE', `ceu-entries/${entry.id}`],
      ['DELETE', `ceu-entries/import/${importId}`],
    ]
    for (const [method, path, body] of forAll) {
      const answer = await bob.json(method, `/api/${path}`, body)
      const text = await answer.text()
      expect(answer.status, `${method} ${path} ${JSON.stringify(body)} ${text}`).toBe(403)
      for (const secret of [canary, ann.id, cycle.id, entry.id, fileId]) expect(text).not.toContain(secret)
    }
    const { nextCursor } = await annCeu.get<{ nextCursor: string }>('ceu-entries?limit=1')
    expect(await bobCeu.status('GET', `ceu-entries?cursor=${nextCursor}`)).toBe(422)
    for (const path of [
      'ceu-entries',
      'ceu-cycles',
      'ceu-entries/suggestions',
      'ceu-cycles/proposals',
      `ceu-cycles?licenseId=${licenseId}`,
      `ceu-entries/similar?title=${canary}&completedAt=2026-02-14&hours=5`,
    ])
      expect(JSON.stringify(await bobCeu.get(path))).not.toContain(canary)
    expect({ cycle: await annCeu.cycle(cycle.id), entry: await annCeu.entry(entry.id) }).toEqual(before)
    expect(await bobCeu.entry(ownEntry.id)).toEqual(ownEntry)
  })
})

describe('at the limits, with several concurrent clients', () => {
  const statuses = async (request: Promise<Response>[]) =>
    (await Promise.all(request)).map(({ status }) => status).toSorted()
  const courses = (count: number, cycleId: string) => ({ entries: Array(count).fill({ ...ethics, cycleId }) })
  const addAll = (body: object) => ann.json('POST', '/api/ceu-entries/import', body)

  it(`a nurse has at most ${MAX_ENTRIES} entries, including restored ones`, async () => {
    const cycle = await annCeu.addCycle()
    const other = await annCeu.addCycle(florida)
    expect((await addAll(courses(MAX_IMPORT + 1, cycle.id))).status).toBe(422)
    for (let n = 0; n < MAX_ENTRIES / MAX_IMPORT - 1; n++)
      expect((await addAll(courses(MAX_IMPORT, cycle.id))).status).toBe(201)
    expect((await addAll(courses(MAX_IMPORT - 1, cycle.id))).status).toBe(201)
    const one = { ...ethics, cycleId: other.id }
    const race = Array.from({ length: 6 }, (_, n) =>
      n % 2 ? addAll({ entries: [one] }) : ann.json('POST', '/api/ceu-entries', one),
    )
    expect(await statuses(race)).toEqual([201, 422, 422, 422, 422, 422])
    await annCeu.remove(`ceu-cycles/${cycle.id}`)
    await annCeu.addEntry(one)
    const back = `/api/ceu-cycles/${cycle.id}/restore`
    expect((await annCeu.refusal('POST', back.slice(5))).code).toBe('too_many_entries')
    await annCeu.remove(`ceu-cycles/${other.id}`)
    const restores = [back, `/api/ceu-cycles/${other.id}/restore`].map((path) =>
      ann.fetch(path, { method: 'POST' }),
    )
    expect(await statuses(restores)).toEqual([200, 422])
  })

  it(`a nurse has at most ${MAX_CYCLES} cycles, with 30 topics each`, async () => {
    for (let n = 0; n < MAX_CYCLES - 1; n++) await annCeu.addCycle()
    const race = Array.from({ length: 5 }, () => ann.json('POST', '/api/ceu-cycles', texas))
    expect(await statuses(race)).toEqual([201, 422, 422, 422, 422])
    const { items } = await annCeu.get<{ items: { id: string }[] }>('ceu-cycles')
    const topics = Array.from({ length: 31 }, (_, n) => ({ topic: `Topic ${n}` }))
    const path = `ceu-cycles/${items[0]?.id}`
    expect(await annCeu.status('PATCH', path, { topics })).toBe(422)
    expect(await annCeu.status('PATCH', path, { topics: topics.slice(1) })).toBe(200)
  })

  it(`an entry has at most ${MAX_FILES_PER_RECORD} files, and the rows of an import cannot share one`, async () => {
    const cycle = await annCeu.addCycle()
    const fileIds: string[] = []
    for (let n = 0; n <= MAX_FILES_PER_RECORD; n++) fileIds.push(await upload(ann))
    const entry = await annCeu.addEntry({ cycleId: cycle.id, fileIds: fileIds.slice(2) })
    const race = fileIds
      .slice(0, 2)
      .map((fileId) => ann.json('PATCH', `/api/ceu-entries/${entry.id}`, { fileId }))
    expect(await statuses(race)).toEqual([200, 422])
    expect((await annCeu.entry(entry.id)).fileIds).toHaveLength(MAX_FILES_PER_RECORD)
    const fileId = await upload(ann)
    const shared = { entries: Array(2).fill({ ...ethics, cycleId: cycle.id, fileId }) }
    expect((await addAll(shared)).status).toBe(422)
    expect(await listed()).toHaveLength(1)
  })
})

describe('across time zones', () => {
  // 1 March 2028, 09:30 in Auckland, is 29 February, 10:30 in Honolulu.
  const instant = '2028-02-29T20:30:00.000Z'
  const leap = { ...texas, cycleStart: '2028-02-29', cycleEnd: '2030-02-28' }
  const moveTo = (nurse: Nurse, timeZone: string) =>
    nurse.json('PUT', '/api/users/me', { settings: { timeZone } })

  it('it is a different day in Auckland and in Honolulu, and each nurse can enter their own today', async () => {
    services.clock.set(instant)
    await moveTo(ann, 'Pacific/Auckland')
    await moveTo(bob, 'Pacific/Honolulu')
    const [auckland, honolulu] = [await annCeu.addCycle(leap), await bobCeu.addCycle(leap)]
    const course = { ...ethics, hours: 2, completedAt: '2028-03-01' }
    await annCeu.addEntry({ ...course, cycleId: auckland.id })
    const refusal = await bobCeu.refusal('POST', 'ceu-entries', { ...course, cycleId: honolulu.id })
    expect(refusal.errors).toEqual([{ path: 'completedAt', message: 'This date is in the future' }])
    const rows = [{ ...course, completedAt: '2028-02-29' }, course].map((row) => ({
      ...row,
      cycleId: honolulu.id,
    }))
    const { errors } = await bobCeu.refusal('POST', 'ceu-entries/import', { entries: rows })
    expect(errors).toEqual([{ path: 'entries.1.completedAt', message: 'This date is in the future' }])
    await bobCeu.addEntry({ ...course, cycleId: honolulu.id, completedAt: '2028-02-29' })
    expect((await annCeu.cycle(auckland.id)).hoursCounted).toBe(2)
    expect((await bobCeu.cycle(honolulu.id)).hoursCounted).toBe(2)
  })

  it('an entry made in Auckland can be changed after a flight to Honolulu', async () => {
    services.clock.set(instant)
    await moveTo(ann, 'Pacific/Auckland')
    const cycle = await annCeu.addCycle(leap)
    const entry = await annCeu.addEntry({ cycleId: cycle.id, completedAt: '2028-03-01' })
    await moveTo(ann, 'Pacific/Honolulu')
    const path = `ceu-entries/${entry.id}`
    expect(await annCeu.change(path, { hours: 3 })).toMatchObject({ hours: 3, completedAt: '2028-03-01' })
    expect(await annCeu.status('PATCH', path, { completedAt: '2028-03-01' })).toBe(422)
    await annCeu.remove(path)
    expect(await annCeu.restore(path)).toMatchObject({ hours: 3 })
    expect((await annCeu.cycle(cycle.id)).hoursCounted).toBe(3)
  })

  it('a cycle can start and end on a leap day, which is rejected in a common year', async () => {
    services.clock.set('2032-03-02T12:00:00.000Z')
    await Promise.all([ann.signIn(), moveTo(ann, 'UTC')])
    const cycle = await annCeu.addCycle({ ...texas, cycleStart: '2028-02-29', cycleEnd: '2032-02-29' })
    for (const completedAt of ['2028-02-28', '2028-02-29', '2032-02-29', '2032-03-01'])
      await annCeu.addEntry({ cycleId: cycle.id, hours: 1, completedAt })
    expect((await annCeu.cycle(cycle.id)).hoursCounted).toBe(2)
    expect(await annCeu.status('PATCH', `ceu-cycles/${cycle.id}`, { cycleEnd: '2031-02-29' })).toBe(422)
    expect(
      await annCeu.status('POST', 'ceu-cycles', {
        ...texas,
        cycleStart: '2100-02-29',
        cycleEnd: '2102-01-01',
      }),
    ).toBe(422)
  })
})
