import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { memoryFolder } from '#testing/memory-folder.ts'

export type RunningServer = {
  url: string
  process: ChildProcess
  output: () => string
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Node's compile cache of our TypeScript, kept between starts, because compiling is a quarter of the start time. */
const compiled = join(import.meta.dirname, '../.cache/compiled')
const main = join(import.meta.dirname, '../src/server/main.js')

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(memoryFolder(), 'lanyard-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The environment of a server, without the variables of the machine that runs the tests. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: compiled, ...settings }
}

/** Runs the server until it exits, for starts that must be refused. */
export async function runToEnd(
  settings: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [main], { env: environment(settings) })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** Starts the real server and waits for its one line of output. `kill` is kill -9. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const port = settings.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [main], {
    env: environment({ ...settings, PORT: port, LANYARD_DATA: dataDir }),
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Lanyard is ready at')) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  await ready
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url: `http://localhost:${port}`,
    process: child,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
