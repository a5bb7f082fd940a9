import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEmptyDatabase } from '#testing/database.ts'
import { startTestServer } from '#testing/postgres-server.ts'
import { emptyDataFolder } from './data.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const password = 'violet tractor moon 41'
const email = 'ann@nurses.example'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Ended = { code: number | null; stdout: string; stderr: string }

/** Runs `npm run admin -- …` without npm. */
async function admin(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const { PATH, HOME } = process.env
  const script = join(import.meta.dirname, '../scripts/admin.mjs')
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...settings } })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { ...ended, code }
}

function post(server: RunningServer, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(`${server.url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function register(server: RunningServer): Promise<string> {
  const answer = await post(server, '/sign-up/email', { email, password, name: 'Ann' })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const statusOf = async (server: RunningServer, cookie: string) =>
  (await fetch(`${server.url}/api/users/me`, { headers: { cookie } })).status

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer(dataDir, settings)
  closers.push(() => server.stop())
  return server
}

it('the embedded database: while the server runs, and after it has stopped', async () => {
  const folder = await emptyDataFolder()
  closers.push(() => folder.remove())
  const settings = { LANYARD_DATA: folder.path }
  const server = await start(folder.path)
  const cookie = await register(server)
  const disabled = await admin(settings, 'disable', email)
  expect(disabled).toMatchObject({ code: 0, stderr: '' })
  expect(disabled.stdout).toMatch(/^Disabled ann@nurses\.example and ended its sessions \(1\)/)
  expect(await statusOf(server, cookie)).toBe(401)
  expect((await post(server, '/sign-in/email', { email, password })).status).toBe(403)
  const unknown = await admin(settings, 'disable', 'eve@nurses.example')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^No account has the address eve@nurses\.example.*\n$/)
  await server.stop()
  const listed = await admin(settings, 'users')
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(/^EMAIL .+\nann@nurses\.example .+ since \d{4}-/)
  const enabled = await admin(settings, 'enable', email)
  expect(enabled).toEqual({
    code: 0,
    stderr: expect.stringContaining('auth_account_enabled'),
    stdout: expect.stringMatching(/^Enabled ann@nurses\.example/),
  })
})

it('PostgreSQL: takes effect in every process immediately', async () => {
  const postgres = await startTestServer()
  closers.push(() => postgres.stop())
  const { url: DATABASE_URL } = await createEmptyDatabase(postgres.url)
  const settings = {
    DATABASE_URL,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
  }
  const nothing = await admin(settings, 'users')
  expect(nothing).toMatchObject({ code: 1, stdout: '' })
  expect(nothing.stderr).toMatch(/holds nothing of Lanyard/)
  const folder = temporaryFolder()
  closers.push(() => folder.remove())
  const one = await start(join(folder.path, 'one'), settings)
  const two = await start(join(folder.path, 'two'), settings)
  const cookie = await register(one)
  expect(await statusOf(two, cookie)).toBe(200)
  const disabled = await admin(settings, 'disable', email)
  expect(disabled.code).toBe(0)
  expect(JSON.parse(disabled.stderr)).toMatchObject({ event: 'security', what: 'auth_account_disabled' })
  expect([await statusOf(one, cookie), await statusOf(two, cookie)]).toEqual([401, 401])
})

it('wrong arguments print the usage and exit with code 1', async () => {
  const ended = await admin({}, 'destroy', email)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^Usage: npm run admin -- users\n/)
})
