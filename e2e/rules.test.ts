import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createEmptyDatabase } from '#testing/database.ts'
import { startTestServer } from '#testing/postgres-server.ts'
import { createRulesKey, laterVersion, signedPack } from '#testing/rule-packs.ts'
import { emptyDataFolder } from './data.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

const { path: RULES_PUBLIC_KEYS, privateKey } = createRulesKey()
const OPS_TOKEN = 'a token of the operator'
const version = laterVersion(1)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Runs `npm run rules -- …` without npm. */
async function rules(settings: Record<string, string>, ...args: string[]) {
  const { PATH, HOME } = process.env
  const script = join(import.meta.dirname, '../scripts/rules.mjs')
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...settings } })
  const ended = { code: null as number | null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { ...ended, code }
}

function packIn(folder: string): string {
  const file = join(folder, 'rules.lanyard-rules')
  writeFileSync(file, JSON.stringify(signedPack(privateKey, { version })))
  return file
}

async function shownBy(server: RunningServer): Promise<string> {
  const page = await fetch(`${server.url}/ops/rules`, { headers: { authorization: `Bearer ${OPS_TOKEN}` } })
  return /<h1>CE rules ([^<]+)<\/h1>/.exec(await page.text())?.[1] ?? ''
}

it('the embedded database: while the server runs, and after it has stopped', async () => {
  const folder = await emptyDataFolder()
  closers.push(() => folder.remove())
  const settings = { LANYARD_DATA: folder.path, RULES_PUBLIC_KEYS, OPS_TOKEN }
  const server = await startServer(folder.path, settings)
  closers.push(() => server.stop())
  const own = await shownBy(server)
  const file = packIn(folder.path)
  expect(await rules(settings, 'install', file)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringContaining(`Installed rules ${version}`),
  })
  expect(await shownBy(server)).toBe(version)
  const again = await rules(settings, 'install', file)
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/in use already/) })
  await server.stop()
  expect((await rules(settings, 'status')).stdout).toContain(`Rules ${version} are in use.\n`)
  expect((await rules(settings, 'rollback')).stdout).toContain(`Went back from rules ${version} to ${own}.\n`)
})

it('PostgreSQL: in every process within half a minute', async () => {
  const postgres = await startTestServer()
  closers.push(() => postgres.stop())
  const { url: DATABASE_URL } = await createEmptyDatabase(postgres.url)
  const folder = temporaryFolder()
  closers.push(() => folder.remove())
  const settings = {
    ...{ DATABASE_URL, RULES_PUBLIC_KEYS, OPS_TOKEN, LOG_LEVEL: 'info' },
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PUBLIC_URL: `http://localhost:${await freePort()}`,
  }
  const start = async (name: string) => {
    const server = await startServer(join(folder.path, name), settings)
    closers.push(() => server.stop())
    return server
  }
  const servers = [await start('one'), await start('two')]
  expect((await rules(settings, 'install', packIn(folder.path))).code).toBe(0)
  const isUsed = (server: RunningServer) => server.output().includes(`"rules":"${version}"`)
  for (const until = performance.now() + 30_000; performance.now() < until; await pause(200))
    if (servers.every(isUsed)) break
  expect(servers.map(isUsed)).toEqual([true, true])
})
