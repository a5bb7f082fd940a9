import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { Browser } from '#testing/browser.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { credentials } from './table.ts'

const license = { kind: 'license', type: 'RN', state: 'TX' }
const certification = { kind: 'certification', name: 'BLS', issuer: 'AHA' }
const noId = '00000000-0000-4000-8000-000000000000'

let services: TestServices
let ann: Nurse
let bob: Nurse
let stranger: Browser
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  stranger = services.stranger()
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  await services.db.delete(credentials)
  await services.database.clear('audit_records')
})

type Problem = { status: number; code: string; detail: string; errors?: { path: string; message: string }[] }

async function add(nurse: Nurse, input: object = license): Promise<Credential> {
  const answer = await nurse.json('POST', '/api/credentials', input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Credential
}

async function read<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}

async function items(nurse: Nurse, path: string): Promise<Credential[]> {
  return (await read<{ items: Credential[] }>(nurse.fetch(path))).items
}

async function actions(): Promise<string[]> {
  const rows = await services.db.select().from(auditRecords).orderBy(auditRecords.timestamp)
  return rows.map((row) => `${row.action} ${row.resource} ${JSON.stringify(row.metadata)}`)
}

describe('a change that was queued on a device', () => {
  const change = (id: string, body: object, headers: Record<string, string>) =>
    ann.fetch(`/api/credentials/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('is made once, even if its response was lost', async () => {
    const { id, updatedAt } = await add(ann)
    const headers = { 'Idempotency-Key': 'waited', 'If-Match': `"${updatedAt}"` }
    services.clock.advance(1000)
    const first = await read<Credential>(change(id, { number: '1' }, headers))
    expect(first.number).toBe('1')
    services.clock.advance(1000)
    expect(await read(change(id, { number: '1' }, headers))).toEqual(first)
    expect((await actions()).filter((action) => action.startsWith('credential_updated'))).toHaveLength(1)
  })

  it('is refused if the record has changed since the device read it, and overwrites nothing', async () => {
    const { id, updatedAt } = await add(ann)
    services.clock.advance(1000)
    await ann.json('PATCH', `/api/credentials/${id}`, { number: 'theirs' })
    const answer = await change(id, { number: 'mine' }, { 'If-Match': `"${updatedAt}"` })
    expect([answer.status, (await read<Problem>(Promise.resolve(answer))).code]).toEqual([
      412,
      'changed_meanwhile',
    ])
    const now = await read<Credential>(ann.fetch(`/api/credentials/${id}`))
    expect(now.number).toBe('theirs')
    const again = await change(id, { number: 'mine' }, { 'If-Match': `"${now.updatedAt}"` })
    expect(again.status).toBe(200)
  })
})

describe('creating a credential', () => {
  it.each([
    ['license', sampleLicense],
    ['certification', sampleCertification],
  ])('returns the %s as sent', async (_kind, sample) => {
    const answer = await ann.json('POST', '/api/credentials', sample)
    expect(answer.status).toBe(201)
    const created = (await answer.json()) as Credential
    expect(answer.headers.get('Location')).toBe(`/api/credentials/${created.id}`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const derived = {
      id: created.id,
      userId: ann.id,
      status: 'active',
      daysLeft: created.daysLeft,
      dateMissing: false,
      archivedAt: null,
      reminderDays: sample.reminderDays ?? 30,
      followsSchedule: sample.reminderDays === null,
    }
    const instants = { createdAt: '2026-03-10T15:00:00.000Z', updatedAt: '2026-03-10T15:00:00.000Z' }
    expect(created).toEqual({ ...sample, ...derived, ...instants })
    expect(await read(ann.fetch(`/api/credentials/${created.id}`))).toEqual(created)
    expect(await items(ann, '/api/credentials')).toEqual([created])
  })

  it('needs little more than its type and state', async () => {
    expect(await add(ann)).toMatchObject({
      title: 'Texas RN license',
      issuer: 'Texas Board of Nursing',
      ...{ reminderDays: 30, followsSchedule: true },
      number: null,
      expiresAt: null,
      status: 'active',
      daysLeft: null,
      tags: [],
      fileId: null,
      fileIds: [],
    })
  })

  it('keeps additional keys of a license that have texts, numbers, true or false', async () => {
    const free = {
      employer: 'Mercy',
      'Nursys ID': "O'1",
      badge: 884213,
      rate: 41.5,
      isNight: true,
      isFloat: false,
    }
    const created = await add(ann, { ...license, ...free, extra: [{ name: 'Unit', value: 'ICU' }] })
    expect(created).toMatchObject({ ...free, extra: [{ name: 'Unit', value: 'ICU' }], userId: ann.id })
    const path = `/api/credentials/${created.id}`
    expect(await read(ann.fetch(path))).toEqual(created)
    expect(await items(ann, '/api/credentials')).toEqual([created])
    const changed = await read<Credential>(ann.json('PATCH', path, { employer: null, shift: 'night' }))
    expect(changed).toMatchObject({ 'Nursys ID': "O'1", shift: 'night' })
    expect(changed).not.toHaveProperty('employer')
    expect(await read(ann.fetch(path))).toEqual(changed)
  })

  it.each<[key: string, message: string]>([
    ...['userId', 'ownerId', 'status', 'id', 'freeFields', 'deletedAt'].map((key): [string, string] => [
      key,
      'Unknown field',
    ]),
    ['constructor', 'Programs reserve this name. Choose another one.'],
  ])('rejects %s from a client: %s', async (key, message) => {
    const answer = await ann.json('POST', '/api/credentials', { ...license, [key]: 'x' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: key, message }] })
    const { id } = await add(ann)
    expect((await ann.json('PATCH', `/api/credentials/${id}`, { [key]: 'x' })).status).toBe(422)
  })

  it('rejects a key that is a typo of a field, also in an import', async () => {
    const typo = { ...license, expriesAt: '2027-01-01' }
    const problemOf = async (answer: Promise<Response>) => (await answer).json()
    const meant = (path: string) => ({ status: 422, errors: [{ path, message: 'Did you mean expiresAt?' }] })
    expect(await problemOf(ann.json('POST', '/api/credentials', typo))).toMatchObject(meant('expriesAt'))
    const { id } = await add(ann)
    const path = `/api/credentials/${id}`
    expect(await problemOf(ann.json('PATCH', path, { expriesAt: '2027-01-01' }))).toMatchObject(
      meant('expriesAt'),
    )
    expect(
      await problemOf(ann.json('POST', '/api/imports', { fileName: 'a.csv', credentials: [license, typo] })),
    ).toMatchObject(meant('credentials.1.expriesAt'))
  })

  it('rejects additional keys of a certification', async () => {
    const { status } = await ann.json('POST', '/api/credentials', { ...certification, employer: 'Mercy' })
    expect(status).toBe(422)
    const { id } = await add(ann, certification)
    expect((await ann.json('PATCH', `/api/credentials/${id}`, { employer: 'Mercy' })).status).toBe(422)
  })

  it('leaves text unchanged through five saves, apostrophes included', async () => {
    const typed = `  O'Brien & "Sons" <b>RN</b> &amp; {{x}} 💉 once = more <script>alert(1)</script> `
    const kept = `O'Brien & "Sons" <b>RN</b> &amp; {{x}} 💉 once = more`
    let record = await add(ann, {
      ...license,
      title: typed,
      tags: ['"a", {b}\\', 'NULL', "'"],
      notes: 'one\ntwo',
    })
    for (let save = 0; save < 5; save++) {
      expect(record).toMatchObject({ title: kept, tags: ['"a", {b}\\', 'NULL', "'"], notes: 'one\ntwo' })
      const patch = { title: 'title' in record ? record.title : '', tags: record.tags, notes: record.notes }
      record = await read(ann.json('PATCH', `/api/credentials/${record.id}`, patch))
    }
  })

  it('twenty times with one idempotency key creates one', async () => {
    const press = (body: object) => ann.json('POST', '/api/credentials', body, { 'Idempotency-Key': 'press' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => press({ ...license, tags: ['once'] })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    for (const body of bodies) expect(body).toEqual(bodies[0])
    expect(new Set(answers.map(({ headers }) => headers.get('Location'))).size).toBe(1)
    expect(await items(ann, '/api/credentials')).toHaveLength(1)

    const other = await press(certification)
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await items(ann, '/api/credentials')).toHaveLength(1)
  })
})

describe('updating a credential', () => {
  it('changes field by field: absent fields stay, null clears', async () => {
    const { id } = await add(ann, sampleLicense)
    services.clock.set('2026-03-10T16:00:00.000Z')
    const changed = await read<Credential>(
      ann.json('PATCH', `/api/credentials/${id}`, { number: null, expiresAt: '2026-04-09', extra: [] }),
    )
    expect(changed).toMatchObject({
      ...sampleLicense,
      number: null,
      expiresAt: '2026-04-09',
      extra: [],
      status: 'expiring_soon',
      daysLeft: 30,
      createdAt: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T16:00:00.000Z',
    })
    expect(await read(ann.fetch(`/api/credentials/${id}`))).toEqual(changed)
    expect(await read(ann.json('PATCH', `/api/credentials/${id}`, {}))).toMatchObject({
      expiresAt: '2026-04-09',
    })
  })

  it('is rejected when the dates contradict each other', async () => {
    const { id } = await add(ann, sampleLicense)
    const answer = await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2024-03-31' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: [{ path: 'expiresAt', message: 'Expires before it was issued' }],
    })
    const moved = { issuedAt: '2020-01-01', expiresAt: '2024-03-31' }
    expect(await read(ann.json('PATCH', `/api/credentials/${id}`, moved))).toMatchObject({
      status: 'expired',
    })
  })

  it.each(['RN123456', 'rn 123456', 'RN-123456'])(
    'finds the number %s however it is searched',
    async (number) => {
      const { id } = await add(ann, { ...license, number })
      for (const q of ['RN123456', 'rn 123456', 'RN-123456', 'RN–123456'])
        expect(await items(ann, `/api/credentials?q=${encodeURIComponent(q)}`), q).toMatchObject([{ id }])
      expect(await items(ann, '/api/credentials?q=RN-123457')).toEqual([])
    },
  )

  it('updates what a search finds', async () => {
    const { id } = await add(ann)
    await ann.json('PATCH', `/api/credentials/${id}`, {
      state: 'OH',
      issuer: 'OBN',
      title: 'Buckeye',
      number: 'N-7',
    })
    expect(await items(ann, '/api/credentials?q=texas')).toEqual([])
    for (const q of ['ohio', 'buckeye', 'n-7']) {
      expect(await items(ann, `/api/credentials?q=${q}`)).toMatchObject([{ id }])
    }
  })

  it('accepts only the fields of its kind', async () => {
    const { id } = await add(ann, certification)
    const answer = await ann.json('PATCH', `/api/credentials/${id}`, {
      state: 'TX',
      multistate: true,
      number: '1',
    })
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as Problem
    expect(errors?.map(({ path }) => path)).toEqual(['state', 'multistate'])
    expect(await read(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ number: null })
  })
})

describe('the verdict', () => {
  const verdict = (nurse: Nurse) => read<Verdict>(nurse.fetch('/api/credentials/verdict'))

  it('says what is missing, with dates in the owner’s format', async () => {
    expect(await verdict(ann)).toEqual({
      verdict: 'no_license',
      until: null,
      headline: 'Add your license to see whether you are clear to work.',
      action: { kind: 'add_license', label: 'Add a license', resourceId: null },
      states: [],
    })
    const { id, dateMissing } = await add(ann)
    expect(dateMissing).toBe(true)
    expect(await verdict(ann)).toMatchObject({
      verdict: 'unknown',
      headline: 'We can’t tell yet: the Texas RN license has no expiration date.',
      action: { kind: 'add_date', resourceId: id },
    })
    await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '2027-03-31' })
    await ann.json('PUT', '/api/users/me', { settings: { locale: 'en-GB' } })
    expect(await verdict(ann)).toMatchObject({
      verdict: 'yes',
      until: '2027-03-31',
      headline: 'Yes, until 31 Mar 2027. Texas RN expires first.',
    })
    await ann.json('PUT', '/api/users/me', { settings: { locale: null } })
    expect((await verdict(bob)).verdict).toBe('no_license')
  })

  it('changes at midnight in the owner’s time zone, and ignores archived or deleted credentials', async () => {
    const { id } = await add(ann, { ...license, expiresAt: '2026-03-10' })
    const card = await add(ann, { ...certification, code: 'BLS', expiresAt: '2026-01-31' })
    expect((await verdict(ann)).verdict).toBe('partly')
    await ann.json('PATCH', `/api/credentials/${card.id}`, { requiredForWork: false })
    expect((await verdict(ann)).verdict).toBe('yes')
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: 'America/Chicago' } })
    services.clock.set('2026-03-11T04:59:59.000Z')
    expect((await verdict(ann)).verdict).toBe('yes')
    services.clock.set('2026-03-11T05:00:00.000Z')
    expect(await verdict(ann)).toMatchObject({ verdict: 'no', action: { kind: 'renew', resourceId: id } })
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: null } })
    await ann.fetch(`/api/credentials/${id}/archive`, { method: 'POST' })
    expect((await verdict(ann)).verdict).toBe('no_license')
  })
})

describe('archiving a credential', () => {
  it('keeps it outside lists and counts until it is unarchived', async () => {
    const before = await add(ann, { ...license, expiresAt: '2026-03-31' })
    const path = `/api/credentials/${before.id}`
    const archive = (how: 'archive' | 'unarchive') => read(ann.fetch(`${path}/${how}`, { method: 'POST' }))
    const archived = { ...before, archivedAt: '2026-03-10T15:00:00.000Z' }
    expect(await archive('archive')).toEqual(archived)
    services.clock.set('2026-03-11T15:00:00.000Z')
    expect(await archive('archive')).toMatchObject({ archivedAt: archived.archivedAt })
    expect(await read(ann.fetch(path))).toEqual({ ...archived, daysLeft: 20 })
    for (const list of ['', '/expiring/60', '/renewal/60'])
      expect(await items(ann, `/api/credentials${list}`)).toEqual([])
    expect(await items(ann, '/api/credentials?archived=true')).toMatchObject([{ id: before.id }])
    expect(await read(ann.fetch('/api/credentials/summary'))).toMatchObject({ total: 0, archived: 1 })
    services.clock.set('2026-03-12T15:00:00.000Z')
    expect(await archive('unarchive')).toMatchObject({ archivedAt: null })
    expect(await items(ann, '/api/credentials')).toMatchObject([
      { id: before.id, updatedAt: before.updatedAt },
    ])
    expect(await actions()).toEqual([
      'credential_created license {"type":"RN"}',
      'credential_archived license {"type":"RN"}',
      'credential_archived license {"type":"RN"}',
      'credential_unarchived license {"type":"RN"}',
    ])
  })
})

describe('a missing expiration date', () => {
  it('is distinguished from a credential that never expires', async () => {
    const missing = await add(ann)
    const never = await add(ann, { ...license, neverExpires: true })
    expect([missing.dateMissing, never.dateMissing]).toEqual([true, false])
    expect(await items(ann, '/api/credentials?dateMissing=true')).toEqual([missing])
    expect(await items(ann, '/api/credentials?dateMissing=false')).toEqual([never])
    expect(await read(ann.fetch('/api/credentials/summary'))).toMatchObject({ dateMissing: 1 })
    const both = await ann.json('PATCH', `/api/credentials/${never.id}`, { expiresAt: '2027-01-31' })
    expect([both.status, (await read<Problem>(Promise.resolve(both))).errors?.[0]?.path]).toEqual([
      422,
      'neverExpires',
    ])
    const chosen = await ann.json('PATCH', `/api/credentials/${never.id}`, {
      expiresAt: '2027-01-31',
      neverExpires: false,
    })
    expect(chosen.status).toBe(200)
  })
})

describe('deleting a credential', () => {
  it('hides it everywhere until it is restored', async () => {
    const before = await add(ann, { ...sampleLicense, expiresAt: '2026-03-20' })
    const path = `/api/credentials/${before.id}`
    const gone = await ann.fetch(path, { method: 'DELETE' })
    expect([gone.status, await gone.text()]).toEqual([204, ''])
    for (const method of ['GET', 'DELETE']) expect((await ann.fetch(path, { method })).status).toBe(404)
    expect((await ann.json('PATCH', path, { number: '1' })).status).toBe(404)
    expect((await bob.json('PATCH', path, { number: '1' })).status).toBe(404)
    for (const list of ['', '?q=texas', '/expiring/30', '/renewal/30'])
      expect(await items(ann, `/api/credentials${list}`)).toEqual([])
    expect(await read(ann.fetch('/api/credentials/summary'))).toMatchObject({ total: 0, tags: [] })

    const restored = await ann.fetch(`${path}/restore`, { method: 'POST' })
    expect([restored.status, await restored.json()]).toEqual([200, before])
    expect(await items(ann, '/api/credentials')).toEqual([before])
    expect((await ann.fetch(`${path}/restore`, { method: 'POST' })).status).toBe(200)
  })

  it('can be undone for 30 days', async () => {
    const { id } = await add(ann)
    await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    const restore = () => ann.fetch(`/api/credentials/${id}/restore`, { method: 'POST' })
    services.clock.set('2026-04-09T15:00:00.001Z')
    expect((await restore()).status).toBe(404)
    services.clock.set('2026-04-09T15:00:00.000Z')
    expect((await restore()).status).toBe(200)
  })
})

const routes: [method: string, path: (id: string) => string, body?: object][] = [
  ['GET', (id) => `/api/credentials/${id}`],
  ['PATCH', (id) => `/api/credentials/${id}`, { number: 'X' }],
  ['DELETE', (id) => `/api/credentials/${id}`],
  ['POST', (id) => `/api/credentials/${id}/restore`],
  ['POST', (id) => `/api/credentials/${id}/archive`],
  ['POST', (id) => `/api/credentials/${id}/unarchive`],
]

describe.each(routes)('%s by id', (method, path, body) => {
  const sendTo = (browser: Browser, id: string) => browser.json(method, path(id), body)

  it('returns 401 when signed out, whatever the id', async () => {
    const { id } = await add(ann)
    for (const each of [id, noId, 'nonsense']) {
      const answer = await sendTo(stranger, each)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        code: 'not_authenticated',
        detail: 'User not authenticated - please log in and try again.',
      })
    }
  })

  it.each([license, certification])("returns 403 for another nurse's $kind, and audits it", async (input) => {
    const { id } = await add(ann, { ...input, number: 'canary-551' })
    await services.database.clear('audit_records')
    const answer = await sendTo(bob, id)
    expect(answer.status).toBe(403)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ detail: `Unauthorized access to ${input.kind}` })
    expect(text).not.toContain('canary-551')
    const [noted, ...others] = await services.db.select().from(auditRecords)
    expect(others).toEqual([])
    expect(noted).toMatchObject({
      action: 'security_unauthorized_access',
      severity: 'high',
      userId: bob.id,
      resource: input.kind,
      resourceId: id,
    })
    expect(await read(ann.fetch(`/api/credentials/${id}`))).toMatchObject({ number: 'canary-551' })
  })

  it.each([noId, 'nonsense', '1', "x' or 1=1", '%E0%A4%A', `${noId}0`, 'x'.repeat(101), '__proto__'])(
    'returns 404 for %j',
    async (id) => {
      const answer = await sendTo(ann, id.includes('%') ? id : encodeURIComponent(id))
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'license_not_found', detail: 'License not found' })
    },
  )

  it('names an id that no database stores', async () => {
    const answer = await sendTo(ann, '%00')
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'id' }] })
  })
})

describe.each([
  ['GET', undefined],
  ['PATCH', { notes: 'x' }],
  ['DELETE', undefined],
])('%s of a deleted credential', (method, body) => {
  const refusalTo = async (nurse: Nurse, id: string) =>
    (await read<Problem>(nurse.json(method, `/api/credentials/${id}`, body))).detail

  it.each([
    [license, 'License not found'],
    [certification, 'Certification not found'],
  ])('reveals its kind to its owner only', async (input, detail) => {
    const { id } = await add(ann, input)
    await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    expect([await refusalTo(ann, id), await refusalTo(bob, id)]).toEqual([detail, 'License not found'])
  })
})

it("audits another owner's file in an update as a file, not as the credential", async () => {
  const form = new FormData()
  form.set('file', new File(['%PDF-1.7\n%%EOF\n'], 'card.pdf'))
  const file = await read<{ id: string }>(bob.fetch('/api/upload', { method: 'POST', body: form }))
  const { id } = await add(ann)
  await services.database.clear('audit_records')
  expect((await ann.json('PATCH', `/api/credentials/${id}`, { fileIds: [file.id] })).status).toBe(403)
  const noted = await services.db.select().from(auditRecords)
  expect(noted.map(({ resource, resourceId }) => [resource, resourceId])).toEqual([['file', null]])
})

describe('rejects', () => {
  const paths = ['', '/summary', '/expiring/30', '/renewal/30', '?limit=many']
  it.each(paths)('GET /api/credentials%s when signed out', async (path) => {
    expect((await stranger.fetch(`/api/credentials${path}`)).status).toBe(401)
  })

  it.each([
    ['not JSON', '{', 'application/json', 400],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400],
    ['a prototype', '{"__proto__":{"kind":"license"}}', 'application/json', 400],
    ['a form', 'kind=license', 'application/x-www-form-urlencoded', 415],
    ['plain text', JSON.stringify(license), 'text/plain', 415],
    ['too much', `"${'x'.repeat(1_000_001)}"`, 'application/json', 413],
    ['a list', '[]', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
  ])('%s, on POST and PATCH, after the check of the session', async (_what, body, type, status) => {
    const init = { body, headers: { 'Content-Type': type, 'Content-Length': String(body.length) } }
    for (const [method, path] of [
      ['POST', '/api/credentials'],
      ['PATCH', `/api/credentials/${noId}`],
    ] as const) {
      // The size limit is checked before everything else.
      const refused = status === 413 ? 413 : 401
      expect((await stranger.fetch(path, { ...init, method })).status).toBe(refused)
      expect((await ann.fetch(path, { ...init, method })).status).toBe(status)
    }
  })

  it('every invalid field by name', async () => {
    const bad = {
      ...license,
      type: '',
      number: 'x'.repeat(51),
      tags: [''],
      ownerId: 'bob',
      expiresAt: 'infinity',
    }
    const answer = await ann.json('POST', '/api/credentials', bad)
    expect(answer.status).toBe(422)
    expect(answer.headers.get('Content-Type')).toContain('application/problem+json')
    const { code, errors } = (await answer.json()) as Problem
    expect(code).toBe('invalid')
    expect(errors?.map(({ path }) => path).toSorted()).toEqual([
      'expiresAt',
      'number',
      'ownerId',
      'tags.0',
      'type',
    ])
    expect(await services.db.$count(credentials)).toBe(0)
  })

  it('half a surrogate pair, which JSON allows but the database cannot store', async () => {
    const body = '{"kind":"license","type":"RN","state":"TX","title":"\\ud800"}'
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
    expect((await ann.fetch('/api/credentials', init)).status).toBe(422)
  })

  it('an invalid body before a missing or foreign record, and a field of the other kind after it', async () => {
    const { id } = await add(ann, certification)
    const status = async (nurse: Nurse, each: string, patch: object) =>
      (await nurse.json('PATCH', `/api/credentials/${each}`, patch)).status
    expect(await status(bob, noId, { number: 7 })).toBe(422)
    expect(await status(bob, noId, { title: 'x', name: 'y' })).toBe(422)
    expect(await status(bob, noId, { title: 'x' })).toBe(404)
    expect(await status(bob, id, { number: 7 })).toBe(422)
    expect(await status(bob, id, { title: 'x' })).toBe(403)
    expect(await status(ann, id, { title: 'x' })).toBe(422)
  })

  it.each([
    ...[
      'limit=0',
      'limit=201',
      'limit=1e1',
      'sort=name',
      'order=up',
      'kind=diploma',
      'status=lapsed',
      'page=2',
    ],
    ...['cursor=x', 'cursor=', 'q=%00', 'tag=', 'limit=1&limit=2', 'kind[]=license', `q=${'x'.repeat(201)}`],
  ])('the list query %s, with the name of the invalid parameter', async (query) => {
    const answer = await ann.fetch(`/api/credentials?${query}`)
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as Problem
    expect(errors?.map(({ path }) => path)).toEqual([decodeURIComponent(query).split('=')[0]])
  })

  it.each(['-1', '3651', '1.5', 'many', '1e2', '%20', '99999999999'])('%s days', async (days) => {
    for (const list of ['expiring', 'renewal']) {
      const answer = await ann.fetch(`/api/credentials/${list}/${days}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'days' }] })
    }
  })
})

describe('the day on which a status changes', () => {
  it.each([
    ['Pacific/Honolulu', '2026-03-11T09:59:59.999Z', '2026-03-11T10:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-10T10:59:59.999Z', '2026-03-10T11:00:00.000Z'],
  ])('is the nurse’s own, in %s', async (timeZone, lastMoment, midnight) => {
    await ann.json('PUT', '/api/users/me', { settings: { timeZone } })
    const ends = ['2026-03-10', '2026-04-09', '2026-04-10', '2026-05-09', '2026-05-10', '2026-05-11']
    for (const expiresAt of ends) await add(ann, { ...license, expiresAt })
    const seen = async () =>
      (await items(ann, '/api/credentials')).map(({ daysLeft, status }) => `${daysLeft} ${status}`)
    services.clock.set(lastMoment)
    expect(await seen()).toEqual([
      ...[
        '0 expiring_soon',
        '30 expiring_soon',
        '31 renewal_due',
        '60 renewal_due',
        '61 active',
        '62 active',
      ],
    ])
    expect(await items(ann, '/api/credentials?status=expired')).toHaveLength(0)
    services.clock.set(midnight)
    expect(await seen()).toEqual([
      ...[
        '-1 expired',
        '29 expiring_soon',
        '30 expiring_soon',
        '59 renewal_due',
        '60 renewal_due',
        '61 active',
      ],
    ])
    expect(await items(ann, '/api/credentials?status=expired')).toHaveLength(1)
    expect(await items(ann, '/api/credentials?status=expiring')).toHaveLength(2)
    expect(await items(ann, '/api/credentials/expiring/30')).toHaveLength(2)
    expect(await items(ann, '/api/credentials/renewal/30')).toHaveLength(3)
    expect(await read(ann.fetch('/api/credentials/summary'))).toMatchObject({
      byStatus: { expired: 1, expiring_soon: 2, renewal_due: 2, active: 1 },
    })
    await ann.json('PUT', '/api/users/me', { settings: { timeZone: null } })
  })
})

it('changes are in the nurse’s audit log, without a number', async () => {
  const { id } = await add(ann, { ...sampleLicense })
  await ann.json('PATCH', `/api/credentials/${id}`, { notes: null })
  await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
  await ann.fetch(`/api/credentials/${id}/restore`, { method: 'POST' })
  await add(ann, sampleCertification)
  await ann.json('PATCH', `/api/credentials/${id}`, { expiresAt: '1999-01-01' })
  expect((await actions()).toSorted()).toEqual([
    'credential_created certification {"type":"certification"}',
    'credential_created license {"type":"RN"}',
    'credential_deleted license {"type":"RN"}',
    'credential_restored license {"type":"RN"}',
    'credential_updated license {"type":"RN"}',
  ])
})

it('each nurse sees only their own credentials', async () => {
  await add(ann, { ...license, title: 'canary of ann', tags: ['canary'], expiresAt: '2026-03-11' })
  const mine = await add(bob, certification)
  expect(await items(bob, '/api/credentials?limit=200')).toEqual([mine])
  for (const path of ['', '?q=canary', '?tag=canary', '/expiring/3650', '/renewal/3650', '/summary'])
    expect(await (await bob.fetch(`/api/credentials${path}`)).text()).not.toContain('canary of ann')
})

it('the OpenAPI document describes every route', async () => {
  const document = await read<{ paths: Record<string, object> }>(stranger.fetch('/api/openapi.json'))
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/credentials'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(described.toSorted()).toEqual([
    ...['delete /api/credentials/{id}', 'get /api/credentials', 'get /api/credentials/expiring/{days}'],
    ...[
      'get /api/credentials/renewal/{days}',
      'get /api/credentials/summary',
      'get /api/credentials/verdict',
    ],
    ...['get /api/credentials/{id}', 'get /api/credentials/{id}/renewals', 'get /api/credentials/{id}/terms'],
    ...['patch /api/credentials/{id}', 'post /api/credentials', 'post /api/credentials/several'],
    ...['archive', 'renewals', 'restore', 'unarchive'].map((verb) => `post /api/credentials/{id}/${verb}`),
  ])
})
