// A browser whose processes, including workers, run only part of the time: they are stopped and continued many times a
// second. Chromium's own throttling slows down only the main thread.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const RUNNING_MS = 10
const LIST_EVERY = 10

/** Slows the process and its descendants until the returned function is called. Linux only. */
export function slowDown(pid, times) {
  let isOver = false
  let listed = []
  const run = async () => {
    for (let round = 0; !isOver; round += 1) {
      if (round % LIST_EVERY === 0) listed = [pid, ...descendantsOf(pid)]
      await delay(RUNNING_MS)
      if (isOver) return
      signal(listed, 'SIGSTOP')
      await delay(RUNNING_MS * (times - 1))
      signal(listed, 'SIGCONT')
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    signal([pid, ...descendantsOf(pid)], 'SIGCONT')
  }
}

function signal(pids, name) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
}

function descendantsOf(pid) {
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = []
  const add = (of) => {
    for (const child of children.get(of) ?? []) {
      found.push(child)
      add(child)
    }
  }
  add(pid)
  return found
}

/** The second field after the name, which is in parentheses and may contain anything. */
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1])
  } catch {
    return null
  }
}
