import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectVaultKept } from '#testing/fault-audit.ts'
import { canMountDisks } from '#testing/small-disk.ts'
import type { FaultClient } from '../src/testing/fault-client.ts'
import type { FaultProxy, ProxyState } from '../src/testing/fault-proxy.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { waitUntil } from './clock.ts'
import { BOUND_MS, CLIENTS, createInstallation, type Installation } from './fault-installation.ts'

// Without ROUNDS, runs each fault once on PostgreSQL and one kill on the embedded database. `npm run faults` runs many
// of each on both. The same SEED picks the same faults and the same work, though not the same timing.
const ROUNDS = Number(process.env.ROUNDS || 0)
const SEED = Number(process.env.SEED || Math.floor(Math.random() * 1e9))
/** Rounds per vault. A vault must stay small, because it is compared with its ledger after each round. */
const ROUNDS_A_VAULT = ROUNDS ? 6 : 10

const hasDisks = canMountDisks()

type Fault = {
  name: string
  begin(fresh: FaultClient[]): Promise<unknown> | unknown
  /** Counts how often a client or the server ran into the fault. */
  hits?(): number
  end(fresh: FaultClient[]): Promise<unknown> | unknown
}

function faultsOf(installation: Installation, random: ReturnType<typeof seededRandom>) {
  const { dependencies, servers, broken } = installation
  let turn = 0
  /** Alternates between addresses, because each may receive only three mails an hour. */
  const nextOf = (fresh: FaultClient[]) => fresh[turn++ % fresh.length] as FaultClient

  /** Kills while one client writes, one uploads, one shares and opens the link, and a mail is being sent. */
  const kill: Fault = {
    name: 'a process killed during a change, an upload, a share and a mail',
    async begin(fresh) {
      const at = random.between(0, servers.length - 1)
      installation.leadTo(at)
      for (const [n, sort] of (['writes', 'uploads', 'shares'] as const).entries()) fresh[n]?.keepTo(sort)
      const sent = dependencies.mailServer.received.length
      dependencies.mailServer.answer('stall')
      await installation.askForLink(nextOf(fresh), at)
      await waitUntil(() => dependencies.mailServer.received.length > sent, 'a mail is on its way', BOUND_MS)
      await waitUntil(() => fresh.every((client) => client.isAsking()), 'all wait for an answer', BOUND_MS, 1)
      await servers[at]?.kill()
      for (const client of fresh) client.keepTo()
      dependencies.mailServer.answer('accept')
      await wait(random.next() * 500)
      await installation.start(at)
      installation.leadTo()
    },
    end: () => installation.expectLinks(),
  }
  const mailFault = (name: string, set: (isBroken: boolean) => void, hits: () => number): Fault => ({
    name,
    hits,
    async begin(fresh) {
      const before = hits()
      set(true)
      await installation.askForLink(nextOf(fresh))
      await installation.untilMailed(() => hits() > before, 'a mail runs into it')
    },
    async end() {
      set(false)
      await installation.expectLinks()
    },
  })
  const mailProxy = (state: ProxyState) =>
    mailFault(
      `the mail server ${state}`,
      (isBroken) => dependencies.mailProxy.set(isBroken ? state : 'open'),
      () => dependencies.mailProxy.struck(),
    )
  const mail = [
    mailProxy('away'),
    mailProxy('hang'),
    mailFault(
      'the mail server responds 451',
      (isBroken) => dependencies.mailServer.answer(isBroken ? 451 : 'accept'),
      () => dependencies.mailServer.tries(),
    ),
  ]
  const storageProxy = (state: ProxyState): Fault => ({
    name: `the store ${state}`,
    begin: () => dependencies.storageProxy?.set(state),
    hits: () => (dependencies.storageProxy as FaultProxy).struck(),
    end: () => dependencies.storageProxy?.set('open'),
  })
  const databaseEnds = (signal: 'SIGINT' | 'SIGKILL'): Fault => ({
    name: `PostgreSQL stopped by ${signal}`,
    begin: () => dependencies.postgres?.down(signal),
    hits: broken,
    async end() {
      await dependencies.postgres?.up()
      await installation.passLeases()
    },
  })
  const diskFull: Fault = {
    name: 'the disk full',
    begin: () => dependencies.disk?.fill(),
    hits: broken,
    async end() {
      dependencies.disk?.free()
      // PostgreSQL may have exited when its journal had no space.
      await dependencies.postgres?.up()
      await installation.passLeases()
    },
  }
  const temporaryFull: Fault = {
    name: 'the temporary folder full',
    async begin([client]) {
      dependencies.temporary?.fill()
      expect(await client?.readPacket()).toBe(507)
    },
    async end([client]) {
      dependencies.temporary?.free()
      expect(await client?.readPacket()).toBe(200)
    },
  }
  if (installation.kind === 'postgres') {
    const disk = hasDisks ? [diskFull] : []
    const once = [kill, ...disk, databaseEnds('SIGINT'), ...mail, storageProxy('away')]
    return { once, each: [...once, databaseEnds('SIGKILL'), storageProxy('hang'), storageProxy('cut')] }
  }
  return { once: [kill], each: [kill, ...mail, ...(hasDisks ? [diskFull, temporaryFull] : [])] }
}

/** Clients work while a dependency breaks and is repaired. Then their vaults are compared with their ledgers. */
async function round(
  installation: Installation,
  fresh: FaultClient[],
  fault: Fault,
  random: ReturnType<typeof seededRandom>,
) {
  expect(fresh).toHaveLength(CLIENTS)
  const working = Promise.all(fresh.map((client) => client.work()))
  working.catch(() => {})
  const enough = installation.acknowledged() + (ROUNDS ? random.between(10, 60) : 10)
  await Promise.race([
    working,
    waitUntil(() => installation.acknowledged() >= enough, 'enough changes', BOUND_MS),
  ])
  const from = installation.dependencies.mailServer.received.length
  const hits = fault.hits?.() ?? -1
  await fault.begin(fresh)
  await waitUntil(() => (fault.hits?.() ?? 0) > hits, 'a client runs into the fault', BOUND_MS)
  await wait(ROUNDS ? random.between(200, 1500) : 200)
  await fault.end(fresh)
  const back = await installation.servesAgain(random.pick(fresh))
  await wait(random.between(100, 500))
  installation.spans.push({ from, to: installation.dependencies.mailServer.received.length + 1 })
  for (const client of fresh) client.rest()
  await working
  for (const client of fresh) await expectVaultKept(client)
  return back
}

const without = hasDisks ? '' : ' (no disk is filled: this user may not mount one)'

describe.each(['embedded', 'postgres'] as const)(
  `a server on %s whose dependencies fail${without}`,
  (kind) => {
    const random = seededRandom(SEED + (kind === 'embedded' ? 0 : 1))
    const installation = createInstallation(kind, random, hasDisks)
    const { once, each } = faultsOf(installation, random)
    const faults = ROUNDS ? Array.from({ length: ROUNDS }, () => each).flat() : once
    beforeAll(() => installation.open(Math.ceil(faults.length / ROUNDS_A_VAULT)))
    afterAll(installation.close)

    it(
      'everything acknowledged is kept exactly once, and the server recovers by itself',
      async () => {
        const back: number[] = []
        for (const [n, fault] of faults.entries()) {
          const fresh = installation.vault(Math.floor(n / ROUNDS_A_VAULT))
          const took = await round(installation, fresh, fault, random).catch((error) => {
            const said = installation.servers.map(({ output }) => output().slice(-3000)).join('\n')
            throw new Error(`${fault.name}, seed ${SEED}: ${error.message}\n${said}`, { cause: error })
          })
          back.push(took)
        }
        const settled = await installation.expectSettled()
        expect(installation.acknowledged()).toBeGreaterThan(faults.length * CLIENTS)
        console.log(
          `${kind}, seed ${SEED}, rounds: ${faults.length}${without}; ${settled}; back within ${Math.max(...back)} ms`,
        )
      },
      ROUNDS ? 3_600_000 : 180_000,
    )
  },
)
