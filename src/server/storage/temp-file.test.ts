import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { spool } from './temp-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lanyard-spool-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a client that disconnects before the file is open is an ordinary failure, and leaves nothing', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', note)
  try {
    const bytes = new Readable({ read() {} })
    const spooled = spool(folder, bytes, 1000)
    bytes.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    await expect(spooled).rejects.toThrow('aborted')
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('uncaughtException', note)
  }
  expect(uncaught).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('reads what was written, as often as needed', async () => {
  const spooled = await spool(folder, Readable.from([Buffer.from('some bytes')]), 1000)
  try {
    expect(spooled.size).toBe(10)
    for (const _ of [1, 2]) expect(await new Response(spooled.open()).text()).toBe('some bytes')
  } finally {
    await spooled.close()
  }
})
