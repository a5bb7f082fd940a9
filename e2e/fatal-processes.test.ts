import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyEmptyDatabase } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: RunningServer | undefined

beforeEach(async () => {
  folder = temporaryFolder()
  await copyEmptyDatabase(join(folder.path, 'data'))
})

afterEach(async () => {
  await server?.kill()
  server = undefined
  folder.remove()
})

/** The real server, in which SIGUSR2 triggers an error that nothing catches. */
function startBreakable(failure: string): Promise<RunningServer> {
  const code = `process.on('SIGUSR2', () => setImmediate(() => { ${failure} }))`
  const options = `--import=data:text/javascript,${encodeURIComponent(code)}`
  return startServer(join(folder.path, 'data'), { NODE_OPTIONS: options })
}

/** Sends a sign-up request, but holds back the last byte of the body. */
function holdRequest({ url }: RunningServer) {
  const body = JSON.stringify({
    email: 'ann@nurses.example',
    password: 'violet tractor moon 41',
    name: 'Ann',
  })
  const signUp = request(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    agent: false,
  })
  const answered = once(signUp, 'response').then(([answer]) => answer.resume().statusCode as number)
  signUp.write(body.slice(0, -1))
  return { answered, finish: () => signUp.end(body.slice(-1)), abort: () => signUp.destroy() }
}

const statusOf = ({ url }: RunningServer, path: string) =>
  fetch(url + path).then(
    ({ status }) => status,
    () => 0,
  )
const soon = { timeout: 8000, interval: 20 }

const failures: [name: string, code: string, origin: string][] = [
  ['a rejection', "Promise.reject(new Error('boom'))", 'unhandledRejection'],
  ['an exception', "throw new Error('boom')", 'uncaughtException'],
]

it.each(process.env.EVERYTHING ? failures : failures.slice(0, 1))(
  'after an uncaught %s the server finishes running requests, accepts no new ones and exits with code 1',
  async (_name, failure, origin) => {
    const broken = await startBreakable(failure)
    server = broken
    const held = holdRequest(broken)
    expect(await statusOf(broken, '/readyz')).toBe(200)
    const exited = once(broken.process, 'exit')
    broken.process.kill('SIGUSR2')
    await expect.poll(() => statusOf(broken, '/readyz'), soon).toBe(503)
    expect(await statusOf(broken, '/api/users/me')).toBe(503)
    held.finish()
    expect(await held.answered).toBe(200)
    expect(await exited).toEqual([1, null])
    const lines = broken
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; origin: string; err: { message: string } })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 60, origin, err: { message: 'boom' } })
  },
)

it('does not wait for a request that never ends', { tags: 'long' }, async () => {
  const broken = await startBreakable("throw new Error('boom')")
  server = broken
  const held = holdRequest(broken)
  const dropped = expect(held.answered).rejects.toThrow()
  expect(await statusOf(broken, '/readyz')).toBe(200)
  const exited = once(broken.process, 'exit')
  broken.process.kill('SIGUSR2')
  expect(await exited).toEqual([1, null])
  await dropped
})
