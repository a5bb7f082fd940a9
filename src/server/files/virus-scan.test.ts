import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf, formOf } from '#testing/documents.ts'
import { listStored } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

const infected = 'an infected file'

/** ClamAV's protocol: lengths and parts after the command, until an empty part. */
async function startScanner(): Promise<{ server: Server; place: string }> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      if (!received.subarray(-4).equals(Buffer.alloc(4))) return
      expect(received.toString('latin1')).toMatch(/^zINSTREAM\0/)
      const isInfected = received.includes(infected)
      socket.end(isInfected ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  return { server, place: `localhost:${address && typeof address === 'object' ? address.port : ''}` }
}

let scanner: Awaited<ReturnType<typeof startScanner>>
let services: TestServices
let ann: Nurse
beforeAll(async () => {
  scanner = await startScanner()
  services = await openTestServices({ env: { VIRUS_SCANNER: scanner.place } })
  ann = await services.nurse('ann')
})
afterAll(async () => {
  await services.close()
  scanner.server.close()
})

async function upload(text: string): Promise<[status: number, code: string | undefined]> {
  const pdf = await aPdf()
  const bytes = Buffer.concat([pdf.subarray(0, -6), Buffer.from(`% ${text}\n`), pdf.subarray(-6)])
  const body = formOf(bytes, 'card.pdf', 'application/pdf')
  const answer = await ann.fetch('/api/upload', { method: 'POST', body })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}
const stored = async () => (await listStored(services.storage, 'files/')).length

test('a file that the scanner finds infected is refused, and nothing of it is kept', async () => {
  expect(await upload('a clean file')).toEqual([201, undefined])
  expect(await upload(infected)).toEqual([422, 'file_infected'])
  expect(await stored()).toBe(1)
})

test('without an answer of the scanner no file is kept', async () => {
  await new Promise((resolve) => scanner.server.close(resolve))
  expect(await upload('a clean file')).toEqual([503, 'unavailable'])
  expect(await stored()).toBe(1)
})
