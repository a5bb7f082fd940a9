import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftPacket } from '#server/ceu/packet-service.ts'
import { purgeTrash } from '#server/trash/job.ts'
import { type Actor, asOwnerId } from '#server/users/owner.ts'
import { aCertificate } from '#testing/certificates.ts'
import { ceuClient, ethics, texas } from '#testing/ceu-vault.ts'
import { formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let ceu: ReturnType<typeof ceuClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  ceu = ceuClient(ann)
})
afterAll(() => services.close())
const upload = async () => {
  const body = formOf(await aCertificate('Course'), 'c.pdf')
  return ((await (await ann.fetch('/api/upload', { method: 'POST', body })).json()) as { id: string }).id
}

test.each(['\u0000', '\ud800'])(
  'an answer about the topic %j is refused with its name, not with 500',
  async (topic) => {
    const answers = { firstRenewal: null, topics: [{ topic, answer: 'due' }] }
    const cycle = await ceu.addCycle(texas)
    expect(await ceu.status('PATCH', `ceu-cycles/${cycle.id}`, { answers })).toBe(422)
    expect(await ceu.status('POST', 'ceu-cycles', { ...texas, answers })).toBe(422)
  },
)

test('a formula with a line break is text in the CSV', async () => {
  const cycle = await ceu.addCycle(texas)
  await ceu.addEntry({ cycleId: cycle.id, title: '=HYPERLINK("http://evil.example","x")\nsecond line' })
  const answer = await ann.fetch(`/api/ceu-cycles/${cycle.id}/packet?format=zip`)
  const csv = Buffer.from(
    unzipSync(new Uint8Array(await answer.arrayBuffer()))['entries.csv'] ?? [],
  ).toString()
  const [row] = Papa.parse<Record<string, string>>(csv.slice(1), { header: true }).data
  expect(row?.title).toMatch(/^'=/)
})

test('the packet is a consistent snapshot: its total is the sum of its rows', async () => {
  const cycle = await ceu.addCycle(texas)
  for (let n = 0; n < 5; n++) await ceu.addEntry({ cycleId: cycle.id, hours: 1 })
  const [entry] = await ceu.entriesOf(cycle.id)
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) await ceu.change(`ceu-entries/${entry?.id}`, { hours: 1 + (n % 7) })
  })()
  const actor: Actor = {
    owner: asOwnerId(ann.id),
    sessionId: '',
    userAgent: null,
    timeZone: null,
    authenticatedAt: new Date(),
  }
  let torn = 0
  for (let n = 0; n < 200; n++) {
    const { packet } = await draftPacket(services, actor, cycle.id)
    if (packet.entries.reduce((sum, { countedHours }) => sum + countedHours, 0) !== packet.cycle.hoursCounted)
      torn++
  }
  isOver = true
  await writing
  expect(torn).toBe(0)
})

test('an entry whose main file was deleted still has its other certificate', { tags: 'long' }, async () => {
  const cycle = await ceu.addCycle(texas)
  const [front, back] = [await upload(), await upload()]
  const entry = await ceu.addEntry({ cycleId: cycle.id, fileId: front, fileIds: [front, back] })
  await ann.fetch(`/api/upload/${front}`, { method: 'DELETE' })
  const after = await ceu.entry(entry.id)
  const { text } = await readPdf(
    new Uint8Array(await (await ann.fetch(`/api/ceu-cycles/${cycle.id}/packet`)).arrayBuffer()),
  )
  expect.soft(after.fileIds).toEqual([back])
  expect.soft(text).toContain('Certificate of completion') // the certificate is in the packet …
  expect.soft(text).not.toContain('No certificate in these records') // … and the packet says that there is none
  expect.soft(after.counts[0]?.reasons.map(({ code }) => code)).not.toContain('no_certificate')
})

test('a cycle whose certification was purged can still be edited', async () => {
  const cert = (await (
    await ann.json('POST', '/api/credentials', { kind: 'certification', name: 'CCRN', issuer: 'AACN' })
  ).json()) as { id: string }
  const cycle = await ceu.addCycle({ ...texas, state: undefined, certificationId: cert.id })
  await ann.fetch(`/api/credentials/${cert.id}`, { method: 'DELETE' })
  services.clock.set('2026-05-10T15:00:00.000Z')
  await ann.signIn()
  await purgeTrash(services)
  expect(await ceu.status('PATCH', `ceu-cycles/${cycle.id}`, { notes: 'x' })).toBe(200)
  services.clock.set('2026-03-10T15:00:00.000Z')
  await ann.signIn()
})

test('51 cycles are too many for one entry, and 50 can be sent back unchanged', async () => {
  const ids: string[] = []
  for (let n = 0; n < 51; n++) ids.push((await ceu.addCycle(texas)).id)
  const counts = ids.slice(1).map((cycleId) => ({ cycleId }))
  expect(await ceu.status('POST', 'ceu-entries', { ...ethics, cycleId: ids[0], counts })).toBe(422)
  const entry = await ceu.addEntry({ ...ethics, cycleId: ids[0], counts: counts.slice(1) })
  const back = entry.counts.map(({ cycleId, acceptedHours }) => ({ cycleId, acceptedHours }))
  expect(await ceu.status('PATCH', `ceu-entries/${entry.id}`, { counts: back })).toBe(200)
})
