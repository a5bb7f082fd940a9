import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectOneSentence } from './refusal.ts'
import { freePort, runToEnd, temporaryFolder } from './server.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => folder.remove())

describe('starting the server', () => {
  it.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ PUBLIC_URL: 'lanyard.example' }, /PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL/],
    [{ SMTP_URL: 'nowhere' }, /SMTP_URL/],
    [{ AUTH_SECRET: 'short' }, /AUTH_SECRET.*at least 32/],
    [{ NODE_ENV: 'production' }, /AUTH_SECRET.*emulator/],
    [{ HOST: '0.0.0.0' }, /AUTH_SECRET.*emulator mode.*HOST=0\.0\.0\.0/],
  ])('refuses the setting %o and names it', async (settings, words) => {
    expectOneSentence(
      await runToEnd({
        PORT: String(await freePort()),
        LANYARD_DATA: join(folder.path, 'data'),
        ...settings,
      }),
      words,
    )
  })

  it('refuses unsafe settings, and writes a line for alarms to stdout', async () => {
    const settings = { HOST: '0.0.0.0', LANYARD_DATA: join(folder.path, 'data') }
    const { code, stdout } = await runToEnd(settings)
    expect(JSON.parse(stdout)).toEqual({ event: 'security', kind: 'start_refused', what: 'settings' })
    expect(code).toBe(1)
  })
})
