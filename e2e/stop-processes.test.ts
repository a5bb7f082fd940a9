import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openPool, startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { insertDueNurses } from '#testing/reminder-rows.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
let postgres: TestServer
/** One mail server per process. It shows which process sent a mail. */
let mailServers: [MailServer, MailServer]
let db: pg.Pool
const servers: RunningServer[] = []

async function start(settings: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(join(folder.path, 'data'), {
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '5',
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    ...settings,
  })
  servers.push(server)
  return server
}

beforeAll(async () => {
  postgres = await startTestServer()
  mailServers = [await startMailServer(), await startMailServer()]
  db = openPool(postgres.url)
})

afterAll(async () => {
  // Closed first, because stopping a server also closes connections.
  await db?.end()
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all((mailServers ?? []).map((mailServer) => mailServer.close()))
  await postgres?.stop()
  folder.remove()
})

const soon = { timeout: 30_000, interval: 50 }

it('a stopped process finishes the mails that it has started, and another sends the rest immediately', async () => {
  const begun = Promise.withResolvers<'accept'>()
  for (const mailServer of mailServers) mailServer.answer(() => begun.promise)
  const first = await start({ SMTP_URL: mailServers[0].url })
  await insertDueNurses(db, 'due', 12)
  await db.query("delete from job_runs where name = 'reminders'")
  const second = await start({ SMTP_URL: mailServers[1].url })
  const received = () => mailServers.flatMap((mailServer) => mailServer.received)
  await expect.poll(() => received().length, soon).toBe(5)

  const isFirst = mailServers[0].received.length > 0
  const holder = isFirst ? first : second
  // Five wait for `begun`. The other process sends the rest without waiting.
  mailServers[isFirst ? 1 : 0].answer('accept')
  const stoppedAt = performance.now()
  const stopped = holder.stop()
  await expect.poll(() => received().length, { timeout: 6000, interval: 50 }).toBe(12)
  expect(holder.process.exitCode).toBe(null)
  begun.resolve('accept')
  await stopped
  expect(holder.process.exitCode).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(8000)

  expect(new Set(received().map(({ to }) => to)).size).toBe(12)
  const { rows } = await db.query(
    "select state, attempts, count(*)::int as count from reminder_deliveries where channel = 'email' group by 1, 2",
  )
  expect(rows).toEqual([{ state: 'sent', attempts: 1, count: 12 }])
  for (const server of servers) expect(server.output()).not.toMatch(/"level":[45]0/)
})

const password = 'violet tractor moon 41'
const pdfOf = (text: string) => `%PDF-1.7\n${text}\n%%EOF\n`

/** Registers on that process. `at` is the process that serves the owner's later requests. */
async function register(server: RunningServer, name: string) {
  const answer = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${name}@nurses.example`, password, name }),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  const headers = { cookie: cookies.join('; ') }
  return {
    async upload(at: RunningServer, text: string): Promise<string> {
      const body = new FormData()
      body.append('file', new Blob([pdfOf(text)], { type: 'application/pdf' }), 'card.pdf')
      const kept = await fetch(`${at.url}/api/upload`, { method: 'POST', headers, body })
      expect(kept.status, await kept.clone().text()).toBe(201)
      return ((await kept.json()) as { id: string }).id
    },
    read: async (at: RunningServer, id: string) =>
      (await fetch(`${at.url}/api/upload/${id}/content`, { headers })).text(),
  }
}

it('rotates the key of documents while a process with the old key still serves', {
  tags: 'long',
}, async () => {
  const aKey = () => randomBytes(32).toString('base64')
  const [before, after] = [aKey(), aKey()]
  const old = await start({ FILES_KEY: before, FILES_KEYS_OLD: after })
  const ann = await register(old, 'ann')
  const first = await ann.upload(old, 'first of Ann')
  const wrappedBy = async () => (await db.query('select distinct wrapped_by from file_keys')).rows
  const [{ wrapped_by: oldName }] = await wrappedBy()

  await db.query("delete from job_runs where name = 'file-keys'")
  const next = await start({ FILES_KEY: after, FILES_KEYS_OLD: before })
  await expect.poll(async () => (await wrappedBy())[0]?.wrapped_by, soon).not.toBe(oldName)
  expect(await wrappedBy()).toHaveLength(1)
  // Each process reads data that the other stored, for an existing owner and for a new one.
  const bea = await register(next, 'bea')
  for (const [one, other] of [
    [old, next],
    [next, old],
  ] as const) {
    expect(await ann.read(one, first)).toBe(pdfOf('first of Ann'))
    for (const nurse of [ann, bea]) {
      const id = await nurse.upload(one, `at ${one.url}`)
      expect(await nurse.read(other, id)).toBe(pdfOf(`at ${one.url}`))
    }
  }
  await old.stop()
  expect(await ann.read(next, first)).toBe(pdfOf('first of Ann'))
  for (const server of [old, next]) expect(server.output()).not.toContain('"level":50')
})
