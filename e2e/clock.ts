import { expect } from 'vitest'
import type { RunningServer } from './server.ts'

const MOVED_MS = 11 * 60_000
const said = 'The clock was put forward'

/** Loaded into the real program before anything of it: its clock goes 11 minutes on with each SIGUSR2. */
const preload = `
  const Real = Date
  let ahead = 0
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ahead)
      else super(...given)
    }
    static now() {
      return Real.now() + ahead
    }
  }
  process.on('SIGUSR2', () => {
    ahead += ${MOVED_MS}
    console.log(${JSON.stringify(said)})
  })`

/** For `startServer`: a server whose clock the test can put forward. */
export const movable = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
}

const turnsOf = (server: RunningServer) => server.output().split(said).length - 1

/** As the server has it. */
export function serverNow(server: RunningServer): Date {
  return new Date(Date.now() + turnsOf(server) * MOVED_MS)
}

/** Longer than a proof of who she is holds; or so long several times. */
export async function elevenMinutesLater(server: RunningServer, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const before = turnsOf(server)
    server.process.kill('SIGUSR2')
    await expect.poll(() => turnsOf(server), { timeout: 15_000 }).toBe(before + 1)
  }
}
