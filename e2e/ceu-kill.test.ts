import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { aCertificate } from '#testing/certificates.ts'
import { expectConsistentTotals } from '#testing/ceu-changes.ts'
import { formOf } from '#testing/documents.ts'
import { startTestServer, type TestServer } from '#testing/postgres-server.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { waitUntil } from './clock.ts'
import { freePort, type RunningServer, startServer, temporaryFolder } from './server.ts'

// Each kill takes a start. Run `KILLS=12 npm test` for more.
const KILLS = Number(process.env.KILLS ?? 1)
const ROWS = 200
const course = { provider: 'Gulf Coast', completedAt: '2026-02-14' }
const texas = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }

type Known = { id: string; importId: string | null }

/**
 * One owner whose server is killed repeatedly. The changes that the server acknowledged are compared with the stored
 * ones.
 */
function openWorld(kind: 'embedded' | 'postgres') {
  const folder = temporaryFolder()
  let postgres: TestServer | undefined
  let server: RunningServer
  let settings: Record<string, string>
  let cookie = ''
  /** For each title, the states that its entries may have: one, or two while a request is unacknowledged. */
  const ledger = new Map<string, Set<string>>()
  const acknowledged = { changes: 0 }

  async function start() {
    server = await startServer(join(folder.path, 'data'), settings)
  }

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  async function must<T>(answer: Response): Promise<T> {
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }

  /**
   * Turns the entries of `title` into the state `after`. If a kill interrupts it, the entries may also be unchanged.
   */
  async function change<T>(title: string, after: string, request: () => Promise<Response>): Promise<T> {
    const before = ledger.get(title) ?? new Set([''])
    ledger.set(title, new Set([...before, after]))
    const answer = await must<T>(await request())
    ledger.set(title, new Set([after]))
    acknowledged.changes += 1
    return answer
  }

  async function entriesByTitle(): Promise<Map<string, CeuEntry[]>> {
    const entries: CeuEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/api/ceu-entries?limit=200${cursor && `&cursor=${cursor}`}`
      const page: { items: CeuEntry[]; nextCursor: string | null } = await must(await send('GET', path))
      entries.push(...page.items)
      cursor = page.nextCursor
    }
    return Map.groupBy(entries, ({ title }) => title)
  }

  return {
    ledger,
    acknowledged,
    send,
    must,
    change,
    entriesByTitle,
    restart: start,
    kill: () => server.kill(),
    output: () => server.output(),
    async open() {
      const port = String(await freePort())
      settings = { PORT: port, AUTH_SECRET: 'a secret of more than thirty-two characters' }
      if (kind === 'postgres') {
        postgres = await startTestServer()
        settings.DATABASE_URL = postgres.url
      }
      await start()
      const body = { email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' }
      const answer = await send('POST', '/api/auth/sign-up/email', body)
      cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      await must(answer)
    },
    upload: async (bytes: Buffer): Promise<string> => {
      const answer = await fetch(`${server.url}/api/upload`, {
        method: 'POST',
        headers: { cookie },
        body: formOf(bytes, 'certificate.pdf'),
      })
      return (await must<{ id: string }>(answer)).id
    },
    /** Inconsistencies that the API does not show: orphaned rows and files. */
    async leftovers() {
      await server.stop()
      const { pool, close } = await openDatabase({
        url: settings.DATABASE_URL,
        dataDir: join(folder.path, 'data'),
      })
      const count = async (query: string) => Number((await pool.query(query)).rows[0]?.count)
      const keys = (await pool.query<{ key: string }>('select key from files')).rows
      const found = {
        entriesWithoutCount: await count(
          `select count(*) from ceu_entries e where not exists (select from ceu_counts c where c.entry_id = e.id)`,
        ),
        countsWithoutEntry: await count(
          `select count(*) from ceu_counts c where not exists (select from ceu_entries e where e.id = c.entry_id)`,
        ),
        filesWithoutEntry: await count(
          `select count(*) from files f where resource_id is not null
             and not exists (select from ceu_entries e where e.id = f.resource_id)`,
        ),
        mainFilesElsewhere: await count(
          `select count(*) from ceu_entries e join files f on f.id = e.file_id where f.resource_id is distinct from e.id`,
        ),
        rowsWithoutBytes: keys.filter(({ key }) => !existsSync(join(folder.path, 'data/files', key))).length,
        deletedSeparately: await count(
          `select count(*) from ceu_entries e join ceu_cycles c on c.id = e.deleted_with_cycle_id
             where c.deleted_at is null or e.deleted_at is null`,
        ),
      }
      await close()
      return found
    },
    async close() {
      await server?.stop()
      await postgres?.stop()
      folder.remove()
    },
  }
}

type World = ReturnType<typeof openWorld>

const shapeOf = (entries: CeuEntry[] = []) =>
  entries
    .map(({ hours, fileId }) => `${hours} ${fileId ?? '-'}`)
    .toSorted()
    .join(', ')
const rows = (hours: number) => Array(ROWS).fill(`${hours} -`).join(', ')

/** Without `counts` a course counts in every cycle of its day, and is deleted with any of them. */
const countsOnlyIn = (cycleId: string) => ({ cycleId, counts: [{ cycleId }] })

/** Each load repeats until the kill makes its request fail. */
function loads(world: World, cycleId: string, other: { id: string; title: string }, onImport: () => void) {
  const { change, send, ledger } = world
  const runId = createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 8)
  const entry = (title: string, more: object = {}) => ({
    ...course,
    title,
    hours: 1,
    ...countsOnlyIn(cycleId),
    ...more,
  })
  return [
    async (n: number) => {
      const title = `edited ${runId} ${n}`
      const { id } = await change<Known>(title, '1 -', () => send('POST', '/api/ceu-entries', entry(title)))
      for (const hours of [2.25, 0.01])
        await change(title, `${hours} -`, () => send('PATCH', `/api/ceu-entries/${id}`, { hours }))
      await change(title, '', () => send('DELETE', `/api/ceu-entries/${id}`))
      await change(title, '0.01 -', () => send('POST', `/api/ceu-entries/${id}/restore`))
    },
    async (n: number) => {
      const title = `imported ${runId} ${n}`
      const entries = Array.from({ length: ROWS }, () => entry(title, { hours: 0.5 }))
      const headers = { 'Idempotency-Key': title }
      onImport()
      const { importId } = await change<Known>(title, rows(0.5), () =>
        send('POST', '/api/ceu-entries/import', { entries, duplicates: 'keep' }, headers),
      )
      await change(title, '', () => send('DELETE', `/api/ceu-entries/import/${importId}`))
    },
    async () => {
      const isGone = [...(ledger.get(other.title) ?? [])].includes('')
      const path = `/api/ceu-cycles/${other.id}`
      if (isGone) await change(other.title, '3 -, 3 -, 3 -', () => send('POST', `${path}/restore`))
      else await change(other.title, '', () => send('DELETE', path))
    },
    async (n: number) => {
      const title = `with file ${runId} ${n}`
      const fileId = await world.upload(await aCertificate(title))
      await change(title, `1 ${fileId}`, () => send('POST', '/api/ceu-entries', entry(title, { fileId })))
    },
  ]
}

/** Everything acknowledged is stored. Every other request took effect completely or not at all. */
async function expectComplete({ ledger, entriesByTitle, send, must }: World): Promise<void> {
  const found = await entriesByTitle()
  for (const title of found.keys()) expect(ledger.has(title), title).toBe(true)
  for (const [title, allowed] of ledger) {
    const shape = shapeOf(found.get(title))
    expect([...allowed], title).toContain(shape)
    ledger.set(title, new Set([shape]))
  }
  for (const { fileId, fileIds } of [...found.values()].flat()) {
    if (fileId === null) continue
    expect(fileIds).toEqual([fileId])
    const { sha256 } = await must<{ sha256: string }>(await send('GET', `/api/upload/${fileId}`))
    const content = await send('GET', `/api/upload/${fileId}/content`)
    const bytes = Buffer.from(await content.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  // Undo the imports, so that the vault stays small.
  for (const [title, entries] of found) {
    const importId = entries[0]?.importId
    if (!importId) continue
    expect(await must(await send('DELETE', `/api/ceu-entries/import/${importId}`))).toEqual({ deleted: ROWS })
    ledger.set(title, new Set(['']))
  }
}

describe.each(['embedded', 'postgres'] as const)('a server that is killed (%s)', (kind) => {
  const world = openWorld(kind)
  beforeAll(world.open)
  afterAll(world.close)

  it('keeps everything it acknowledged, completely, and every sum equals a recount', async () => {
    const addCycle = async () =>
      (await world.must<Known>(await world.send('POST', '/api/ceu-cycles', texas))).id
    const cycleId = await addCycle()
    const other = { id: await addCycle(), title: 'goes with its cycle' }
    for (let n = 0; n < 3; n++)
      await world.must(
        await world.send('POST', '/api/ceu-entries', {
          ...course,
          title: other.title,
          hours: 3,
          ...countsOnlyIn(other.id),
        }),
      )
    world.ledger.set(other.title, new Set(['3 -, 3 -, 3 -']))

    for (let kill = 0; kill < KILLS; kill++) {
      let isUp = true
      let importing = Promise.withResolvers<void>()
      const running = loads(world, cycleId, other, () => importing.resolve()).map(async (load) => {
        for (let n = 0; isUp; n++)
          await load(n).catch((error) => {
            // A kill ends a request without a response. An unexpected response is a failure.
            if (!(error instanceof TypeError)) throw error
            isUp = false
          })
      })
      const settled = Promise.allSettled(running)
      const enough = world.acknowledged.changes + 2
      await waitUntil(() => world.acknowledged.changes >= enough, 'two changes were acknowledged', 20_000)
      importing = Promise.withResolvers<void>()
      // Every second kill targets the import, which writes rows, counts and sums in several statements.
      await (kill % 2 ? importing.promise : wait(300 + Math.random() * 1200))
      await wait(Math.random() * 300)
      isUp = false
      await world.kill()
      for (const result of await settled) if (result.status === 'rejected') throw result.reason
      expect(world.output()).not.toMatch(/"level":(50|60)/)
      await world.restart()
      await expectComplete(world)
      await expectConsistentTotals((method, path, body) => world.send(method, path, body))
    }
    expect(world.acknowledged.changes).toBeGreaterThan(KILLS)
    expect(await world.leftovers()).toEqual({
      entriesWithoutCount: 0,
      countsWithoutEntry: 0,
      filesWithoutEntry: 0,
      mainFilesElsewhere: 0,
      rowsWithoutBytes: 0,
      deletedSeparately: 0,
    })
  })
})
