import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectVaultKept } from '#testing/fault-audit.ts'
import { canMountDisks } from '#testing/small-disk.ts'
import type { FaultClient } from '../src/testing/fault-client.ts'
import type { FaultProxy, ProxyState } from '../src/testing/fault-proxy.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { until } from './clock.ts'
import { BOUND_MS, createWorld, NURSES, type World } from './fault-world.ts'

// Without ROUNDS one of each fault on PostgreSQL and a kill on the embedded database; `npm run faults` for many of each
// on both. The same SEED picks the same faults and the same work, though not the moment.
const ROUNDS = Number(process.env.ROUNDS || 0)
const SEED = Number(process.env.SEED || Math.floor(Math.random() * 1e9))
/** One vault is for so many rounds: it stays small, and is held against its ledger after each. */
const ROUNDS_A_VAULT = ROUNDS ? 6 : 10

const hasDisks = canMountDisks()

type Fault = {
  name: string
  begin(fresh: FaultClient[]): Promise<unknown> | unknown
  /** Grows once somebody ran into it. */
  felt?(): number
  end(fresh: FaultClient[]): Promise<unknown> | unknown
}

function faultsOf(world: World, random: ReturnType<typeof seededRandom>) {
  const { ground, servers, broken } = world
  let asked = 0
  /** One after the other, as one address may have three mails an hour. */
  const nextOf = (fresh: FaultClient[]) => fresh[asked++ % fresh.length] as FaultClient

  /** While one nurse writes, one uploads, one shares and is opened, and a mail is on its way. */
  const kill: Fault = {
    name: 'a process killed amid a change, an upload, a share and a mail',
    async begin(fresh) {
      const at = random.between(0, servers.length - 1)
      world.leadTo(at)
      for (const [n, sort] of (['writes', 'uploads', 'shares'] as const).entries()) fresh[n]?.keepTo(sort)
      const sent = ground.post.received.length
      ground.post.answer('stall')
      await world.askForLink(nextOf(fresh), at)
      await until(() => ground.post.received.length > sent, 'a mail is on its way', BOUND_MS)
      await until(() => fresh.every((nurse) => nurse.isAsking()), 'all wait for an answer', BOUND_MS, 1)
      await servers[at]?.kill()
      for (const nurse of fresh) nurse.keepTo()
      ground.post.answer('accept')
      await wait(random.next() * 500)
      await world.start(at)
      world.leadTo()
    },
    end: () => world.expectLinks(),
  }
  const mailFault = (name: string, set: (isBroken: boolean) => void, felt: () => number): Fault => ({
    name,
    felt,
    async begin(fresh) {
      const before = felt()
      set(true)
      await world.askForLink(nextOf(fresh))
      await world.untilMailed(() => felt() > before, 'a mail runs into it')
    },
    async end() {
      set(false)
      await world.expectLinks()
    },
  })
  const mailProxy = (state: ProxyState) =>
    mailFault(
      `the mail server ${state}`,
      (isBroken) => ground.mailProxy.set(isBroken ? state : 'open'),
      () => ground.mailProxy.struck(),
    )
  const mail = [
    mailProxy('away'),
    mailProxy('hang'),
    mailFault(
      'the mail server answers 451',
      (isBroken) => ground.post.answer(isBroken ? 451 : 'accept'),
      () => ground.post.tries(),
    ),
  ]
  const storageProxy = (state: ProxyState): Fault => ({
    name: `the store ${state}`,
    begin: () => ground.storageProxy?.set(state),
    felt: () => (ground.storageProxy as FaultProxy).struck(),
    end: () => ground.storageProxy?.set('open'),
  })
  const databaseEnds = (signal: 'SIGINT' | 'SIGKILL'): Fault => ({
    name: `PostgreSQL ended by ${signal}`,
    begin: () => ground.postgres?.down(signal),
    felt: broken,
    async end() {
      await ground.postgres?.up()
      await world.passLeases()
    },
  })
  const diskFull: Fault = {
    name: 'the disk full',
    begin: () => ground.disk?.fill(),
    felt: broken,
    async end() {
      ground.disk?.free()
      // Without room for its journal it may have given up.
      await ground.postgres?.up()
      await world.passLeases()
    },
  }
  const temporaryFull: Fault = {
    name: 'the temporary folder full',
    async begin([nurse]) {
      ground.temporary?.fill()
      expect(await nurse?.readPacket()).toBe(507)
    },
    async end([nurse]) {
      ground.temporary?.free()
      expect(await nurse?.readPacket()).toBe(200)
    },
  }
  if (world.kind === 'postgres') {
    const disk = hasDisks ? [diskFull] : []
    const once = [kill, ...disk, databaseEnds('SIGINT'), ...mail, storageProxy('away')]
    return { once, each: [...once, databaseEnds('SIGKILL'), storageProxy('hang'), storageProxy('cut')] }
  }
  return { once: [kill], each: [kill, ...mail, ...(hasDisks ? [diskFull, temporaryFull] : [])] }
}

/** Nurses at work, something breaks and is mended; then all is held against what they were told. */
async function round(
  world: World,
  fresh: FaultClient[],
  fault: Fault,
  random: ReturnType<typeof seededRandom>,
) {
  expect(fresh).toHaveLength(NURSES)
  const working = Promise.all(fresh.map((nurse) => nurse.work()))
  working.catch(() => {})
  const enough = world.acknowledged() + (ROUNDS ? random.between(10, 60) : 10)
  await Promise.race([working, until(() => world.acknowledged() >= enough, 'so many changes', BOUND_MS)])
  const from = world.ground.post.received.length
  const felt = fault.felt?.() ?? -1
  await fault.begin(fresh)
  await until(() => (fault.felt?.() ?? 0) > felt, 'somebody ran into it', BOUND_MS)
  await wait(ROUNDS ? random.between(200, 1500) : 200)
  await fault.end(fresh)
  const back = await world.servesAgain(random.pick(fresh))
  await wait(random.between(100, 500))
  world.spans.push({ from, to: world.ground.post.received.length + 1 })
  for (const nurse of fresh) nurse.rest()
  await working
  for (const nurse of fresh) await expectVaultKept(nurse)
  return back
}

const without = hasDisks ? '' : ' (no disk is filled: this user may not mount one)'

describe.each(['embedded', 'postgres'] as const)(`whatever breaks beneath a nurse: %s${without}`, (kind) => {
  const random = seededRandom(SEED + (kind === 'embedded' ? 0 : 1))
  const world = createWorld(kind, random, hasDisks)
  const { once, each } = faultsOf(world, random)
  const faults = ROUNDS ? Array.from({ length: ROUNDS }, () => each).flat() : once
  beforeAll(() => world.open(Math.ceil(faults.length / ROUNDS_A_VAULT)))
  afterAll(world.close)

  it(
    'what she was told is kept, once and whole, and it serves again by itself',
    async () => {
      const back: number[] = []
      for (const [n, fault] of faults.entries()) {
        const fresh = world.vault(Math.floor(n / ROUNDS_A_VAULT))
        const took = await round(world, fresh, fault, random).catch((error) => {
          const said = world.servers.map(({ output }) => output().slice(-3000)).join('\n')
          throw new Error(`${fault.name}, seed ${SEED}: ${error.message}\n${said}`, { cause: error })
        })
        back.push(took)
      }
      const settled = await world.expectSettled()
      expect(world.acknowledged()).toBeGreaterThan(faults.length * NURSES)
      console.log(
        `${kind}, seed ${SEED}, rounds: ${faults.length}${without}; ${settled}; back within ${Math.max(...back)} ms`,
      )
    },
    ROUNDS ? 3_600_000 : 180_000,
  )
})
