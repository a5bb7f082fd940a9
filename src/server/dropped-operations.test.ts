import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AnnsVault, createAnnsVault, type OidcApp, openAppWithOidc } from '#testing/actors.ts'
import { requestPath } from '#testing/actors-requests.ts'
import type { AccessRule, RequestSpec } from '#testing/actors-row-kinds.ts'
import { accessRules } from '#testing/actors-rows.ts'
import {
  dropAtRandomMoment,
  type Exchange,
  type RawRequest,
  sendRawRequest,
} from '#testing/dropping-client.ts'
import { type Listening, listen } from '#testing/listening.ts'
import { type Operation, readOperations } from '#testing/open-api.ts'
import { collectGarbage, openFiles } from '#testing/open-files.ts'
import { type SeededRandom, seededRandom } from '#testing/seeded-random.ts'
import type { Nurse } from '#testing/test-services.ts'

// Every operation of the document with a successful request, dropped at random moments: while its body is sent, while
// it is processed and while the response is read. It must leave nothing: no connection, file, process, transaction or
// memory. `dropped-connections.test.ts` does the same with large responses.

const rounds = 2
const dropsAtOnce = 10
const soon = { timeout: 20_000, interval: 20 }
const MAX_GROWTH_MB = 24

let appWithOidc: OidcApp
let vault: AnnsVault
let listening: Listening
let operations: Map<string, Operation>
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
beforeAll(async () => {
  appWithOidc = await openAppWithOidc()
  vault = await createAnnsVault(appWithOidc)
  operations = new Map((await readOperations(appWithOidc.services.app)).map((each) => [each.name, each]))
  listening = await listen(appWithOidc.services)
  process.on('uncaughtException', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  await listening.close()
  await appWithOidc.close()
})

let registered = 0
/** The sender: Ann for a record of Ann's, or a new nurse if the request changes the account. */
async function senderOf({ of, isSpent }: AccessRule): Promise<Nurse> {
  if (of === 'record owner' || !isSpent) {
    // A dropped answer may have held the new token of Ann's session.
    const me = await vault.ann.fetch('/api/users/me')
    if (me.status !== 200) expect((await vault.ann.signIn()).status).toBe(200)
    return vault.ann
  }
  registered += 1
  return appWithOidc.services.nurse(`dropped${registered}`)
}

async function requestOf(name: string): Promise<RawRequest> {
  const [row, operation] = [accessRules[name], operations.get(name)]
  if (!row || !operation) throw new Error(`${name} has no row`)
  const who = await senderOf(row)
  const asked = await (row.fresh ?? row.ask)(vault, who)
  const { cookies } = asked.by ?? who
  const Cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { headers, body } = await bodyOf(asked)
  const path = requestPath(operation, asked)
  return { method: operation.method, path, headers: { Cookie, ...headers }, ...(body && { body }) }
}

async function bodyOf({
  body,
  headers = {},
}: RequestSpec): Promise<{ headers: Record<string, string>; body?: Buffer }> {
  if (body === undefined) return { headers }
  const isRaw = body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob
  const encoded = new Response(isRaw ? body : JSON.stringify(body))
  const type = isRaw ? (encoded.headers.get('content-type') ?? '') : 'application/json'
  return { headers: { 'Content-Type': type, ...headers }, body: Buffer.from(await encoded.arrayBuffer()) }
}

const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

async function expectNothingOpen(name: string): Promise<void> {
  const { dataDir } = appWithOidc.services
  await expect.poll(listening.connections, { ...soon, message: name }).toBe(0)
  await expect.poll(() => openFiles([dataDir, 'lanyard-packet-']), { ...soon, message: name }).toEqual([])
  await expect.poll(processes, { ...soon, message: name }).toBe(0)
  expect(uncaught.splice(0), name).toEqual([])
}

const seen = new Map<string, number>()

async function dropRound(name: string, whole: Exchange, random: SeededRandom): Promise<void> {
  await removeSparePasskeys()
  const asks: RawRequest[] = []
  for (let count = 0; count < dropsAtOnce; count += 1) asks.push(await requestOf(name))
  await Promise.all(asks.map((ask) => dropAtRandomMoment(listening.port, ask, whole, random)))
}

/** An account can have at most 20, and some requests need a new one each. */
async function removeSparePasskeys(): Promise<void> {
  await appWithOidc.services.database.pool.query('delete from passkeys where id <> $1', [vault.passkey])
}

async function dropAll(): Promise<void> {
  const random = seededRandom(7)
  for (const name of operations.keys()) {
    const whole: Exchange = await sendRawRequest(listening.port, await requestOf(name))
    seen.set(name, whole.status)
    for (let round = 0; round < rounds; round += 1) await dropRound(name, whole, random)
    await expectNothingOpen(name)
  }
}

/** Another nurse continues reading and writing in the meantime. */
function startLoad(): () => Promise<void> {
  let isOn = true
  const { bob } = vault
  const work = async () => {
    while (isOn) {
      const answer = await bob.fetch('/api/credentials')
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const working = Promise.all([work(), work()])
  return async () => {
    isOn = false
    await working
  }
}

async function heapMb(): Promise<number> {
  await collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Connections of this test that are in a statement or a transaction. */
async function busyConnections(): Promise<string[]> {
  const { rows: busy } = await appWithOidc.services.database.pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return busy.map(({ query }) => query)
}

describe.skipIf(process.platform !== 'linux')(
  'every operation, dropped at a random moment under load',
  () => {
    test(
      'leaves no connection, file, process or memory',
      async () => {
        const stop = startLoad()
        try {
          await dropAll()
          const before = await heapMb()
          await dropAll()
          expect((await heapMb()) - before).toBeLessThan(MAX_GROWTH_MB)
        } finally {
          await stop()
        }
        await expectNothingOpen('all')
        if (inject('database').kind === 'postgres') await expect.poll(busyConnections, soon).toEqual([])
      },
      60 * 60_000,
    )

    test('most operations succeed when nothing is dropped, and none returns a server error', () => {
      const statuses = [...seen.values()]
      expect(statuses.length).toBe(operations.size)
      expect([...seen].filter(([, status]) => status >= 500)).toEqual([])
      expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(statuses.length * 0.9)
    })
  },
)
