import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import type { Browser } from '#testing/browser.ts'
import {
  ceuClient,
  ethics,
  florida,
  type ProblemAnswer,
  readJson,
  texas,
  unknownId,
} from '#testing/ceu-vault.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { ceuCycles } from './table.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let stranger: Browser
let annCeu: ReturnType<typeof ceuClient>
let bobCeu: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  stranger = services.stranger()
  annCeu = ceuClient(ann)
  bobCeu = ceuClient(bob)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(ceuCycles)
  await services.database.clear('audit_records')
})

describe('creating', () => {
  it('a cycle returns it as written, with its rule', async () => {
    const answer = await ann.json('POST', '/api/ceu-cycles', sampleCycle)
    expect(answer.status).toBe(201)
    const created = (await answer.json()) as CeuCycle
    expect(answer.headers.get('Location')).toBe(`/api/ceu-cycles/${created.id}`)
    expect(created).toEqual({
      ...sampleCycle,
      id: created.id,
      userId: ann.id,
      hoursCompleted: 0,
      hoursCounted: 0,
      topicsCompleted: [
        {
          topic: 'Nursing jurisprudence and ethics',
          hours: 0,
          isMet: false,
          lastOn: null,
          countsUntil: null,
        },
        { topic: 'Human trafficking', hours: 0, isMet: false, lastOn: null, countsUntil: null },
      ],
      credentialTitle: null,
      entryCount: 0,
      rule: embeddedRules.find('TX-RN', '2027-03-31'),
      newerRule: null,
      needs: [],
      certifications: [],
      createdAt: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T15:00:00.000Z',
    })
    expect(await annCeu.cycle(created.id)).toEqual(created)
    expect(await annCeu.get('ceu-cycles')).toEqual({ items: [created] })
  })

  it('an entry returns it as written, and adds its hours to the cycle', async () => {
    const cycle = await annCeu.addCycle(sampleCycle)
    const answer = await ann.json('POST', '/api/ceu-entries', { ...sampleEntry, cycleId: cycle.id })
    const created = (await answer.json()) as CeuEntry
    expect(answer.headers.get('Location')).toBe(`/api/ceu-entries/${created.id}`)
    const reasons = [
      { code: 'accepted', hours: 5 },
      { code: 'converted', hours: 0 },
      { code: 'no_certificate', hours: 0 },
    ]
    expect(created).toEqual({
      ...sampleEntry,
      id: created.id,
      userId: ann.id,
      cycleId: cycle.id,
      counts: [{ cycleId: cycle.id, acceptedHours: null, countedHours: 5, reasons }],
      importId: null,
      createdAt: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T15:00:00.000Z',
    })
    expect(await annCeu.entry(created.id)).toEqual(created)
    expect(await annCeu.get('ceu-entries')).toEqual({ items: [created], nextCursor: null })
    expect(await annCeu.entriesOf(cycle.id)).toEqual([created])
    expect(await annCeu.cycle(cycle.id)).toMatchObject({
      hoursCounted: 5,
      entryCount: 1,
      topicsCompleted: [
        { topic: 'Nursing jurisprudence and ethics', hours: 2, isMet: true },
        { topic: 'Human trafficking', hours: 0, isMet: false },
      ],
    })
  })

  it('twenty times with one idempotency key creates one of each', async () => {
    const { id: cycleId } = await annCeu.addCycle()
    const presses = [
      ['/api/ceu-cycles', florida, 'press-1'],
      ['/api/ceu-entries', { ...ethics, cycleId }, 'press-2'],
      ['/api/ceu-entries/import', { entries: [{ ...ethics, cycleId, title: 'Imported' }] }, 'press-3'],
    ] as const
    for (const [path, body, key] of presses) {
      const press = (sent: object) => ann.json('POST', path, sent, { 'Idempotency-Key': key })
      const answers = await Promise.all(Array.from({ length: 20 }, () => press(body)))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
      const bodies = await Promise.all(answers.map((answer) => answer.json()))
      for (const each of bodies) expect(each).toEqual(bodies[0])
      const other = path.endsWith('import') ? { entries: [{ ...ethics, cycleId }] } : { ...body, notes: 'x' }
      expect(await readJson(press(other))).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    }
    expect((await annCeu.get<{ items: CeuCycle[] }>('ceu-cycles')).items).toHaveLength(2)
    expect(await annCeu.entriesOf(cycleId)).toHaveLength(2)
    expect(await annCeu.cycle(cycleId)).toMatchObject({ hoursCounted: 10, entryCount: 2 })
  })
})

describe('listing', () => {
  it('returns cycles with the newest start first, or those of one license', async () => {
    const license = await readJson<{ id: string }>(
      ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' }),
    )
    const older = await annCeu.addCycle({ ...texas, cycleStart: '2023-04-01', licenseId: license.id })
    const newest = await annCeu.addCycle(florida)
    const middle = await annCeu.addCycle(texas)
    const ids = async (query: string) =>
      (await annCeu.get<{ items: CeuCycle[] }>(`ceu-cycles${query}`)).items.map(({ id }) => id)
    expect(await ids('')).toEqual([newest.id, middle.id, older.id])
    expect(await ids(`?licenseId=${license.id}`)).toEqual([older.id])
    expect(await ids(`?certificationId=${license.id}`)).toEqual([])
    expect(older.credentialTitle).toBe('Texas RN license')
  })

  it('returns entries page by page, newest first, each once', async () => {
    const { id: cycleId } = await annCeu.addCycle()
    const days = ['2026-01-03', '2026-01-01', '2026-01-02', '2026-01-02', '2026-01-02', '2025-12-31']
    for (const completedAt of days) await annCeu.addEntry({ cycleId, completedAt })
    const seen: CeuEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: CeuEntry[]; nextCursor: string | null } = await annCeu.get(
        `ceu-entries?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items)
      cursor = page.nextCursor
    }
    const keys = seen.map(({ completedAt, id }) => `${completedAt} ${id}`)
    expect(keys).toEqual(keys.toSorted().reverse())
    expect(new Set(keys).size).toBe(days.length)
    expect((await annCeu.entriesOf(cycleId)).map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
  })

  it('returns nothing of another nurse', async () => {
    const cycle = await annCeu.addCycle({ ...texas, notes: 'canary of ann' })
    await annCeu.addEntry({
      cycleId: cycle.id,
      title: 'canary of ann',
      provider: 'canary',
      topicTags: ['canary'],
    })
    const mine = await bobCeu.addCycle()
    expect(await bobCeu.get('ceu-cycles')).toEqual({ items: [mine] })
    const likeness = 'title=canary+of+ann&completedAt=2026-02-14&hours=5'
    const lists = ['ceu-entries', `ceu-entries/similar?${likeness}`, 'ceu-entries/suggestions']
    for (const path of [...lists, 'ceu-cycles/proposals', `ceu-cycles?licenseId=${unknownId}`])
      expect(JSON.stringify(await bobCeu.get(path))).not.toContain('canary')
  })

  const queries = ['limit=0', 'limit=201', 'page=2', 'cursor=x', 'cursor=', 'limit=1&limit=2']
  it.each(queries)('rejects entries by %s and names the parameter', async (query) => {
    const { status, errors } = await annCeu.refusal('GET', `ceu-entries?${query}`)
    expect([status, errors?.map(({ path }) => path)]).toEqual([422, [query.split('=')[0]]])
  })

  it('rejects the cursor of another list', async () => {
    const { id: cycleId } = await annCeu.addCycle()
    for (let i = 0; i < 2; i++) await annCeu.addEntry({ cycleId })
    const { nextCursor } = await annCeu.get<{ nextCursor: string }>('ceu-entries?limit=1')
    expect(await bobCeu.status('GET', `ceu-entries?cursor=${nextCursor}`)).toBe(422)
    expect(await annCeu.status('GET', `ceu-entries?cursor=${nextCursor}`)).toBe(200)
  })
})

type Endpoint = [method: string, path: string, body?: object]
const cycleEndpoints: Endpoint[] = [
  ['GET', 'ceu-cycles/{id}'],
  ['PATCH', 'ceu-cycles/{id}', { notes: 'x' }],
  ['GET', 'ceu-cycles/{id}/removal'],
  ['POST', 'ceu-cycles/{id}/rule'],
  ['POST', 'ceu-cycles/{id}/restore'],
  ['DELETE', 'ceu-cycles/{id}'],
  ['GET', 'ceu-entries/cycle/{id}'],
  ['POST', 'ceu-entries', { ...ethics, cycleId: '{id}' }],
  ['POST', 'ceu-entries/import', { entries: [{ ...ethics, cycleId: '{id}' }] }],
]
const entryEndpoints: Endpoint[] = [
  ['GET', 'ceu-entries/{id}'],
  ['PATCH', 'ceu-entries/{id}', { notes: 'x' }],
  ['POST', 'ceu-entries/{id}/restore'],
  ['DELETE', 'ceu-entries/{id}'],
]
const strange = ['nonsense', '1', "x' or 1=1", '%E0%A4%A', `${unknownId}0`, 'x'.repeat(101), '__proto__']

const withResource = (endpoints: Endpoint[], name: string, resource: string) =>
  endpoints.map(([method, path, body]) => ({ method, path, body, name, resource }))

describe.each([
  ...withResource(cycleEndpoints, 'CEU cycle', 'ceuCycle'),
  ...withResource(entryEndpoints, 'CEU entry', 'ceuEntry'),
])('$method $path', ({ method, path, body, name, resource }) => {
  const sendTo = (browser: Browser, id: string) =>
    browser.json(
      method,
      `/api/${path.replace('{id}', id)}`,
      body && JSON.parse(JSON.stringify(body).replace('{id}', id)),
    )
  const isInBody = JSON.stringify(body ?? '').includes('{id}')

  async function addAnnsRecord(): Promise<string> {
    const cycle = await annCeu.addCycle({ ...texas, notes: 'canary-551' })
    const entry = await annCeu.addEntry({ cycleId: cycle.id, notes: 'canary-551' })
    await services.database.clear('audit_records')
    return resource === 'ceuCycle' ? cycle.id : entry.id
  }

  it('returns 401 when signed out, whatever the id', async () => {
    const id = await addAnnsRecord()
    for (const each of [id, unknownId, 'nonsense']) {
      const answer = await sendTo(stranger, each)
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'not_authenticated' }])
    }
  })

  it("returns 403 for another nurse's, and audits it", async () => {
    const id = await addAnnsRecord()
    const before = await annCeu.get('ceu-entries')
    const answer = await sendTo(bob, id)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ status: 403, detail: `Unauthorized access to ${name}` })
    expect(text).not.toContain('canary-551')
    expect(await services.db.select().from(auditRecords)).toMatchObject([
      {
        action: 'security_unauthorized_access',
        severity: 'high',
        userId: bob.id,
        resource,
        resourceId: isInBody ? null : id,
        metadata: {},
      },
    ])
    expect(await annCeu.get('ceu-entries')).toEqual(before)
    expect(await bobCeu.get('ceu-entries')).toEqual({ items: [], nextCursor: null })
  })

  it('returns 404 for an unknown id', async () => {
    for (const id of isInBody ? [unknownId] : [unknownId, ...strange]) {
      const answer = await sendTo(ann, id.includes('%') ? id : encodeURIComponent(id))
      expect(await answer.json(), id).toMatchObject({ status: 404, detail: `${name} not found` })
    }
    if (!isInBody) expect((await sendTo(ann, '%00')).status).toBe(422)
  })
})

describe('another nurse’s cycle', () => {
  it('is rejected everywhere an entry can name one, after missing ones', async () => {
    const [mine, other] = [await annCeu.addCycle(), await bobCeu.addCycle()]
    const entry = await annCeu.addEntry({ cycleId: mine.id })
    const attempts: Endpoint[] = [
      ['POST', 'ceu-entries', { ...ethics, cycleId: '{id}' }],
      ['POST', 'ceu-entries', { ...ethics, cycleId: mine.id, counts: [{ cycleId: '{id}' }] }],
      ['PATCH', `ceu-entries/${entry.id}`, { cycleId: '{id}' }],
      ['PATCH', `ceu-entries/${entry.id}`, { counts: [{ cycleId: '{id}' }] }],
      [
        'POST',
        'ceu-entries/import',
        {
          entries: [
            { ...ethics, cycleId: mine.id },
            { ...ethics, cycleId: '{id}' },
          ],
        },
      ],
    ]
    for (const [method, path, body] of attempts) {
      const naming = (id: string) => JSON.parse(JSON.stringify(body).replace('{id}', id)) as object
      expect(await annCeu.refusal(method, path, naming(other.id))).toMatchObject({
        code: 'ceu_cycle_not_owned',
      })
      expect(await annCeu.refusal(method, path, naming(unknownId))).toMatchObject({
        code: 'ceu_cycle_not_found',
      })
    }
    const noted = await services.db.select().from(auditRecords)
    const refused = noted.filter(({ action }) => action === 'security_unauthorized_access')
    expect(refused.map(({ resource, resourceId }) => `${resource} ${resourceId}`)).toEqual(
      attempts.map(() => 'ceuCycle null'),
    )
    const both = { ...ethics, cycleId: other.id, counts: [{ cycleId: unknownId }] }
    expect(await annCeu.status('POST', 'ceu-entries', both)).toBe(404)
    expect(await annCeu.get('ceu-entries')).toEqual({ items: [entry], nextCursor: null })
    expect(await annCeu.cycle(mine.id)).toMatchObject({ hoursCounted: 5 })
    expect(await bobCeu.cycle(other.id)).toMatchObject({ hoursCounted: 0, entryCount: 0 })
  })

  it('cannot be assigned even by a bug: the database refuses', async () => {
    const [mine, other] = [await annCeu.addCycle(), await bobCeu.addCycle()]
    const entry = await annCeu.addEntry({ cycleId: mine.id })
    const write = (owner: string) =>
      services.database.pool.query(
        'insert into ceu_counts (entry_id, cycle_id, owner_id, position, reasons) values ($1, $2, $3, 1, $4)',
        [entry.id, other.id, owner, '[]'],
      )
    for (const owner of [ann.id, bob.id]) await expect(write(owner)).rejects.toThrow(/of_owner/)
  })
})

describe('rejects', () => {
  it.each([
    ['not JSON', '{', 'application/json', 400],
    ['a prototype', '{"__proto__":{"state":"TX"}}', 'application/json', 400],
    ['a form', 'state=TX', 'application/x-www-form-urlencoded', 415],
    ['too much', `"${'x'.repeat(4_000_001)}"`, 'application/json', 413],
    ['a list', '[]', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
  ])('%s, after the check of the session and before that of the id', async (_what, body, type, status) => {
    const init = { body, headers: { 'Content-Type': type, 'Content-Length': String(body.length) } }
    for (const [method, path] of [
      ['POST', '/api/ceu-cycles'],
      ['PATCH', `/api/ceu-cycles/${unknownId}`],
      ['POST', '/api/ceu-entries'],
      ['PATCH', `/api/ceu-entries/${unknownId}`],
      ['POST', '/api/ceu-entries/import'],
    ] as const) {
      // The size limit is checked before everything else.
      const refused = status === 413 ? 413 : 401
      expect((await stranger.fetch(path, { ...init, method })).status).toBe(refused)
      expect((await ann.fetch(path, { ...init, method })).status, path).toBe(status)
    }
  })

  it('completed hours from a client, and every other calculated field', async () => {
    const cycle = await annCeu.addCycle()
    const { id: cycleId } = cycle
    const entry = await annCeu.addEntry({ cycleId })
    const unknown = async (method: string, path: string, body: object) => {
      const { status, errors } = await annCeu.refusal(method, path, body)
      expect(status).toBe(422)
      return errors?.map(({ path: field, message }) => `${field}: ${message}`)
    }
    const cycleFields = { hoursCounted: 20, ownerId: bob.id }
    const refused = ['hoursCounted: Unknown field', 'ownerId: Unknown field']
    expect(await unknown('POST', 'ceu-cycles', { ...texas, ...cycleFields })).toEqual(refused)
    expect(await unknown('PATCH', `ceu-cycles/${cycleId}`, cycleFields)).toEqual(refused)
    expect(await unknown('PATCH', `ceu-cycles/${cycleId}`, { ruleId: 'TX-RN' })).toEqual([
      'ruleId: Unknown field',
    ])
    const entryFields = { countedHours: 5, importId: unknownId }
    const both = ['countedHours: Unknown field', 'importId: Unknown field']
    expect(await unknown('POST', 'ceu-entries', { ...ethics, cycleId, ...entryFields })).toEqual(both)
    expect(await unknown('PATCH', `ceu-entries/${entry.id}`, entryFields)).toEqual(both)
    expect(await annCeu.cycle(cycleId)).toMatchObject({ hoursCounted: 5 })
  })

  it('an invalid body before a missing record, and a missing one before another nurse’s', async () => {
    const [cycle, other] = [await annCeu.addCycle(), await bobCeu.addCycle()]
    const entry = await annCeu.addEntry({ cycleId: cycle.id })
    const tries: [path: string, patch: object, status: number][] = [
      [`ceu-cycles/${unknownId}`, { notes: 7 }, 422],
      [`ceu-cycles/${cycle.id}`, { notes: 7 }, 422],
      [`ceu-cycles/${unknownId}`, { cycleEnd: '2020-01-01' }, 404],
      [`ceu-cycles/${cycle.id}`, { cycleEnd: '2020-01-01' }, 403],
      [`ceu-cycles/${other.id}`, { cycleEnd: '2020-01-01' }, 422],
      [`ceu-entries/${unknownId}`, { completedAt: '2026-03-11' }, 422],
      [`ceu-entries/${entry.id}`, { completedAt: '2026-03-11' }, 422],
      [`ceu-entries/${unknownId}`, { cycleId: other.id }, 404],
      [`ceu-entries/${entry.id}`, { cycleId: unknownId }, 403],
    ]
    for (const [path, patch, status] of tries)
      expect(await bobCeu.status('PATCH', path, patch), path).toBe(status)
    const later = { ...ethics, cycleId: unknownId, completedAt: '2026-03-11' }
    expect(await bobCeu.refusal('POST', 'ceu-entries', later)).toMatchObject({
      errors: [{ path: 'completedAt', message: 'This date is in the future' }],
    })
  })

  it.each([
    [{ ...texas, cycleEnd: '2025-04-01' }, 'cycleEnd'],
    [{ ...texas, cycleEnd: 'infinity' }, 'cycleEnd'],
    [{ ...texas, state: undefined }, 'state'],
    [{ ...texas, requiredHours: 0 }, 'requiredHours'],
    [{ ...texas, requiredHours: 20.001 }, 'requiredHours'],
    [{ ...texas, ruleId: 'XX-RN' }, 'ruleId'],
    [{ ...texas, licenseId: unknownId, certificationId: unknownId }, 'certificationId'],
    [{ ...texas, topics: [{ topic: 'A' }, { topic: 'a' }] }, 'topics.1.topic'],
  ])('a cycle such as %j', async (input, path) => {
    const { status, errors } = await annCeu.refusal('POST', 'ceu-cycles', input)
    expect([status, errors?.map((error) => error.path)]).toEqual([422, [path]])
  })

  it.each([
    [{ hours: 0 }, 'hours'],
    [{ hours: 500.01 }, 'hours'],
    [{ hours: undefined }, 'hours'],
    [{ hours: 4, amount: 0.5, unit: 'ceu' }, 'hours'],
    [{ unit: 'ceu' }, 'amount'],
    [{ topicHours: [{ topic: 'Ethics', hours: 5.25 }] }, 'topicHours'],
    [{ counts: [{ cycleId: unknownId }, { cycleId: unknownId }] }, 'counts'],
    [{ title: '' }, 'title'],
    [{ completedAt: '2026-02-29' }, 'completedAt'],
  ])('an entry such as %j', async (input, path) => {
    const { status, errors } = await annCeu.refusal('POST', 'ceu-entries', {
      ...ethics,
      cycleId: unknownId,
      ...input,
    })
    expect([status, errors?.map((error) => error.path)]).toEqual([422, [path]])
  })
})

it('an activity of today is accepted in the nurse’s time zone, and not where it is still yesterday', async () => {
  const { id: cycleId } = await annCeu.addCycle()
  services.clock.set('2026-03-11T05:00:00.000Z')
  const today = { ...ethics, cycleId, completedAt: '2026-03-11' }
  for (const [timeZone, status] of [
    ['Pacific/Honolulu', 422],
    ['America/New_York', 201],
  ] as const) {
    await ann.json('PUT', '/api/users/me', { settings: { timeZone } })
    expect(await annCeu.status('POST', 'ceu-entries', today)).toBe(status)
    expect(await annCeu.status('POST', 'ceu-entries/import', { entries: [today] })).toBe(status)
  }
  await ann.json('PUT', '/api/users/me', { settings: { timeZone: null } })
})

it('changes are in the audit log, without a title', async () => {
  const cycle = await annCeu.addCycle({ ...texas, notes: 'canary' })
  const entry = await annCeu.addEntry({ cycleId: cycle.id, title: 'canary', providerNumber: 'canary' })
  await annCeu.change(`ceu-entries/${entry.id}`, { hours: 2 })
  await annCeu.remove(`ceu-entries/${entry.id}`)
  await annCeu.restore(`ceu-entries/${entry.id}`)
  const entries = [
    { ...ethics, cycleId: cycle.id },
    { ...ethics, cycleId: cycle.id },
  ]
  const { importId } = await readJson<{ importId: string }>(
    ann.json('POST', '/api/ceu-entries/import', { entries, duplicates: 'keep' }),
  )
  await ann.fetch(`/api/ceu-entries/import/${importId}`, { method: 'DELETE' })
  await annCeu.change(`ceu-cycles/${cycle.id}`, { notes: null })
  await annCeu.remove(`ceu-cycles/${cycle.id}`)
  await annCeu.restore(`ceu-cycles/${cycle.id}`)
  await annCeu.status('PATCH', `ceu-cycles/${cycle.id}`, { cycleEnd: '1999-01-01' })
  const rows = await services.db.select().from(auditRecords)
  expect(JSON.stringify(rows)).not.toContain('canary')
  const [c, e] = [cycle.id, entry.id]
  const noted = rows.map((row) => `${row.action} ${row.resource} ${row.resourceId}`)
  expect(noted.toSorted()).toEqual(
    [
      ...['created', 'updated', 'deleted', 'restored'].map((verb) => `credential_${verb} ceuCycle ${c}`),
      ...['created', 'updated', 'deleted', 'restored'].map((verb) => `credential_${verb} ceuEntry ${e}`),
      ...['credential_created ceuEntry null', 'credential_deleted ceuEntry null'],
    ].toSorted(),
  )
  expect(rows.filter(({ resourceId }) => resourceId === null).map(({ metadata }) => metadata)).toEqual([
    { count: 2 },
    { count: 2 },
  ])
})

it('the OpenAPI document describes every endpoint', async () => {
  const document = await readJson<{ paths: Record<string, object> }>(stranger.fetch('/api/openapi.json'))
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/ceu-'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path.slice(5)}`))
    .filter((path) => !/\/packet(\/check)?$/.test(path))
  expect(described.toSorted()).toEqual([
    ...['delete ceu-cycles/{id}', 'delete ceu-entries/import/{importId}', 'delete ceu-entries/{id}'],
    ...['get ceu-cycles', 'get ceu-cycles/declined-topics', 'get ceu-cycles/proposals'],
    ...['get ceu-cycles/{id}', 'get ceu-cycles/{id}/removal'],
    ...['get ceu-entries', 'get ceu-entries/cycle/{cycleId}', 'get ceu-entries/similar'],
    ...['get ceu-entries/suggestions', 'get ceu-entries/{id}'],
    ...['patch ceu-cycles/{id}', 'patch ceu-entries/{id}'],
    ...[
      'post ceu-cycles',
      'post ceu-cycles/declined-topics',
      'post ceu-cycles/{id}/restore',
      'post ceu-cycles/{id}/rule',
    ],
    ...['post ceu-entries', 'post ceu-entries/import', 'post ceu-entries/{id}/restore'],
  ])
})

it('nothing is left once a nurse has deleted the account', async () => {
  const cat = await services.nurse('cat')
  const cycle = await ceuClient(cat).addCycle()
  await ceuClient(cat).addEntry({ cycleId: cycle.id })
  const gone = await cat.json('DELETE', '/api/users/me', { password: cat.password })
  expect(gone.status, await gone.clone().text()).toBe(204)
  for (const table of ['ceu_cycles', 'ceu_entries', 'ceu_counts']) {
    const { rows } = await services.database.pool.query(`select 1 from ${table} where owner_id = $1`, [
      cat.id,
    ])
    expect(rows).toEqual([])
  }
})

it('undoing an import returns 403 for another nurse’s and 404 for an unknown one', async () => {
  const { id: cycleId } = await annCeu.addCycle()
  const body = { entries: [{ ...ethics, cycleId }] }
  const { importId } = await readJson<{ importId: string }>(ann.json('POST', '/api/ceu-entries/import', body))
  const undo = (browser: Browser, id: string) =>
    readJson<ProblemAnswer>(browser.fetch(`/api/ceu-entries/import/${id}`, { method: 'DELETE' }))
  expect(await undo(stranger, importId)).toMatchObject({ status: 401 })
  expect(await undo(bob, importId)).toMatchObject({ status: 403, code: 'ceu_entry_not_owned' })
  for (const id of [unknownId, 'nonsense']) expect(await undo(ann, id)).toMatchObject({ status: 404 })
  expect(await annCeu.entriesOf(cycleId)).toHaveLength(1)
})

it.each([
  'ceu-cycles',
  'ceu-cycles/proposals',
  'ceu-entries',
  'ceu-entries/similar',
  'ceu-entries/suggestions',
])('GET %s returns 401 when signed out', async (path) => {
  expect((await stranger.fetch(`/api/${path}`)).status).toBe(401)
})
