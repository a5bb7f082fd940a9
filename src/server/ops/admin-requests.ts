import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from '#server/kernel/config.ts'
import { requestsIn } from '#server/kernel/operator-files.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { type AdminRequest, adminRequest, runAdmin } from './admin-service.ts'

/**
 * Only one process can open the embedded database. While a server runs, an operator's command writes a request file to
 * the data folder, which only the operator can write to, and reads the response from a file next to it.
 */
const folderName = 'admin-requests'
const LOOK_MS = 250
const PATIENCE_MS = 30_000

const answer = z.discriminatedUnion('isDone', [
  z.strictObject({ isDone: z.literal(true), lines: z.array(z.string()) }),
  z.strictObject({ isDone: z.literal(false), message: z.string() }),
])

type AdminAnswer = z.infer<typeof answer>

/** Runs the requests one after the other until it is stopped. Only a server on the embedded database gets requests. */
export function answerAdminRequests(services: Services): { stop(): Promise<void> } {
  const folder = join(services.config.dataDir, folderName)
  if (services.database.kind !== 'embedded') return { stop: () => Promise.resolve() }
  // Requests to a server that was killed: their commands gave up long ago.
  forgetRequests(folder)
  let turn: Promise<void> = Promise.resolve()
  const look = () => {
    for (const name of requestsIn(folder)) {
      if (!name.endsWith('.wanted')) continue
      const path = join(folder, name.slice(0, -'.wanted'.length))
      turn = turn.then(() => answerOne(services, path)).catch(() => {}) // it was withdrawn
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await turn
    },
  }
}

function forgetRequests(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A command of another user made it, whose requests are not answered either.
  }
}

async function answerOne(services: Services, path: string): Promise<void> {
  renameSync(`${path}.wanted`, `${path}.taken`)
  const request = adminRequest.parse(JSON.parse(readFileSync(`${path}.taken`, 'utf8')))
  const given = await answerTo(services, request)
  writeFileSync(`${path}.new`, JSON.stringify(given), { mode: 0o600 })
  renameSync(`${path}.new`, `${path}.done`)
}

async function answerTo(services: Services, request: AdminRequest): Promise<AdminAnswer> {
  try {
    return { isDone: true, lines: await runAdmin(services, request) }
  } catch (error) {
    const isRefused = error instanceof StartError || (error instanceof Problem && error.status < 500)
    if (isRefused) return { isDone: false, message: error.message }
    services.log.error({ err: error }, 'a command of the operator failed')
    return { isDone: false, message: 'The server could not do it, and its log says why.' }
  }
}

/**
 * Sends a request to the server that uses this data folder. Throws a `StartError` with its reason, or if it does not
 * respond.
 */
export async function askServer(
  dataDir: string,
  request: AdminRequest,
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  const folder = join(dataDir, folderName)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  writeFileSync(path, JSON.stringify(request), { mode: 0o600 })
  renameSync(path, `${path}.wanted`)
  try {
    await untilDone(`${path}.done`, dataDir, patienceMs)
    const given = answer.parse(JSON.parse(readFileSync(`${path}.done`, 'utf8')))
    if (!given.isDone) throw new StartError(given.message)
    return given.lines
  } finally {
    for (const end of ['wanted', 'taken', 'done']) rmSync(`${path}.${end}`, { force: true })
  }
}

async function untilDone(path: string, dataDir: string, patienceMs: number): Promise<void> {
  for (const until = performance.now() + patienceMs; !existsSync(path); await pause(50)) {
    if (performance.now() > until) {
      throw new StartError(
        `The process that uses the data folder ${dataDir} does not answer: stop Lanyard first, then try again.`,
      )
    }
  }
}
