import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairOrder, type FairKeys, type FairLimits } from './fair-order.ts'
import { createFairQueue } from './fair-queue.ts'

const unlimited = { owner: 1e9, link: 1e9, network: 1e9 }
const limits: FairLimits = { running: 1, runningPer: unlimited, waiting: 1e9, waitingPer: unlimited }

type Planned = { at: number; ms: number; keys: FairKeys }
type Started = Planned & { startedAt: number; endedAt: number }

/** Runs a plan in simulated time. */
function simulate(plan: Planned[], { running, ...rest }: FairLimits): Started[] {
  const order = createFairOrder<Planned>({ running, ...rest })
  const coming = plan.toSorted((a, b) => a.at - b.at)
  const open: Started[] = []
  const started: Started[] = []
  let now = 0
  while (coming.length > 0 || open.length > 0) {
    now = Math.min(coming[0]?.at ?? Infinity, ...open.map(({ endedAt }) => endedAt))
    for (const job of open.filter(({ endedAt }) => endedAt <= now)) {
      open.splice(open.indexOf(job), 1)
      order.end(
        plan.find(({ at, ms, keys }) => at === job.at && ms === job.ms && keys === job.keys) as Planned,
      )
    }
    while ((coming[0]?.at ?? Infinity) <= now) {
      const job = coming.shift() as Planned
      order.add(job, job.keys)
    }
    for (let next = order.next(); next; next = order.next()) {
      const job = { ...next, startedAt: now, endedAt: now + next.ms }
      open.push(job)
      started.push(job)
    }
  }
  return started
}

const owners = fc.constantFrom('ann', 'ben', 'cat', 'dan')
const plans = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    ms: fc.integer({ min: 1, max: 30 }),
    keys: fc.record(
      {
        owner: owners,
        link: fc.constantFrom('one', 'two', 'three'),
        network: fc.constantFrom('home', 'hospital'),
      },
      { requiredKeys: ['owner'] },
    ),
  }),
  { maxLength: 60 },
)

describe('the order of a shared queue', () => {
  test('starts every job, and never more at a time than allowed in total and for each key', () => {
    const bounded = { ...limits, running: 3, runningPer: { owner: 2, link: 1, network: 2 } }
    fc.assert(
      fc.property(plans, (plan) => {
        const started = simulate(plan, bounded)
        expect(started).toHaveLength(plan.length)
        for (const { startedAt } of started) {
          const open = started.filter((job) => job.startedAt <= startedAt && startedAt < job.endedAt)
          expect(open.length).toBeLessThanOrEqual(3)
          for (const kind of ['owner', 'link', 'network'] as const)
            for (const name of new Set(open.map(({ keys }) => keys[kind])))
              if (name !== undefined)
                expect(open.filter(({ keys }) => keys[kind] === name).length).toBeLessThanOrEqual(
                  bounded.runningPer[kind],
                )
        }
      }),
    )
  })

  test('nobody waits for more than two jobs of each other owner', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const byOwner = plan.map((job) => ({ ...job, keys: { owner: job.keys.owner } }))
        const started = simulate(byOwner, limits)
        for (const owner of ['ann', 'ben', 'cat', 'dan']) {
          const own = started.filter(({ keys }) => keys.owner === owner)
          for (const [index, job] of own.entries()) {
            // It is this owner's oldest job since the previous one started.
            const since = Math.max(job.at, own[index - 1]?.startedAt ?? 0)
            const between = started.filter(
              ({ startedAt, keys }) => keys.owner !== owner && startedAt > since && startedAt < job.startedAt,
            )
            for (const other of ['ann', 'ben', 'cat', 'dan'])
              expect(between.filter(({ keys }) => keys.owner === other).length).toBeLessThanOrEqual(2)
          }
        }
      }),
    )
  })

  test('an owner who adds a job as soon as the last one has ended does not overtake waiting jobs', () => {
    const plan = [
      { at: 2, ms: 4, keys: { owner: 'ben' } },
      { at: 2, ms: 20, keys: { owner: 'ann' } },
      { at: 3, ms: 17, keys: { owner: 'cat' } },
      { at: 3, ms: 1, keys: { owner: 'ann' } },
      { at: 43, ms: 1, keys: { owner: 'cat' } },
      { at: 44, ms: 1, keys: { owner: 'cat' } },
    ]
    const order = simulate(plan, limits).map(({ keys }) => keys.owner)
    expect(order).toEqual(['ben', 'ann', 'cat', 'ann', 'cat', 'cat'])
  })

  test('a newcomer waits for at most two jobs of each other key, whatever those keys are', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 200 }), (plan, at) => {
        const started = simulate([...plan, { at, ms: 5, keys: { owner: 'newcomer' } }], limits)
        const [own] = started.filter(({ keys }) => keys.owner === 'newcomer')
        const before = started.filter(({ startedAt }) => startedAt > at && startedAt < (own?.startedAt ?? 0))
        for (const kind of ['owner', 'link', 'network'] as const)
          for (const [name, jobs] of Map.groupBy(before, ({ keys }) => keys[kind]))
            if (name !== undefined) expect(jobs.length, name).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('jobs with the same keys start in the order they were added', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const started = simulate(plan, limits)
        for (const [, jobs] of Map.groupBy(started, ({ keys }) => JSON.stringify(keys)))
          expect(jobs.map(({ at }) => at)).toEqual(jobs.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
    )
  })

  test('a network that opens many links counts once', () => {
    const flood = Array.from({ length: 100 }, (_, n) => ({
      ...{ at: 0, ms: 10 },
      keys: { link: `link ${n}`, network: 'flood' },
    }))
    const visitor = { at: 5, ms: 10, keys: { link: 'link-1', network: 'home' } }
    const started = simulate([...flood, visitor], limits)
    expect(started.findIndex(({ keys }) => keys.link === 'link-1')).toBe(1)
  })

  test('jobs that ran while the queue was idle do not delay an owner later', () => {
    const before = Array.from({ length: 50 }, (_, n) => ({ at: n * 10, ms: 5, keys: { owner: 'ann' } }))
    const after = [
      { at: 1000, ms: 10, keys: { owner: 'ben' } },
      { at: 1000, ms: 10, keys: { owner: 'ben' } },
      { at: 1001, ms: 10, keys: { owner: 'ann' } },
    ]
    const order = simulate([...before, ...after], limits).slice(50)
    expect(order.map(({ keys }) => keys.owner)).toEqual(['ben', 'ann', 'ben'])
  })
})

describe('a queue', () => {
  const work = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { run: () => promise, end: resolve }
  }
  const small = { ...limits, waiting: 3, waitingPer: { owner: 2, link: 2, network: 2 } }

  test('refuses jobs beyond an owner’s limit, while other owners continue', async () => {
    let ms = 0
    const queue = createFairQueue({ limits: small, now: () => ms })
    const first = work()
    const running = [queue.run({ owner: 'ann' }, first.run)]
    for (let each = 0; each < 2; each++) running.push(queue.run({ owner: 'ann' }, async () => {}))
    await expect(queue.run({ owner: 'ann' }, async () => {})).rejects.toMatchObject({
      ...{ code: 'queue_full', status: 429, retryAfter: 2 },
    })
    running.push(queue.run({ owner: 'ben' }, async () => {}))
    await expect(queue.run({ owner: 'cat' }, async () => {})).rejects.toMatchObject({
      ...{ code: 'too_busy', status: 503, retryAfter: 3 },
    })
    ms = 60_000
    first.end()
    await Promise.all(running)
    expect(queue.size()).toEqual({ running: 0, waiting: 0 })
  })

  test('forgets a job whose request ended before its turn', async () => {
    const queue = createFairQueue({ limits: small })
    const first = work()
    const stop = new AbortController()
    const running = queue.run({ owner: 'ann' }, first.run)
    const waiting = queue.run({ owner: 'ann' }, async () => 'made', stop.signal)
    stop.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect(queue.size()).toEqual({ running: 1, waiting: 0 })
    first.end()
    await running
  })

  test('continues after a failed job', async () => {
    const queue = createFairQueue({ limits: small })
    await expect(queue.run({ owner: 'ann' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run({ owner: 'ann' }, async () => 'made')).toBe('made')
  })
})
