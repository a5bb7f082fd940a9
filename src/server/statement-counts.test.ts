import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { statementsDuring } from '#testing/sent-statements.ts'
import { createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

// Each statement is a round trip to the database, which is most of what a write costs under load. A number that went up
// needs a reason; one that went down is written down here.

let services: TestServices
let ann: Nurse
let cycle: CeuCycle
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  const created = await ann.json('POST', '/api/ceu-cycles', sampleCycle)
  cycle = (await created.json()) as CeuCycle
})
afterAll(() => services.close())

type Counted = { statements: number; id: string }

/** The statements of one request of Ann's. */
function count(method: string, path: string, body?: object, key?: string): Promise<Counted> {
  return countIn(() => ann.json(method, path, body, key === undefined ? {} : { 'Idempotency-Key': key }))
}

/** A separate session check, `begin` and `commit` are among them. */
async function countIn(ask: () => Promise<Response>): Promise<Counted> {
  let id = ''
  const { length } = await statementsDuring(async () => {
    const answer = await ask()
    const text = await answer.text()
    expect(answer.ok, text).toBe(true)
    if (text !== '') id = JSON.parse(text).id ?? ''
  })
  return { statements: length, id }
}

it('of a credential', async () => {
  const license = { ...sampleLicense, fileId: null, fileIds: [] }
  const create = await count('POST', '/api/credentials', license)
  const withKey = await count('POST', '/api/credentials', license, 'a-key')
  const repeat = await count('POST', '/api/credentials', license, 'a-key')
  const change = await count('PATCH', `/api/credentials/${create.id}`, { notes: 'Renewed.' })
  await count('POST', `/api/credentials/${create.id}/archive`)
  const changedMeanwhile = await count('PATCH', `/api/credentials/${create.id}`, { notes: 'Kept.' })
  const list = await count('GET', '/api/credentials')
  const remove = await count('DELETE', `/api/credentials/${create.id}`)
  const counts = [create, withKey, repeat, change, changedMeanwhile, list, remove].map(
    ({ statements }) => statements,
  )
  expect(counts).toEqual([1, 1, 6, 1, 3, 2, 1])
})

it('of a CE entry, in a cycle that looks back at earlier courses', async () => {
  const input = { ...sampleEntry, fileId: null, fileIds: [], counts: [], cycleId: cycle.id }
  const create = await count('POST', '/api/ceu-entries', input)
  const withKey = await count('POST', '/api/ceu-entries', input, 'another-key')
  const path = `/api/ceu-entries/${create.id}`
  const changeNotes = await count('PATCH', path, { notes: 'In Austin.' })
  const changeHours = await count('PATCH', path, { hours: 2 })
  const list = await count('GET', `/api/ceu-entries/cycle/${cycle.id}`)
  const remove = await count('DELETE', path)
  const all = [create, withKey, changeNotes, changeHours, list, remove]
  expect(all.map(({ statements }) => statements)).toEqual([2, 1, 1, 1, 3, 1])
})

it('of the current session', async () => {
  expect((await count('GET', '/api/auth/get-session')).statements).toBe(1)
})

it('of the CE cycles', async () => {
  expect((await count('GET', '/api/ceu-cycles')).statements).toBe(2)
})

it('of a visit to a shared license: its summary, openings, and looking again', async () => {
  const { token } = await createLink(ann)
  const path = `/api/share/${token}`
  // Ann's installation has a key for its access logs from the first opening on.
  await services.stranger().fetch(`/api/share/${(await createLink(ann)).token}`)
  const [first, second] = [services.stranger(), services.stranger()]
  const summary = await countIn(() => first.fetch(`${path}/cover`))
  const firstOpening = await countIn(() => first.fetch(path))
  const again = await countIn(() => first.fetch(path))
  const laterOpening = await countIn(() => second.fetch(path))
  const all = [summary, firstOpening, again, laterOpening]
  expect(all.map(({ statements }) => statements)).toEqual([3, 10, 4, 5])
})
