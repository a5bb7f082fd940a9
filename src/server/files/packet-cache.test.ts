import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPacket } from '#server/documents/packet.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { aCertificate } from '#testing/certificates.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { sweepFiles } from './job.ts'
import { packetsOf } from './storage-key-service.ts'

let services: TestServices
let ann: Nurse
let cycle: string
beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: randomBytes(32).toString('base64') } })
  ann = await services.nurse('ann')
  const input = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
  cycle = ((await (await ann.json('POST', '/api/ceu-cycles', input)).json()) as { id: string }).id
})
afterAll(() => services.close())

async function packet(nurse: { fetch: Nurse['fetch'] } = ann): Promise<Buffer> {
  const answer = await nurse.fetch(`/api/ceu-cycles/${cycle}/packet`)
  expect(answer.status, await (answer.ok ? '' : answer.clone().text())).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function stored({ id }: Nurse = ann): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of services.storage.list(`${packetsOf(asOwnerId(id))}/`)) keys.push(key)
  return keys
}

describe('a packet that was created before', () => {
  test('is served from encrypted storage until its content changes', async () => {
    const first = await packet()
    const [key = '', ...others] = await stored()
    expect(others).toEqual([])
    const bytes = await readFile(join(services.dataDir, 'files', key))
    expect(bytes.includes('%PDF')).toBe(false)
    expect((await packet()).equals(first)).toBe(true)
    expect(await stored()).toEqual([key])
    await ann.json('PUT', '/api/users/me', { firstName: 'Anna' })
    expect((await packet()).equals(first)).toBe(false)
    expect(await stored()).toHaveLength(2)
  })

  test('is created again when its bytes are missing', { tags: 'long' }, async () => {
    const first = await packet()
    for (const key of await stored()) await services.storage.remove(key)
    expect((await packet()).length).toBe(first.length)
  })

  test('is one of at most ten per owner, kept for a day', async () => {
    for (let each = 0; each < 12; each++) {
      const key = `${packetsOf(asOwnerId(ann.id))}/${String(each).repeat(8)}.sealed`
      await services.storage.write(key, Readable.from([Buffer.from('old')]), { maxBytes: 3 })
    }
    await ann.json('PUT', '/api/users/me', { firstName: 'Annie' })
    await packet()
    expect(await stored()).toHaveLength(10)
    const later = { now: () => new Date(Date.now() + 86_400_001) }
    await sweepFiles({ ...services, clock: later } as unknown as TestServices)
    expect(await stored()).toEqual([])
  })

  test('is deleted with its owner’s account', async () => {
    await packet()
    expect(await stored()).not.toEqual([])
    const answer = await ann.json('DELETE', '/api/users/me', { password: ann.password })
    expect(answer.status, await answer.text()).toBe(204)
    expect(await stored()).toEqual([])
  })
})

describe('many concurrent requests for documents', () => {
  const source = async (title: string) => {
    const bytes = await aCertificate(title)
    return { mimeType: 'application/pdf', size: bytes.length, open: async () => Readable.from([bytes]) }
  }

  test('do not delay another owner, whether they come from one owner or from a network through links', {
    tags: 'long',
  }, async () => {
    const { signal } = new AbortController()
    const ended: string[] = []
    const make = async (name: string, keys: object) => {
      const made = await createPacket({ kind: 'copy', language: 'en' }, [await source(name)], {
        signal,
        keys,
      })
      ended.push(name)
      await made.remove()
    }
    const flood = Array.from({ length: 4 }, () => make('ann', { owner: 'ann' }))
    const links = Array.from({ length: 4 }, (_, n) => make('links', { link: `link ${n}`, network: 'one' }))
    const ben = make('ben', { owner: 'ben' })
    await Promise.all([...flood, ...links, ben])
    // After those that had started, and one more of each.
    expect(ended.indexOf('ben')).toBeLessThanOrEqual(4)
    expect(ended).toHaveLength(9)
  })

  test('are refused beyond ten waiting for one owner, with a time to retry', async () => {
    const stop = new AbortController()
    const options = { signal: stop.signal, keys: { owner: 'cat' } }
    const one = await source('one')
    const asked = Array.from({ length: 15 }, () =>
      createPacket({ kind: 'copy', language: 'en' }, [one], options),
    )
    const ended = Promise.allSettled(asked)
    await new Promise(setImmediate)
    stop.abort(new Error('gone'))
    const reasons = (await ended).map((each) => (each.status === 'rejected' ? each.reason : null))
    const refused = reasons.filter((reason) => reason?.code === 'queue_full')
    expect(refused).toHaveLength(4)
    expect(refused[0]).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  })
})
