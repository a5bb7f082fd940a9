import { setTimeout as wait } from 'node:timers/promises'
import { codeAt } from '#testing/authenticator-app.ts'
import type { RunningServer } from './server.ts'

const said = 'The clock was put forward by'

/**
 * Loaded before the server's own code. Each line on stdin moves its clock forward by that many milliseconds, and
 * intervals that become due run once.
 */
const preload = (ahead: number) => `
  import { createInterface } from 'node:readline'
  import { isMainThread } from 'node:worker_threads'
  const Real = Date
  const timers = new Map()
  let ahead = ${ahead}
  if (isMainThread) {
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length === 0) super(Real.now() + ahead)
        else super(...given)
      }
      static now() {
        return Real.now() + ahead
      }
    }
    const { setInterval, clearInterval } = globalThis
    globalThis.setInterval = (run, ms, ...given) => {
      const timer = setInterval(run, ms, ...given)
      timers.set(timer, { ms, run: () => run(...given) })
      return timer
    }
    globalThis.clearInterval = (timer) => {
      timers.delete(timer)
      clearInterval(timer)
    }
    createInterface({ input: process.stdin }).on('line', (line) => {
      ahead += Number(line)
      console.log(${JSON.stringify(said)}, line)
      for (const { ms, run } of [...timers.values()]) if (ms <= Number(line)) run()
    })
    process.stdin.unref()
  }`

/** For `startServer`: a server whose clock the test can move forward. It may start `ahead` by some milliseconds. */
export function withMovableClock(ahead = 0): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload(ahead))}` }
}

/** Rejects if the condition is not true within this time. */
export async function waitUntil(isSo: () => boolean, what: string, ms: number, everyMs = 20): Promise<void> {
  for (const end = Date.now() + ms; !isSo(); await wait(everyMs))
    if (Date.now() > end) throw new Error(`It did not come to that: ${what}`)
}

function movesOf(server: RunningServer): number[] {
  return server
    .output()
    .split(said)
    .slice(1)
    .map((rest) => Number.parseInt(rest, 10))
}

/** The time on the server's clock. */
export function serverNow(server: RunningServer): Date {
  return new Date(movesOf(server).reduce((now, ms) => now + ms, Date.now()))
}

export async function advanceServerClock(server: RunningServer, ms: number): Promise<void> {
  const before = movesOf(server).length
  server.process.stdin?.write(`${ms}\n`)
  await waitUntil(() => movesOf(server).length > before, said, 15_000, 5)
}

/** Moves the clock past the validity of a reauthentication, or several times as far. */
export function expireReauthentication(server: RunningServer, times = 1): Promise<void> {
  return advanceServerClock(server, times * 11 * 60_000)
}

const STEP_MS = 30_000

/** The code of an authenticator app right after it changed, so that it stays valid for 30 seconds. */
export async function freshAppCode(server: RunningServer, secret: string): Promise<string> {
  await advanceServerClock(server, STEP_MS - (serverNow(server).getTime() % STEP_MS))
  return codeAt(secret, serverNow(server))
}
