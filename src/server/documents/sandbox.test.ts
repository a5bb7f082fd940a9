import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { sandboxed } from './sandbox.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = join(folder, 'secret')
writeFileSync(secret, 'license number')

/** The output of a script in the sandbox, which may read `readable`. */
async function printed(script: string, readable: string[] = []): Promise<string> {
  const command = sandboxed(process.execPath, ['-e', script], readable)
  if (!command) throw new Error('no sandbox')
  return (await run(command.program, command.args, { env: {} })).stdout.trim()
}

function commandOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return null
  }
}

const attempt = (body: string) =>
  `(async () => { try { ${body} } catch (error) { console.log(error.code ?? error.message) } })()`

// Skipped if bubblewrap is not installed or the kernel allows no namespaces.
describe.skipIf(sandboxed('', [], []) === null)('a program in the sandbox', () => {
  it('reads the files that it is given', async () => {
    const script = attempt(`console.log(require('fs').readFileSync(${JSON.stringify(secret)}, 'utf8'))`)
    expect(await printed(script, [secret])).toBe('license number')
  })

  it('finds no other file of the server or the system', async () => {
    for (const path of [secret, '/etc/passwd', join(process.cwd(), 'package.json')]) {
      const script = attempt(`console.log(require('fs').readFileSync(${JSON.stringify(path)}, 'utf8'))`)
      expect(await printed(script)).toBe('ENOENT')
    }
  })

  it('cannot write any file, not even one that it may read', async () => {
    const script = attempt(
      `require('fs').writeFileSync(${JSON.stringify(secret)}, 'x'); console.log('written')`,
    )
    expect(await printed(script, [secret])).toBe('EROFS')
  })

  it('sees no other process', async () => {
    const script = attempt(`console.log(require('fs').existsSync('/proc/${process.pid}/environ'))`)
    expect(await printed(script)).toBe('false')
  })

  it('reaches no server, not even on this machine', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const script = attempt(
      `const s = require('net').connect(${port}, '127.0.0.1'); await new Promise((done, fail) => s.on('connect', done).on('error', fail)); console.log('connected'); s.destroy()`,
    )
    expect(await printed(script)).toBe('ECONNREFUSED')
    server.close()
  })

  it('ends with the process that started it', async () => {
    const command = sandboxed('/usr/bin/sleep', ['60.125'], [])
    if (!command) throw new Error('no sandbox')
    const child = execFile(command.program, command.args, { env: {} }, () => {})
    const inner = () => readdirSync('/proc').filter((pid) => commandOf(pid) === '/usr/bin/sleep\x0060.125\0')
    await expect.poll(inner).toHaveLength(1)
    child.kill('SIGKILL')
    await expect.poll(inner).toEqual([])
  })
})
