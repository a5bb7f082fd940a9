import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ceuClient, ethics, florida } from '#testing/ceu-vault.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/checking-a-file.md'), 'utf8')
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(page)?.[1] ?? ''

let services: TestServices
let folder: string
/** The packet of a cycle, as PDF and as ZIP. */
let files: Buffer[]

beforeAll(async () => {
  services = await openTestServices()
  folder = mkdtempSync(join(tmpdir(), 'lanyard-check-'))
  const ann = await services.nurse('ann')
  const { id } = await ceuClient(ann).addCycle(florida)
  await ceuClient(ann).addEntry({ ...ethics, cycleId: id })
  const bytesOf = async (path: string) => Buffer.from(await (await ann.fetch(path)).arrayBuffer())
  writeFileSync(join(folder, 'lanyard-key.pem'), await bytesOf('/api/check/key'))
  writeFileSync(join(folder, 'check.mjs'), blockOf('js'))
  files = [
    await bytesOf(`/api/ceu-cycles/${id}/packet`),
    await bytesOf(`/api/ceu-cycles/${id}/packet?format=zip`),
  ]
})
afterAll(async () => {
  await services.close()
  rmSync(folder, { recursive: true })
})

const commands = {
  openssl: ['sh', '-c', blockOf('sh')],
  node: [process.execPath, 'check.mjs', 'packet.pdf'],
}

/** What the commands of the page print about a file, and whether they succeed. */
function check(name: keyof typeof commands, bytes: Uint8Array): { isUnchanged: boolean; printed: string } {
  writeFileSync(join(folder, 'packet.pdf'), bytes)
  const [command = '', ...args] = commands[name]
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return { isUnchanged: status === 0 && /^unchanged/m.test(stdout), printed: stdout + stderr }
}

test.each(['openssl', 'node'] as const)('the page about checking a file works with %s', (name) => {
  for (const whole of files) {
    expect(check(name, whole)).toEqual({ isUnchanged: true, printed: expect.stringContaining('cePacket') })
    const edited = Buffer.from(whole)
    edited[300] = (edited[300] ?? 0) ^ 1
    const tail = whole.lastIndexOf('Lanyard-document') - 1
    const others = [
      edited,
      Buffer.concat([whole, Buffer.from('x')]),
      Buffer.concat([whole, whole]),
      Buffer.concat([whole.subarray(0, tail), Buffer.from('x'), whole.subarray(tail)]),
      whole.subarray(0, -100),
      Buffer.from(
        whole.toString('latin1').replace('"kind":"cePacket","madeAt":"20', '"kind":"cePacket","madeAt":"19'),
        'latin1',
      ),
    ]
    for (const bytes of others) {
      expect(bytes.equals(whole)).toBe(false)
      expect(check(name, bytes).isUnchanged).toBe(false)
    }
  }
})
