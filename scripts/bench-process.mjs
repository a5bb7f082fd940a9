// Child processes of the bench that receive messages: the server under test, and the process that loads it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { root } from './run.mjs'

/** In the parent: `ask(what, more)` resolves to the child's result, and rejects if the child fails or exits. */
export function startProcess(script, { execArgv = [], env = {}, cwd = root, hear = () => {} } = {}) {
  const { PATH, HOME } = process.env
  const child = fork(script, [], {
    cwd,
    execArgv,
    env: { PATH, HOME, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const waiting = new Map()
  let last = 0
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4000)
      hear(text)
    })
  }
  const ended = once(child, 'exit')
  ended.then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended with ${code}:\n${said}`))
  })
  child.on('message', ({ id, result, failure }) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (failure === undefined) resolve?.(result)
    else reject?.(new Error(failure))
  })
  return {
    ended,
    pid: child.pid,
    ask(what, more = {}) {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        if (!child.connected) return reject(new Error(`${script} has ended:\n${said}`))
        waiting.set(id, { resolve, reject })
        child.send({ id, what, ...more })
      })
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      waiting.clear()
      child.kill(signal)
      await ended
    },
  }
}

/** In the child: one function for each message. The child exits with its parent. */
export function answerParent(handlers) {
  process.on('disconnect', () => process.exit(1))
  process.on('message', async ({ id, what, ...more }) => {
    try {
      process.send({ id, result: await handlers[what](more) })
    } catch (error) {
      process.send({ id, failure: String(error.stack ?? error) })
    }
  })
}

/** A random network each time, so that the rate limits of one network do not affect the measurement. */
export function anAddress() {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}
