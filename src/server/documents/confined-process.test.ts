import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spawnConfined } from './confined-process.ts'

const mark = `mark-${process.pid}`
const endless = ['-e', 'setInterval(() => {}, 60_000)', mark]

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const left = () => readdirSync('/proc').filter((pid) => commandOf(pid).includes(mark))

// A sandbox starts in several steps, each in its own process.
it.skipIf(process.platform !== 'linux')('leaves no process behind, whenever it is killed', async () => {
  for (let ms = 0; ms < 40; ms++) {
    const gone = new AbortController()
    const { child } = spawnConfined([], endless, { stdio: ['pipe', 'pipe', 'ignore'], signal: gone.signal })
    const closed = new Promise((done) => child.once('close', done))
    const until = performance.now() + ms / 2
    while (performance.now() < until);
    gone.abort()
    await closed
  }
  await expect.poll(left).toEqual([])
})

it('is killed immediately if the signal has already aborted', async () => {
  const { child } = spawnConfined([], endless, { stdio: 'ignore', signal: AbortSignal.abort() })
  expect(await new Promise((done) => child.once('exit', (_code, signal) => done(signal)))).toBe('SIGKILL')
})

it('is killed when its time limit is reached', async () => {
  const { child } = spawnConfined([], endless, { stdio: 'ignore', maxMs: 50 })
  expect(await new Promise((done) => child.once('exit', (_code, signal) => done(signal)))).toBe('SIGKILL')
})
