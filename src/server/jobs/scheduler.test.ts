import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createJobs, type Job, schedulerState, startJobs } from './scheduler.ts'
import { jobRuns } from './table.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let at: Date
let logged: string
beforeEach(async () => {
  await database.clear()
  at = new Date('2026-11-21T12:00:00Z')
  logged = ''
})

const clock = { now: () => at }
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
}
const log = pino(
  { base: null },
  {
    write(line: string) {
      logged += line
    },
  },
)
const oneProcess = (...jobs: Job[]) => createJobs({ db: database.db, clock, log }, jobs)
const state = () => schedulerState({ db: database.db, clock })
const row = async () => (await database.db.select().from(jobRuns))[0]

function counted(name = 'reminders', everySeconds = 60) {
  const runs: Date[] = []
  const job: Job = { name, everySeconds, run: async () => runs.push(at) }
  return { job, runs }
}

/** A job that ends when the test lets it end. */
function held(name = 'reminders') {
  const started = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const run = (stop: AbortSignal) => {
    runs += 1
    started.resolve(stop)
    return end.promise
  }
  return {
    job: { name, everySeconds: 10, run },
    started: started.promise,
    end: end.resolve,
    runs: () => runs,
  }
}

describe('a job', () => {
  it('runs once per interval, in the first process that claims it', async () => {
    const { job, runs } = counted()
    const processes = Array.from({ length: 4 }, () => oneProcess(job))
    const tick = () => Promise.all(processes.map((one) => one.runDue()))
    await tick()
    await tick()
    expect(runs).toHaveLength(1)
    later(59)
    await tick()
    expect(runs).toHaveLength(1)
    later(1)
    await tick()
    expect(runs).toHaveLength(2)
    expect(await row()).toMatchObject({ startedAt: at, finishedAt: at, lastError: null })
  })

  it('does not start again while it runs, in this process or another', async () => {
    const { job, started, end, runs } = held()
    const here = oneProcess(job)
    const elsewhere = oneProcess(job)
    const running = here.runDue()
    await started
    later(30)
    void here.runDue()
    await elsewhere.runDue()
    expect(runs()).toBe(1)
    end()
    await running
    await elsewhere.runDue()
    expect(runs()).toBe(2)
  })

  it('stays with its process while that process works on it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { job, started, end, runs } = held()
    const running = oneProcess(job).runDue()
    await started
    later(50)
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await expect.poll(async () => (await row())?.leaseUntil).toEqual(new Date(at.getTime() + 60_000))
    later(50)
    await oneProcess(job).runDue()
    expect(runs()).toBe(1)
    end()
    await running
  })

  it('is taken over a minute after its process died, which can no longer interfere', async () => {
    const lost = held()
    const dead = oneProcess(lost.job).runDue()
    await lost.started
    const heir = held()
    later(59)
    await oneProcess(heir.job).runDue()
    expect(heir.runs()).toBe(0)
    later(1)
    const heirs = oneProcess(heir.job).runDue()
    await heir.started
    lost.end()
    await dead
    later(10)
    const { job, runs } = counted('reminders', 10)
    await oneProcess(job).runDue()
    expect(runs).toHaveLength(0)
    heir.end()
    await heirs
  })

  it('is aborted when another process has taken it over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const lost = held()
    const dead = oneProcess(lost.job).runDue()
    const stop = await lost.started
    const heir = held()
    later(60)
    const heirs = oneProcess(heir.job).runDue()
    await heir.started
    expect(stop.aborted).toBe(false)
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await expect.poll(() => stop.aborted).toBe(true)
    lost.end()
    await dead
    expect((await row())?.finishedAt).toBeNull()
    heir.end()
    await heirs
    expect((await row())?.finishedAt).toEqual(at)
  })

  it('that never ran is neither late nor healthy', async () => {
    const failing: Job = { name: 'mail', everySeconds: 60, run: () => Promise.reject(new Error('no')) }
    const db = new Proxy(database.db, {
      get: (target, key) => (key === 'with' ? undefined : Reflect.get(target, key)),
    })
    await createJobs({ db, clock, log }, [failing]).runDue()
    expect(await row()).toMatchObject({ name: 'mail', startedAt: new Date(0) })
    later(3600)
    expect(await state()).toBe('waiting')
  })

  it('continues after the clock was set back an hour', async () => {
    const { job, runs } = counted()
    const one = oneProcess(job)
    await one.runDue()
    later(-3600)
    await one.runDue()
    expect(runs).toHaveLength(2)
  })

  it('that fails does not affect others, is recorded and gets its next run', async () => {
    let healthy = false
    const { job, runs } = counted('trash')
    const secret = 'ann@example.com'
    const failing: Job = {
      name: 'mail',
      everySeconds: 60,
      async run() {
        if (!healthy) throw new Error(`Failed query, params: ${secret}`, { cause: new Error('disk full') })
      },
    }
    const one = oneProcess(failing, job)
    await one.runDue()
    expect(runs).toHaveLength(1)
    expect(logged).toContain('disk full')
    expect(logged).not.toContain(secret)
    expect(await state()).toBe('failing')
    healthy = true
    later(60)
    await one.runDue()
    expect(await state()).toBe('ok')
  })

  it('that ended while the database was unreachable runs again without waiting for its lease', async () => {
    let isAway = false
    const db = new Proxy(database.db, {
      get(target, key) {
        if (isAway) throw new Error('connection lost')
        return Reflect.get(target, key)
      },
    })
    const runs: Date[] = []
    const run = async () => {
      isAway = runs.push(at) === 1
    }
    const one = createJobs({ db, clock, log }, [{ name: 'mail', everySeconds: 5, run }])
    await one.runDue()
    later(5)
    await one.runDue()
    expect(runs).toHaveLength(1)
    isAway = false
    later(5)
    await one.runDue()
    expect(runs).toHaveLength(2)
    expect(await state()).toBe('ok')
  })

  it('does not end the process when the database is unreachable', async () => {
    const { job, runs } = counted()
    const db = new Proxy(database.db, {
      get: () => () => {
        throw new Error('connection lost')
      },
    })
    const one = createJobs({ db, clock, log }, [job])
    await expect(one.runDue()).resolves.toBeUndefined()
    expect(runs).toHaveLength(0)
    expect(logged).toContain('connection lost')
  })
})

describe('stopping', () => {
  it('aborts the running job, waits for it and starts no other', async () => {
    const { job, started, end, runs } = held()
    const jobs = startJobs({ db: database.db, clock, log }, [job])
    const stop = await started
    let stopped = false
    const stopping = jobs.stop().then(() => {
      stopped = true
    })
    expect(stop.aborted).toBe(true)
    expect(stopped).toBe(false)
    end()
    await stopping
    later(3600)
    await jobs.runDue()
    expect(runs()).toBe(1)
    expect(await row()).toMatchObject({ name: 'reminders', lastError: null })
    expect((await row())?.finishedAt).not.toBeNull()
  })
})

describe('the scheduler', () => {
  it('reports whether it is waiting, healthy or late', async () => {
    expect(await state()).toBe('waiting')
    const { job } = counted()
    await oneProcess(job).runDue()
    expect(await state()).toBe('ok')
    later(3 * 60 + 60)
    expect(await state()).toBe('ok')
    later(1)
    expect(await state()).toBe('late')
  })

  it('removes a job that this version no longer has', async () => {
    await oneProcess(counted('old').job).runDue()
    const { job } = counted('new')
    const jobs = startJobs({ db: database.db, clock, log }, [job])
    await jobs.runDue()
    await jobs.stop()
    expect((await database.db.select().from(jobRuns)).map(({ name }) => name)).toEqual(['new'])
  })
})
