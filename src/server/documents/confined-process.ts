import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxed } from './sandbox.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The program and its packages, symbolic links resolved, but not a data directory beside them. */
const readable = ['src', 'node_modules', 'package.json'].flatMap((name) => [
  join(root, name),
  realpathSync(join(root, name)),
])
const permissions = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-addons',
  '--allow-worker',
]

/**
 * Starts a worker that reads what strangers made. Its environment holds no settings, and JavaScript in it may read the
 * program and nothing else: a parser that is taken over finds no secret there. Nor does native code, where the system
 * allows a sandbox.
 */
export function spawnConfined(
  nodeOptions: string[],
  args: string[],
  options: Omit<SpawnOptions, 'env' | 'killSignal'>,
): ChildProcess {
  const plain = { program: process.execPath, args: [...permissions, ...nodeOptions, ...args] }
  const command = sandboxed(plain.program, plain.args, readable) ?? plain
  const child = spawn(command.program, command.args, {
    ...options,
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    killSignal: 'SIGKILL',
  })
  // A sandbox that is killed while it starts can leave its program behind, which would hold the pipes open; without
  // its input it ends.
  child.once('exit', (_code, signal) => {
    if (signal === null) return
    child.stdin?.destroy()
    child.stdout?.destroy()
  })
  return child
}
