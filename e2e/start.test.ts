import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyEmptyDatabase } from './data.ts'
import { expectOneSentence } from './refusal.ts'
import { freePort, type RunningServer, runToEnd, startServer, temporaryFolder } from './server.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: RunningServer | undefined

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(async () => {
  await server?.kill()
  server = undefined
  folder.remove()
})

describe('starting the server', () => {
  it('prints one line with its address and its data folder', async () => {
    server = await startServer(join(folder.path, 'data'))
    expect(server.output().trim()).toBe(
      `Lanyard is ready at ${server.url} - its data is in ${join(folder.path, 'data')}, and mail stays in its outbox until SMTP_URL is set`,
    )
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(200)
  })

  it('reads a secret from a file, and refuses one that is also set directly', { tags: 'long' }, async () => {
    const file = join(folder.path, 'secret')
    const token = 'x'.repeat(40)
    writeFileSync(file, `${token}\n`)
    await copyEmptyDatabase(join(folder.path, 'data'))
    server = await startServer(join(folder.path, 'data'), { OPS_TOKEN_FILE: file })
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200)
    const both = { AUTH_SECRET_FILE: file, AUTH_SECRET: 'y'.repeat(40), LANYARD_DATA: folder.path }
    expectOneSentence(await runToEnd(both), /^Set AUTH_SECRET or AUTH_SECRET_FILE, not both\.$/m)
  })

  it('names a port that is in use', async () => {
    const other = createServer().listen(await freePort(), 'localhost')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    await copyEmptyDatabase(join(folder.path, 'data'))
    const result = await runToEnd({ PORT: port, LANYARD_DATA: join(folder.path, 'data') })
    other.close()
    expectOneSentence(result, new RegExp(`Port ${port} is already in use`))
  })

  it('names a database that cannot be reached, without its password', async () => {
    const port = await freePort()
    const result = await runToEnd({
      PORT: String(await freePort()),
      LANYARD_DATA: join(folder.path, 'data'),
      DATABASE_URL: `postgres://ann:hunter2secret@localhost:${port}/lanyard`,
    })
    expectOneSentence(result, /DATABASE_URL|database/)
    expect(result.stderr).not.toContain('hunter2secret')
  })
})
