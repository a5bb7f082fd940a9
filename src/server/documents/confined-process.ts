import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The program and its packages, symbolic links resolved, but not a data directory beside them. */
const readable = ['src', 'node_modules', 'package.json']
  .flatMap((name) => [join(root, name), realpathSync(join(root, name))])
  .map((path) => `--allow-fs-read=${path}`)
const permissions = ['--permission', ...readable, '--allow-addons', '--allow-worker']

/**
 * Starts a worker that reads what strangers made. Its environment holds no settings, and JavaScript in it may read the
 * program and nothing else: a parser that is taken over finds no secret there.
 */
export function spawnConfined(
  nodeOptions: string[],
  args: string[],
  options: Omit<SpawnOptions, 'env' | 'killSignal'>,
): ChildProcess {
  return spawn(process.execPath, [...permissions, ...nodeOptions, ...args], {
    ...options,
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    killSignal: 'SIGKILL',
  })
}
