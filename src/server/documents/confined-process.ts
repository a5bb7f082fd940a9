import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

/**
 * Everything that a worker writes after it has read `source`; empty if it crashed, took too much time or memory, or
 * wrote too much. Rejects only if `source` cannot be read, or no process can be started.
 */
export async function outputOfConfined(
  source: Readable,
  args: string[],
  { maxMs, maxOutputBytes }: { maxMs: number; maxOutputBytes: number },
): Promise<Buffer> {
  const { child, kill } = spawnConfined([], args, { stdio: ['pipe', 'pipe', 'ignore'], maxMs })
  // First, because without file descriptors there are no pipes, and this event is the only sign.
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  const { stdin, stdout, pid } = child
  if (!stdin || !stdout || pid === undefined) {
    source.destroy()
    throw new Error('The system starts no more processes')
  }
  const parts: Buffer[] = []
  let size = 0
  stdout.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.byteLength
    if (size > maxOutputBytes) kill()
  })
  const sourceFailed = await pipeline(source, stdin).then(
    () => null,
    (error) => source.errored ?? (isHangUp(error) ? null : error),
  )
  if (sourceFailed) kill()
  const finished = await ended
  if (sourceFailed) throw sourceFailed
  return finished ? Buffer.concat(parts) : Buffer.alloc(0)
}

/** The worker stops reading when it needs no more. */
function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It has ended, and its `exit` event is about to be emitted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
