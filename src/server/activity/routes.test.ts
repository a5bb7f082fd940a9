import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#server/audit/store.ts'
import { asOwnerId } from '#server/users/owner.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { ceuClient, florida } from '#testing/ceu-vault.ts'
import { openPushBrowser } from '#testing/push-browser.ts'
import { addLicense, addPicture, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => services.database.clear())

const me = '/api/users/me'
type Item = {
  id: string
  action: string
  resource: string
  name: string | null
  severity: string | null
  timestamp: string
  sessionId: string
  leftOut: number | null
  userAgent: string | null
  isCurrent: boolean
  metadata: Record<string, unknown>
}
type Page = { items: Item[]; nextCursor: string | null }

const read = async (nurse: Nurse, query = ''): Promise<Page> =>
  (await nurse.fetch(`${me}/activity${query}`)).json() as Promise<Page>
const actionsOf = async (nurse: Nurse, query = '') =>
  (await read(nurse, query)).items.map(({ action }) => action)

/** Writes an audit record as if the owner had acted at that time. */
const note = (nurse: Nurse, at: string, action: AuditAction, userAgent: string | null = null) =>
  audit(services.db, { owner: asOwnerId(nurse.id), sessionId: 's', userAgent }, new Date(at), action, {
    resource: 'file',
  })

describe('the activity log', () => {
  test('lists records newest first, page by page, each once', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    for (let i = 0; i < 7; i += 1) {
      // Every two records share an instant, which must not affect the order.
      if (i % 2) services.clock.set(new Date(services.clock.now().getTime() + 1000).toISOString())
      await ann.json('PUT', me, { organization: `Ward ${i}` })
    }
    const all = await read(ann)
    expect(all.nextCursor).toBeNull()
    expect(all.items.map(({ action }) => action).sort()).toEqual(
      ['auth_login', ...Array<string>(7).fill('auth_profile_updated'), 'auth_register'].sort(),
    )
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await read(ann, `?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.items.length).toBeLessThanOrEqual(2)
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all.items.map(({ id }) => id))
    const stamps = all.items.map(({ timestamp }) => timestamp)
    expect(stamps).toEqual(stamps.toSorted().reverse())
    expect((await read(bea)).items.some(({ id }) => paged.includes(id))).toBe(false)
  })

  test('filters by resource, not by the start of its name', async () => {
    const ann = await services.nurse('ann')
    await note(ann, '2026-03-10T10:00:00Z', 'file_uploaded')
    await note(ann, '2026-03-10T11:00:00Z', 'credential_created')
    await note(ann, '2026-03-10T12:00:00Z', 'security_unauthorized_access')
    expect(await actionsOf(ann, '?prefix=file')).toEqual(['file_uploaded'])
    expect(await actionsOf(ann, '?prefix=credential')).toEqual(['credential_created'])
    expect(await actionsOf(ann, '?prefix=security')).toEqual(['security_unauthorized_access'])
    expect((await actionsOf(ann, '?prefix=auth')).sort()).toEqual(['auth_login', 'auth_register'])
  })

  test('filters by severity', async () => {
    const ann = await services.nurse('ann')
    await services
      .stranger()
      .json('POST', '/api/auth/sign-in/email', { email: ann.email, password: 'not the password 41' })
    await note(ann, '2026-03-10T11:00:00Z', 'security_csp_violation')
    await note(ann, '2026-03-10T12:00:00Z', 'security_invalid_input')
    expect(await actionsOf(ann, '?severe=true')).toEqual(['auth_login_failed', 'security_csp_violation'])
    expect(await actionsOf(ann, '?severe=true&prefix=auth')).toEqual(['auth_login_failed'])
  })

  test('filters by days in the owner’s time zone, including the longest and shortest day of the year', async () => {
    const ann = await services.nurse('ann')
    await ann.json('PUT', me, { settings: { timeZone: 'America/Chicago' } })
    // On 8 March 2026 clocks there go forward: the day lasts from 06:00 to 05:00 of the next day in UTC, 23 hours.
    const moments = [
      '2026-03-08T05:59:59.999Z',
      '2026-03-08T06:00:00Z',
      '2026-03-09T04:59:59.999Z',
      '2026-03-09T05:00:00Z',
    ]
    for (const at of moments) await note(ann, at, 'file_uploaded')
    const days = async (query: string) =>
      (await read(ann, `?prefix=file&${query}`)).items.map(({ timestamp }) =>
        moments.indexOf(moments.find((at) => +new Date(at) === +new Date(timestamp)) ?? ''),
      )
    expect(await days('from=2026-03-08&to=2026-03-08')).toEqual([2, 1])
    expect(await days('to=2026-03-07')).toEqual([0])
    expect(await days('from=2026-03-09')).toEqual([3])
    expect(await days('from=2026-03-07&to=2026-03-09')).toEqual([3, 2, 1, 0])
  })

  test('marks records of the current session', async () => {
    const ann = await services.nurse('ann')
    const phone = services.stranger()
    await phone.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
    await phone.json('PUT', me, { organization: 'By phone' })
    const byPhone = (await (await phone.fetch(`${me}/activity?prefix=auth`)).json()) as Page
    const current = byPhone.items.filter(({ isCurrent }) => isCurrent).map(({ action }) => action)
    expect(current.sort()).toEqual(['auth_login', 'auth_profile_updated'])
    const changed = (await read(ann)).items.find(({ action }) => action === 'auth_profile_updated')
    expect(changed).toMatchObject({ isCurrent: false })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['owner=x', 'owner'],
    ['prefix=aut', 'prefix'],
    ['severe=yes', 'severe'],
    ['from=2026-02-30', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
  ])('rejects %s', async (query, path) => {
    const ann = await services.nurse('ann')
    const answer = await ann.fetch(`${me}/activity?${query}`)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
  })

  test('rejects the cursor of another filter or another nurse', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const { nextCursor } = await read(ann, '?limit=1')
    expect((await ann.fetch(`${me}/activity?limit=1&cursor=${nextCursor}`)).status).toBe(200)
    expect((await ann.fetch(`${me}/activity?limit=1&prefix=auth&cursor=${nextCursor}`)).status).toBe(422)
    expect((await bea.fetch(`${me}/activity?limit=1&cursor=${nextCursor}`)).status).toBe(422)
  })
})

test('refused requests add at most a hundred records an hour and a count, and push out no other records', async () => {
  const ann = await services.nurse('ann')
  const bea = await services.nurse('bea')
  const made = await bea.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
  const { id } = (await made.json()) as { id: string }
  const ask = () => ann.fetch(`/api/credentials/${id}`)
  for (let each = 0; each < 105; each += 1) expect((await ask()).status).toBe(403)
  await ann.json('PUT', me, { organization: 'Ward 7' })
  const refusals = async () => (await read(ann, '?prefix=security&limit=200')).items
  expect(await refusals()).toHaveLength(101)
  expect((await refusals()).flatMap(({ leftOut }) => leftOut ?? [])).toEqual([5])
  expect((await actionsOf(ann, '?prefix=auth')).toSorted()).toEqual([
    ...['auth_login', 'auth_profile_updated', 'auth_register'],
  ])
  services.clock.set(new Date(services.clock.now().getTime() + 3_600_001).toISOString())
  expect((await ask()).status).toBe(403)
  expect(await refusals()).toHaveLength(102)
})

test('an owner’s changes beyond a hundred in an hour are counted, in the list and in the file', async () => {
  const ann = await services.nurse('ann')
  for (let each = 0; each < 137; each += 1) await ann.json('PUT', me, { organization: `Ward ${each}` })
  const changes = (await read(ann, '?prefix=auth&limit=200')).items.filter(
    ({ action }) => action === 'auth_profile_updated',
  )
  expect(changes).toHaveLength(101)
  expect(changes.flatMap(({ leftOut }) => leftOut ?? [])).toEqual([37])
  const saved = (await (await ann.fetch(`${me}/activity/export?format=json`)).json()) as Item[]
  expect(saved.flatMap(({ leftOut }) => leftOut ?? [])).toEqual([37])
})

describe('names', () => {
  const card = {
    kind: 'certification',
    name: 'Advanced Cardiovascular Life Support',
    code: 'ACLS',
    issuer: 'AHA',
  }
  const namesOf = async (nurse: Nurse) =>
    (await read(nurse, '?prefix=credential')).items.map(({ action, name }) => [action, name])

  async function addCard(nurse: Nurse, number?: string): Promise<string> {
    const added = await nurse.json('POST', '/api/credentials', { ...card, number })
    return ((await added.json()) as { id: string }).id
  }

  test('name what a record was about, even in the trash; a purge removes the name', async () => {
    const ann = await services.nurse('ann')
    const id = await addCard(ann, 'SECRET-4711')
    await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    expect((await namesOf(ann)).toSorted()).toEqual([
      ['credential_created', 'ACLS'],
      ['credential_deleted', 'ACLS'],
    ])
    expect((await ann.fetch(`/api/trash/certification/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await namesOf(ann)).map(([, name]) => name)).toEqual([null, null, null])
    const stored = await services.database.pool.query('select * from audit_records')
    expect(JSON.stringify(stored.rows)).not.toMatch(/ACLS|Advanced|SECRET/)
  })

  test('are in both files, and never contain a number', async () => {
    const ann = await services.nurse('ann')
    await addCard(ann, 'SECRET-4711')
    for (const format of ['csv', 'json']) {
      const text = await (await ann.fetch(`${me}/activity/export?format=${format}`)).text()
      expect(text).toContain('ACLS')
      expect(text).not.toContain('SECRET')
    }
  })

  test('include those of a cycle, an entry, a file and a share link', async () => {
    const ann = await services.nurse('ann')
    const ceu = ceuClient(ann)
    const license = await addLicense(ann)
    const cycle = await ceu.addCycle({ ...florida, licenseId: license })
    await ceu.addEntry({ cycleId: cycle.id, title: 'Ethics at the bedside' })
    await addPicture(ann)
    await createLink(ann, { resourceType: 'ceuCycle', resourceId: cycle.id })
    const { items } = await read(ann)
    const named = Object.fromEntries(items.map(({ resource, name }) => [resource, name]))
    expect(named).toMatchObject({
      license: expect.stringContaining('RN'),
      ceuCycle: named.license,
      ceuEntry: 'Ethics at the bedside',
      share: named.license,
      file: expect.stringMatching(/\./),
      account: null,
    })
  })

  test('never reveal the name of another nurse’s record', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const id = await addCard(ann)
    expect((await bea.fetch(`/api/credentials/${id}`)).status).toBe(403)
    expect(JSON.stringify(await read(bea))).not.toContain('ACLS')
  })
})

describe('the export of the activity log', () => {
  const save = (nurse: Nurse, query: string) => nurse.fetch(`${me}/activity/export?${query}`)

  test('is a spreadsheet without formulas, for a log of any length', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    await note(bea, '2026-03-10T12:00:00Z', 'file_uploaded', 'another nurse')
    await note(ann, '2026-03-10T12:00:00Z', 'file_uploaded', '=HYPERLINK("https://evil.example")')
    await services.database.pool.query(
      `insert into audit_records (user_id, action, resource, timestamp, session_id)
        select $1, 'file_downloaded', 'file', timestamptz '2026-01-01' + n * interval '1 second', 's' from generate_series(1, 1203) n`,
      [ann.id],
    )
    const answer = await save(ann, 'format=csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('lanyard-activity-2026-03-10.csv')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString().slice(1)
    expect(text).not.toContain('another nurse')
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(errors).toEqual([])
    expect(data).toHaveLength(1203 + 4)
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
    expect(Object.keys(data[0] ?? {})).toEqual([
      'id',
      'userId',
      'action',
      'resource',
      'resourceId',
      'name',
      'severity',
      'metadata',
      'timestamp',
      'userAgent',
      'sessionId',
      'leftOut',
    ])
    expect(data.find(({ action }) => action === 'file_uploaded')?.userAgent).toBe(
      `'=HYPERLINK("https://evil.example")`,
    )
    expect(data.map(({ action }) => action)).toContain('auth_activity_exported')
  })

  test('is JSON with only the records that match the filter, and empty if none do', async () => {
    const ann = await services.nurse('ann')
    await note(ann, '2026-03-10T12:00:00Z', 'file_uploaded')
    const chosen = await save(ann, 'format=json&prefix=file')
    expect(await chosen.json()).toMatchObject([{ action: 'file_uploaded', sessionId: 's' }])
    expect(await (await save(ann, 'format=json&prefix=security')).json()).toEqual([])
    expect((await save(ann, 'format=csv&prefix=security')).status).toBe(200)
  })

  test.each(['', 'format=pdf', 'format=csv&limit=5', 'format=csv&from=2026-03-02&to=2026-03-01'])(
    'rejects "%s"',
    async (query) => {
      const ann = await services.nurse('ann')
      expect((await save(ann, query)).status).toBe(422)
    },
  )
})

test('changes of reminder channels are logged: a webhook by its host alone, a calendar, a device', async () => {
  const ann = await services.nurse('ann')
  const { subscription } = openPushBrowser('https://93.184.216.35/push')
  const steps: [string, string, object?][] = [
    ['POST', '/api/reminders/calendar'],
    ['DELETE', '/api/reminders/calendar'],
    ['DELETE', '/api/reminders/calendar'],
    ['PUT', '/api/reminders/webhook', { url: 'https://93.184.216.34/hook?key=canary' }],
    ['DELETE', '/api/reminders/webhook'],
    ['POST', '/api/reminders/push', subscription],
    ['POST', '/api/reminders/push', subscription],
  ]
  for (const [method, path, body] of steps) {
    services.clock.set(new Date(services.clock.now().getTime() + 60_000).toISOString())
    const answer = await ann.json(method, path, body)
    expect(answer.status, `${method} ${path} ${await answer.clone().text()}`).toBeLessThan(300)
  }
  const { items } = await read(ann, '?prefix=auth&limit=5')
  expect(items.map(({ action }) => action)).toEqual([
    ...['auth_push_added', 'auth_webhook_removed', 'auth_webhook_set'],
    ...['auth_calendar_ended', 'auth_calendar_made'],
  ])
  expect(items[2]).toMatchObject({ metadata: { host: '93.184.216.34' } })
  expect(JSON.stringify(items)).not.toContain('canary')
})
