import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnnsVault, createAnnsVault, type OidcApp, openAppWithOidc } from '#testing/actors.ts'
import { accessRules } from '#testing/actors-rows.ts'
import { type Operation, readOperations } from '#testing/open-api.ts'
import { heavyRequests } from '#testing/open-api-heavy.ts'
import type { HostileRequest } from '#testing/open-api-hostile.ts'
import { collectGarbage } from '#testing/open-files.ts'

// The maximum cost of one request of any size and shape. This measures CPU time and not elapsed time, so that other
// programs on the machine do not matter. A request that cost too much is sent again, because garbage of other requests
// may have been collected.

const MAX_CPU_MS = 250
const MAX_MEMORY_MB = 64
const TRIES = 3
const rounds = 40
const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31))

let appWithOidc: OidcApp
let vault: AnnsVault
let operations: Operation[]
const known = new Map<string, Record<string, string>>()
beforeAll(async () => {
  appWithOidc = await openAppWithOidc()
  vault = await createAnnsVault(appWithOidc)
  operations = await readOperations(appWithOidc.services.app)
  for (const [name, { of, ask }] of Object.entries(accessRules)) {
    if (of !== 'record owner' && of !== 'link holder') continue
    known.set(name, (await ask(vault, vault.ann)).params ?? {})
  }
})
afterAll(() => appWithOidc.close())

type Cost = { cpuMs: number; memoryMb: number; status: number }

/** Linux only: since the last `resetPeak`, of the whole process. */
const peakMb = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
const resetPeak = () => writeFileSync('/proc/self/clear_refs', '5')

async function costOf({ method, path, headers, body }: HostileRequest): Promise<Cost> {
  resetPeak()
  const memory = peakMb()
  const before = process.threadCpuUsage()
  const answer = await vault.ann.fetch(path, { method, headers, ...(body !== undefined && { body }) })
  await answer.arrayBuffer()
  const { user, system } = process.threadCpuUsage(before)
  return { cpuMs: (user + system) / 1000, memoryMb: peakMb() - memory, status: answer.status }
}

const isTooMuch = ({ cpuMs, memoryMb }: Cost) => cpuMs > MAX_CPU_MS || memoryMb > MAX_MEMORY_MB

/** The cost if it was too much every time, otherwise `null`. */
async function excess(request: HostileRequest): Promise<Cost | null> {
  const costs = [await costOf(request)]
  while (costs.length < TRIES && costs.every(isTooMuch)) {
    await collectGarbage()
    costs.push(await costOf(request))
  }
  return costs.every(isTooMuch) ? (costs.at(-1) ?? null) : null
}

const endsAccess = new Set([
  'DELETE /api/users/me',
  'POST /api/auth/sign-out',
  'POST /api/auth/change-password',
])

it.skipIf(process.platform !== 'linux')(
  'no request costs more than 250 ms of the main thread or 64 MB of memory',
  async () => {
    const ids = [vault.license, vault.cycle, vault.file]
    const seen = new Set<number>()
    const found: object[] = []
    let most: Cost = { cpuMs: 0, memoryMb: 0, status: 0 }
    // The first requests load what later ones share.
    for (const operation of operations.filter(({ method }) => method === 'GET'))
      await costOf({
        ...operation,
        path: operation.path.replace(/\{\w+\}/g, 'x'),
        headers: {},
        body: undefined,
      })
    for (const operation of operations) {
      if (endsAccess.has(operation.name)) continue
      const arbitrary = heavyRequests(operation, ids, (name) => known.get(name) ?? {})
      for (const request of fc.sample(arbitrary, { seed, numRuns: rounds })) {
        const cost = await excess(request)
        const { name, path, body = '' } = request
        if (cost)
          found.push({ ...cost, name, path: path.slice(0, 100), size: body.length, body: body.slice(0, 200) })
        const last = await costOf(request)
        seen.add(last.status)
        expect(last.status, name).toBeLessThan(500)
        if (last.cpuMs > most.cpuMs) most = last
        if ((await vault.ann.fetch('/api/users/me')).status === 401) await vault.ann.signIn()
      }
    }
    expect(found, `seed ${seed}`).toEqual([])
    // Otherwise every request was refused at once and nothing was measured.
    expect([...seen]).toEqual(expect.arrayContaining([200, 404, 413, 422]))
  },
  60 * 60_000,
)

it('the measurement detects work on the main thread, and memory', async () => {
  const before = process.threadCpuUsage()
  let value = 0
  while (process.threadCpuUsage(before).user < 300_000) value += Math.random()
  expect(value).toBeGreaterThan(0)
  expect(process.threadCpuUsage(before).user).toBeGreaterThan(100_000)
  resetPeak()
  const memory = peakMb()
  const bytes = Buffer.alloc(100 * 2 ** 20, 1)
  expect(peakMb() - memory).toBeGreaterThan(90)
  expect(bytes.length).toBe(100 * 2 ** 20)
})
