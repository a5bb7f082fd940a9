import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type TestProcess = {
  /** What it has printed so far. */
  lines: string[]
  /** Resolves when it has printed `count` lines, rejects if it ends before. */
  printed(count: number): Promise<void>
  /** Kills it as a power cut would, without a random to tidy up. */
  kill(): Promise<void>
  /** Resolves when it has ended. */
  ended: Promise<{ code: number | null; errors: string }>
}

/** Runs `code`, an ES module, in a real process of its own. `#server/…` and packages can be imported. */
export function startProcess(code: string, env: Record<string, string> = {}): TestProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  const ended = once(child, 'close').then(([status]) => ({ code: status as number | null, errors }))
  return {
    lines,
    ended,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const check = () => lines.length >= count && resolve()
        output.on('line', check)
        check()
        ended.then(() => reject(new Error(`The process ended after ${lines.length} lines: ${errors}`)))
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
