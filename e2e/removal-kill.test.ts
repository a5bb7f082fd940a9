import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPhoto, formOf } from '#testing/documents.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { filesContaining, tablesContaining } from '../src/testing/account-traces.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Each kill takes two starts. Run `KILLS=12 npm test` for more.
const KILLS = Number(process.env.KILLS ?? 1)
const FILES = 30
const password = 'violet tractor moon 41'

const folder = temporaryFolder()
const data = join(folder.path, 'data')
let server: RunningServer
let settings: Record<string, string>
beforeAll(async () => {
  settings = { PORT: String(await freePort()), AUTH_SECRET: 'a secret of more than thirty-two characters' }
  server = await startServer(data, settings)
})
afterAll(async () => {
  await server?.stop()
  folder.remove()
})

function send(method: string, path: string, cookie: string, body?: object | FormData): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${server.url}${path}`, {
    method,
    headers: { cookie, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
}

async function register(name: string): Promise<{ id: string; email: string; cookie: string }> {
  const email = `${name}@nurses.example`
  const answer = await send('POST', '/api/auth/sign-up/email', '', { email, password, name: `Canary${name}` })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { user } = (await answer.json()) as { user: { id: string } }
  return { id: user.id, email, cookie }
}

const stored = () =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length

async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await wait(200)) {
    if (Date.now() > end) throw new Error('The condition did not become true in time')
  }
}

it('the next start finishes a deletion that was killed between rows and files; another account stays complete', async () => {
  const bea = await register('bea')
  const photo = await aPhoto()
  await send('POST', '/api/upload', bea.cookie, formOf(photo, 'other.jpg'))
  const othersBytes = stored()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const ann = await register(`ann${kill}`)
    for (let n = 0; n < FILES; n += 1) {
      const answer = await send('POST', '/api/upload', ann.cookie, formOf(photo, `Canaryann${kill} ${n}.jpg`))
      expect(answer.status).toBe(201)
    }
    const all = stored()
    expect(all).toBe(othersBytes + FILES * 3)
    const deletion = send('DELETE', '/api/users/me', ann.cookie, { password }).catch(() => null)
    while (stored() === all) await turn()
    await server.kill()
    await deletion
    expect(stored()).toBeGreaterThan(othersBytes)

    server = await startServer(data, settings)
    expect((await send('GET', '/api/users/me', ann.cookie)).status).toBe(401)
    await until(() => stored() === othersBytes, 90_000)
    // The last mail is written after the last file is gone.
    await wait(500)
    await server.stop()
    const words = [ann.id, ann.email, `Canaryann${kill}`]
    const { pool, close } = await openDatabase({ url: undefined, dataDir: data })
    expect(await tablesContaining(pool, words)).toEqual([])
    const { rows } = await pool.query(`select "to" from mail_outbox where kind = 'account_deleted'`)
    await close()
    expect(rows).toEqual(Array(kill + 1).fill({ to: 'address removed' }))
    expect(await filesContaining(join(data, 'files'), words)).toEqual([])
    server = await startServer(data, settings)
    expect((await send('GET', '/api/users/me', bea.cookie)).status).toBe(200)
  }
})
