import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SearchResults, searchResults } from '#shared/search/contract.ts'
import { MAX_FOUND } from '#shared/search/search.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import type { Browser } from '#testing/browser.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { addLicense, addPdf, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  services = await openTestServices({
    env: { FILES_KEY: Buffer.alloc(32, 7).toString('base64') },
  })
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})

/** Checks that the answer has only what its contract names. */
async function find(who: Browser, q: string): Promise<SearchResults> {
  const answer = await who.fetch(`/api/search?q=${encodeURIComponent(q)}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const found = (await answer.json()) as SearchResults
  expect(searchResults.parse(found)).toEqual(found)
  return found
}

/** The names of what was found, by kind, without the kinds in which nothing was. */
async function namesOf(who: Browser, q: string): Promise<Record<string, (string | null)[] | null>> {
  const { credentials, cycles, courses, documents, shares, healthRecords } = await find(who, q)
  const names = {
    credentials: credentials.items.map(({ title }) => title),
    cycles: cycles.items.map(({ credentialTitle, state }) => credentialTitle ?? state),
    courses: courses.items.map(({ title }) => title),
    documents: documents?.items.map(({ name }) => name) ?? null,
    shares: shares?.items.map(({ recipient }) => recipient) ?? null,
    healthRecords: healthRecords?.items.map(({ title }) => title) ?? null,
  }
  return Object.fromEntries(Object.entries(names).filter(([, found]) => found?.length !== 0))
}

/** Something of each kind. */
async function fillVault(who: Nurse) {
  const license = await addLicense(who, { state: 'TX', number: 'RN-884-2137' })
  const ceu = ceuClient(who)
  const cycle = await ceu.addCycle({ ...texas, licenseId: license })
  const course = await ceu.addEntry({
    ...{ cycleId: cycle.id, title: 'Ética 100% aplicada', provider: 'Mercy Academy' },
    topicTags: ['Human trafficking'],
  })
  const document = await addPdf(who, 'Certificado ética.pdf')
  const health = await addHealthRecord(who, { notes: 'Read by Mercy employee health' })
  const link = await createLink(who, {
    ...{ resourceType: 'license', resourceId: license, recipient: 'Mercy Hospital' },
    masks: { hideNumber: true },
  })
  return { license, cycle, course, document, health, link }
}

describe('a search', () => {
  it('finds everything by its words, whatever their case, order and accents', async () => {
    await fillVault(ann)
    const image = { documents: ['Certificado ética.pdf'] }
    expect(await namesOf(ann, 'ETICA')).toEqual({ courses: ['Ética 100% aplicada'], ...image })
    expect(await namesOf(ann, ' ética  certificado ')).toEqual(image)
    expect(await namesOf(ann, 'trafficking')).toEqual({ courses: ['Ética 100% aplicada'] })
    expect(await namesOf(ann, 'mercy')).toEqual({
      ...{ courses: ['Ética 100% aplicada'], shares: ['Mercy Hospital'], healthRecords: ['TB test'] },
    })
    expect(await namesOf(ann, 'texas')).toEqual({
      ...{ credentials: ['Texas RN'], cycles: ['Texas RN license'], shares: ['Mercy Hospital'] },
    })
    expect(await namesOf(ann, 'rn 8842137')).toMatchObject({ credentials: ['Texas RN'] })
    expect(await namesOf(ann, 'mercy 884')).toEqual({})
  })

  it('takes wildcards and quotes as they are', async () => {
    await fillVault(ann)
    expect(await namesOf(ann, '100%')).toEqual({ courses: ['Ética 100% aplicada'] })
    for (const q of ['%', '_', '\\', "'", '"; --', '{}', '[a-z]', '\u0301'])
      expect(await namesOf(ann, q), q).toEqual(q === '%' ? { courses: ['Ética 100% aplicada'] } : {})
  })

  it('has archived credentials last, and nothing that was deleted', async () => {
    const { license, course, document, health, cycle } = await fillVault(ann)
    const other = await addLicense(ann, { state: 'TX', type: 'LVN' })
    await ann.fetch(`/api/credentials/${license}/archive`, { method: 'POST' })
    const { credentials } = await find(ann, 'texas')
    expect(credentials.items.map(({ id, isArchived }) => [id, isArchived])).toEqual([
      [other, false],
      [license, true],
    ])
    for (const path of [
      `credentials/${license}`,
      `credentials/${other}`,
      `ceu-entries/${course.id}`,
      `ceu-cycles/${cycle.id}`,
      `upload/${document}`,
      `health-records/${health}`,
    ])
      expect((await ann.fetch(`/api/${path}`, { method: 'DELETE' })).status, path).toBe(204)
    expect(await namesOf(ann, 'e')).toEqual({ shares: ['Mercy Hospital'] })
  })

  it('answers at most so many of a kind, and says that there are more', async () => {
    for (let count = 0; count <= MAX_FOUND; count++) await addLicense(ann, { state: 'TX' })
    const { credentials, courses } = await find(ann, 'texas')
    expect([credentials.items.length, credentials.hasMore]).toEqual([MAX_FOUND, true])
    expect(courses).toEqual({ items: [], hasMore: false })
  })

  it('finds a health record by what is encrypted, and never its document', async () => {
    const fileId = await addPdf(ann, 'quantiferon.pdf')
    await addHealthRecord(ann, { fileIds: [fileId] })
    expect(await namesOf(ann, 'quantiferon')).toEqual({})
    expect(await namesOf(ann, 'igra')).toEqual({ healthRecords: ['TB test'] })
  })
})

describe('a search is only for the owner', () => {
  it('finds nothing of another nurse', async () => {
    await fillVault(ann)
    expect(await namesOf(bob, 'e')).toEqual({})
    expect((await services.stranger().fetch('/api/search?q=texas')).status).toBe(401)
  })

  it('does not show the shares to a program', async () => {
    await fillVault(ann)
    const { token } = await addAccessToken(ann)
    expect(await namesOf(openProgram(services, token), 'mercy')).toEqual({
      ...{ courses: ['Ética 100% aplicada'], shares: null, healthRecords: ['TB test'] },
    })
  })

  it.each(['', '?q=', '?q=%20', `?q=${'a'.repeat(201)}`, '?q=a%00b', '?q=a&limit=9'])(
    'refuses or answers nothing for %s',
    async (query) => {
      await fillVault(ann)
      const answer = await ann.fetch(`/api/search${query}`)
      if (answer.status === 200)
        expect(Object.values((await answer.json()) as SearchResults).every(isEmpty)).toBe(true)
      else expect(answer.status).toBe(422)
    },
  )
})

const isEmpty = (group: unknown) => (group as { items: unknown[] }).items.length === 0
