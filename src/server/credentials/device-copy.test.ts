import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { english } from '#shared/i18n/translate.ts'
import { answerFrom } from '#shared/offline/answers.ts'
import type { VaultCopy } from '#shared/offline/vault-copy.ts'
import { withWaiting } from '#shared/offline/waiting-records.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
  services.clock.set('2026-11-23T18:00:00.000Z')
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

async function read<T>(path: string): Promise<T> {
  const answer = await ann.fetch(path)
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}
const items = async <T>(path: string) => (await read<{ items: T[] }>(path)).items

async function copyVault(): Promise<VaultCopy> {
  return {
    asOf: '2026-11-23T18:00:00.000Z',
    user: { id: ann.id, locale: 'en-US', timeZone: null },
    credentials: [
      ...(await items<Credential>('/api/credentials?limit=200')),
      ...(await items<Credential>('/api/credentials?archived=true&limit=200')),
    ],
    cycles: await items('/api/ceu-cycles'),
    entries: await items('/api/ceu-entries?limit=200'),
    renewals: await items('/api/renewals'),
    compact: await read('/api/practice/compact'),
    answers: {},
  }
}

const asked = [
  '/api/credentials?limit=200',
  '/api/credentials?sort=expiresAt&order=asc&limit=200',
  '/api/credentials?sort=expiresAt&order=desc&limit=200',
  '/api/credentials?sort=title&order=asc&limit=200',
  '/api/credentials?kind=license&sort=createdAt&order=desc&limit=1',
  '/api/credentials?status=expired&limit=200',
  '/api/credentials?status=expiring_soon&limit=200',
  '/api/credentials?q=tx%20100&limit=200',
  '/api/credentials?tag=icu&limit=200',
  '/api/credentials?archived=true&limit=200',
  '/api/credentials?dateMissing=true&limit=200',
  '/api/credentials/summary',
  '/api/ceu-cycles',
]

it('a device answers from its copy like the server, on the same day and long after', async () => {
  const add = async (body: object) =>
    (await (await ann.json('POST', '/api/credentials', body)).json()) as Credential
  const license = { kind: 'license', type: 'RN' }
  const texas = await add({
    ...license,
    state: 'TX',
    number: '100',
    expiresAt: '2026-12-20',
    multistate: true,
    tags: ['icu'],
  })
  services.clock.advance(1000)
  await add({ ...license, state: 'CA', expiresAt: '2027-03-01', tags: ['icu', 'er'] })
  services.clock.advance(1000)
  await add({
    kind: 'certification',
    name: 'Basic Life Support',
    code: 'BLS',
    issuer: 'AHA',
    expiresAt: '2026-11-30',
  })
  services.clock.advance(1000)
  await add({ kind: 'certification', name: 'CCRN', issuer: 'AACN' })
  services.clock.advance(1000)
  const old = await add({ ...license, state: 'NY', expiresAt: '2020-01-01' })
  await ann.fetch(`/api/credentials/${old.id}/archive`, { method: 'POST' })
  await ann.json('POST', `/api/credentials/${texas.id}/renewals`, { state: 'submitted' })
  const copy = await copyVault()

  for (const day of ['2026-11-23', '2026-12-01', '2026-12-20', '2026-12-21', '2027-06-01']) {
    services.clock.set(`${day}T18:00:00.000Z`)
    const vault = withWaiting(copy, [], day)
    for (const address of [...asked, `/api/credentials/${texas.id}`]) {
      const url = new URL(address, 'http://device')
      const question = { address, path: url.pathname, query: Object.fromEntries(url.searchParams) }
      const expected = await read<{ nextCursor?: unknown }>(address)
      if ('nextCursor' in expected) expected.nextCursor = null
      expect(
        JSON.parse(JSON.stringify(answerFrom(vault, question, { today: day, t: english }))),
        `${day} ${address}`,
      ).toEqual(expected)
    }
  }
})
