import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createLimits, emulatorRateLimits } from '#server/rate-limits/store.ts'
import type { Services } from '#server/services.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { withName } from '#testing/database.ts'
import { addLicense, createLink, findLink, readLinkLog, statusAndCode } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let license: string
/**
 * Another process on the same database. The embedded database allows only one process, so the test uses that process
 * twice.
 */
let twin: Hono
let twinDatabase: Database | undefined
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  license = await addLicense(ann)
  const other = await secondServices(services)
  twin = createApp(other) as unknown as Hono
})
afterAll(async () => {
  await twinDatabase?.close()
  await services.close()
})

async function secondServices(first: TestServices): Promise<Services> {
  const source = inject('database')
  if (source.kind === 'embedded') return first
  const { rows } = await first.database.pool.query<{ name: string }>('select current_database() as name')
  twinDatabase = await openDatabase({ url: withName(source.url, rows[0]?.name ?? ''), dataDir: '' })
  const limits = createLimits({ database: twinDatabase, rateLimits: emulatorRateLimits })
  return { ...first, database: twinDatabase, db: twinDatabase.db, limits }
}

const toLicense = () => ({ resourceType: 'license', resourceId: license })
const elsewhere = () => openBrowser(twin, services.config.publicUrl)
const times = <T>(count: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

const open = (browser: Browser, token: string, passcode: string | null = null) =>
  browser.json('POST', `/api/share/${token}`, { passcode })
const statusOf = async (answer: Promise<Response>) => (await answer).status
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

describe('concurrent openings', () => {
  it('exactly 50 of 200 succeed for a link with 50 views, in two processes', async () => {
    const link = await createLink(ann, { ...toLicense(), viewLimit: 50 })
    const statuses = await times(200, (index) =>
      statusOf(open(index % 2 ? services.stranger() : elsewhere(), link.token)),
    )
    expect([count(statuses, 200), count(statuses, 410)]).toEqual([50, 150])
    expect(await findLink(ann, link)).toMatchObject({ viewCount: 50, viewsLeft: 0, state: 'used_up' })
    const log = await readLinkLog(ann, link)
    expect(log.filter((line) => line === 'opened')).toHaveLength(50)
    expect(log.filter((line) => line === 'refused used_up')).toHaveLength(1)
  })

  it('twenty first ones send the owner one message, without the link', async () => {
    const before = services.outbox().length
    const recipient = 'Jo at Mercy'
    const link = await createLink(ann, { ...toLicense(), recipient })
    await times(20, (index) => open(index % 2 ? services.stranger() : elsewhere(), link.token))
    const messages = services.outbox().slice(before)
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(message).toMatchObject({
      to: 'ann@nurses.example',
      subject: `Your share link for ${recipient} was opened`,
    })
    for (const said of ['California RN license', recipient, 'March 10, 2026 at 3:00 PM UTC'])
      expect(message?.text).toContain(said)
    for (const text of [message?.text, message?.html]) {
      expect(text).toContain(`/credentials/shares/${link.id}`)
      expect(text).not.toMatch(/\/share\/|[\w-]{43}/)
    }
    const activity = await ann.fetch('/api/users/me/activity')
    const { items } = (await activity.json()) as { items: { action: string; resourceId: string }[] }
    const noted = items.filter((item) => item.action === 'credential_share_opened')
    expect(noted.filter(({ resourceId }) => resourceId === link.id)).toHaveLength(1)
  })

  it('an opening whose mail cannot be stored does not count', async () => {
    const link = await createLink(ann, { ...toLicense(), viewLimit: 1 })
    const enqueue = () => Promise.reject(new Error('The disk is full'))
    const broken = createApp({ ...services, mailer: { ...services.mailer, enqueue } }) as unknown as Hono
    const browser = openBrowser(broken, services.config.publicUrl)
    expect(await statusOf(open(browser, link.token))).toBe(500)
    expect(browser.cookies.size).toBe(0)
    expect(await findLink(ann, link)).toMatchObject({ viewCount: 0, viewsLeft: 1, firstViewedAt: null })
    expect(await readLinkLog(ann, link)).toEqual([])
    expect(await statusOf(open(services.stranger(), link.token))).toBe(200)
  })
})

describe('openings during changes by the owner', () => {
  it('no opening counts after the owner has ended the link, 20 times', { tags: 'long' }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const link = await createLink(ann, toLicense())
      const opening = times(6, (index) =>
        statusOf(open(index % 2 ? services.stranger() : elsewhere(), link.token)),
      )
      const revoking = ann.fetch(`/api/share/${link.id}`, { method: 'DELETE' })
      expect((await revoking).status).toBe(204)
      const { viewCount } = await findLink(ann, link)
      const after = times(2, (index) =>
        statusOf(open(index % 2 ? services.stranger() : elsewhere(), link.token)),
      )
      expect(await after).toEqual([410, 410])
      const statuses = await opening
      expect(count(statuses, 200) + count(statuses, 410)).toBe(6)
      expect(count(statuses, 200)).toBe(viewCount)
      expect((await findLink(ann, link)).viewCount).toBe(viewCount)
    }
  })

  it('a session that began in one process ends in the other', async () => {
    const link = await createLink(ann, toLicense())
    const browser = elsewhere()
    expect(await statusOf(open(browser, link.token))).toBe(200)
    await ann.fetch(`/api/share/${link.id}`, { method: 'DELETE' })
    for (const path of ['', '/cover', '/packet'])
      expect((await browser.fetch(`/api/share/${link.token}${path}`)).status).toBe(410)
  })

  it('a passcode set in the meantime ends the sessions without it, 10 times', { tags: 'long' }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const link = await createLink(ann, toLicense())
      const browsers = Array.from({ length: 4 }, elsewhere)
      const opening = Promise.all(browsers.map((browser) => open(browser, link.token)))
      await ann.json('PATCH', `/api/share/${link.id}`, { passcode: 'night shift' })
      for (const answer of await opening) expect([200, 401]).toContain(answer.status)
      for (const browser of browsers) expect(await statusOf(open(browser, link.token))).toBe(401)
    }
  })

  it('a link that changes during every try asks to be opened again, and nothing was counted', async () => {
    const link = await createLink(ann, { ...toLicense(), passcode: 'night shift', viewLimit: 1 })
    const { pool } = services.database
    // Acts as if another change always came first: the opening finds no row to update.
    await pool.query(`create function changed_first() returns trigger as 'begin return null; end' language plpgsql;
      create trigger changed_first before update of view_count on shares for each row
        when (old.id = '${link.id}') execute function changed_first()`)
    const visitor = services.stranger()
    const answer = await open(visitor, link.token, 'night shift')
    expect(await statusAndCode(answer)).toEqual([409, 'link_changing'])
    expect(visitor.cookies.size).toBe(0)
    expect(await findLink(ann, link)).toMatchObject({ viewCount: 0, viewsLeft: 1, state: 'live' })
    expect(await readLinkLog(ann, link)).toEqual([])
    await pool.query('drop trigger changed_first on shares')
    expect(await statusOf(open(visitor, link.token, 'night shift'))).toBe(200)
  })

  it('nothing is left if the owner deletes the account in the meantime', async () => {
    const eve = await services.nurse('eve')
    const links: CreatedShare[] = []
    for (let each = 0; each < 5; each += 1) links.push(await createLink(eve))
    const opening = times(20, (index) => open(services.stranger(), links[index % 5]?.token ?? ''))
    const removing = eve.json('DELETE', '/api/users/me', { password: testPassword })
    for (const answer of await opening) expect([200, 404, 410]).toContain(answer.status)
    expect((await removing).status).toBe(204)
    for (const { token } of links) expect(await statusOf(open(services.stranger(), token))).toBe(404)
    expect(await tablesWith(eve.id)).toEqual([])
    expect(await tablesWith('eve@nurses.example')).toEqual([])
  })
})

/** The names of the tables with a row that contains this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = services.database
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const held = await pool.query(`select 1 from ${name} as r where strpos(r::text, $1) > 0 limit 1`, [text])
    if (held.rows.length > 0) found.push(name)
  }
  return found
}

describe('twenty concurrent requests', () => {
  it('with wrong passcodes: ten are checked, the others must wait', async () => {
    const link = await createLink(ann, { ...toLicense(), passcode: 'night shift' })
    const statuses = await times(20, (index) =>
      statusOf(open(index % 2 ? services.stranger() : elsewhere(), link.token, `wrong ${index}`)),
    )
    expect([count(statuses, 403), count(statuses, 429)]).toEqual([10, 10])
    expect(await readLinkLog(ann, link)).toEqual(['refused passcode'])
  })

  it('to create the same share create one, and no row contains its token', async () => {
    const before = (await listed()).length
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const body = { ...toLicense(), passcode: '482913' }
    const answers = await times(20, async () => {
      const answer = await ann.json('POST', '/api/share', body, headers)
      return [answer.status, await answer.text()]
    })
    expect(new Set(answers.map(String)).size).toBe(1)
    const [status, text] = answers[0] ?? []
    expect(status).toBe(201)
    expect((await listed()).length).toBe(before + 1)
    const { token } = JSON.parse(String(text)) as CreatedShare
    await open(services.stranger(), token, '482913')
    expect(await tablesWith(token)).toEqual([])
    expect(await tablesWith('482913')).toEqual([])
  })

  async function listed(): Promise<unknown[]> {
    return ((await (await ann.fetch('/api/share?limit=100')).json()) as { items: unknown[] }).items
  }
})
