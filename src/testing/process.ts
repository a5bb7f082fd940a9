import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type TestProcess = {
  /** The lines printed so far. */
  lines: string[]
  /** Resolves once `count` lines are printed. Rejects if the process ends before that. */
  printed(count: number): Promise<void>
  /** Kills the process without cleanup, like a power cut. */
  kill(): Promise<void>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; errors: string }>
}

/** Runs `code`, an ES module, in its own process. It can import `#server/…` and packages. */
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
