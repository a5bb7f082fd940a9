import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxed } from './sandbox.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The program and its packages, symbolic links resolved, but not a data directory next to them. */
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

interface ConfinedProcess {
  child: ChildProcess
  /** Ends it immediately, with all that it started. */
  kill(): void
}

/**
 * Starts a worker that reads untrusted files. Its environment contains no settings, and JavaScript in it can read only
 * the program: a compromised parser finds no secret there. Where the system allows a sandbox, native code cannot
 * either. The worker is killed when `signal` aborts or `maxMs` have passed.
 */
export function spawnConfined(
  nodeOptions: string[],
  args: string[],
  { stdio, signal, maxMs }: { stdio: StdioOptions; signal?: AbortSignal; maxMs?: number },
): ConfinedProcess {
  const plain = { program: process.execPath, args: [...permissions, ...nodeOptions, ...args] }
  const sandbox = sandboxed(plain.program, plain.args, readable)
  const command = sandbox ?? plain
  const child = spawn(command.program, command.args, {
    stdio,
    // A sandbox that is killed alone while it starts leaves its first process behind, which holds the pipes open: it is
    // killed as a group. Without a sandbox the worker stays in the terminal's group, and ends with Ctrl+C.
    detached: sandbox !== null,
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
  })
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    if (sandbox) killGroup(child.pid)
    else child.kill('SIGKILL')
  }
  const timer = maxMs === undefined ? undefined : setTimeout(kill, maxMs)
  signal?.addEventListener('abort', kill)
  child.once('exit', () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
  })
  if (signal?.aborted) kill()
  return { child, kill }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It has ended, and its `exit` event is about to be emitted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
