import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Home } from '#shared/home/home-answer.ts'
import { english } from '#shared/i18n/translate.ts'
import { answerFrom } from '#shared/offline/answers.ts'
import { keptAddresses, type VaultCopy } from '#shared/offline/vault-copy.ts'
import { withWaiting } from '#shared/offline/waiting-records.ts'
import { ceuClient, texas } from '#testing/ceu-vault.ts'
import { fillVault } from '#testing/full-vault.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { renewalClient } from '#testing/renewals.ts'
import { addRequirementList } from '#testing/requirement-lists.ts'
import { seededRandom } from '#testing/seeded-random.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
})

async function get<T>(path: string): Promise<T> {
  const answer = await ann.fetch(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as T
}
const items = async <R>(path: string) => (await get<{ items: R[] }>(path)).items

/** Reads everything that a device keeps. */
async function copyVault(): Promise<VaultCopy> {
  const { user } = await get<{ user: VaultCopy['user'] }>('/api/auth/get-session')
  const kept = keptAddresses.map(async (address) => [address, await get(address)] as const)
  return {
    ...{ asOf: services.clock.now().toISOString(), user, entries: [] },
    credentials: [
      ...(await items<VaultCopy['credentials'][number]>('/api/credentials?limit=200')),
      ...(await items<VaultCopy['credentials'][number]>('/api/credentials?archived=true&limit=200')),
    ],
    cycles: await items('/api/ceu-cycles'),
    renewals: await items('/api/renewals'),
    compact: await get('/api/practice/compact'),
    answers: Object.fromEntries(await Promise.all(kept)),
  }
}

function askCopy(vault: VaultCopy, today: string): unknown {
  const question = { address: '/api/home', path: '/api/home', query: {} }
  return answerFrom(withWaiting(vault, [], today), question, { today, t: english })
}

/** Leaves out shares, because no link works offline. */
async function expectSameOffline(): Promise<Home> {
  const answer = await get<Home>('/api/home')
  expect(askCopy(await copyVault(), answer.today)).toEqual({ ...answer, shares: null })
  return answer
}

const send = async (path: string, body: object, method = 'POST') => {
  const answer = await ann.json(method, path, body)
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return answer.status === 204 ? { id: '' } : ((await answer.json()) as { id: string })
}

it('a device answers like the server, for an empty account', async () => {
  expect((await expectSameOffline()).credentials.total).toBe(0)
})

it('a device answers like the server, for a full vault, before and after the first steps', async () => {
  await fillVault(ann, 'canary')
  const { next } = await expectSameOffline()
  expect(next.steps.length).toBeGreaterThan(2)
  await send('/api/notices/first_steps/dismissal', {}, 'PUT')
  expect((await expectSameOffline()).firstSteps).toBeNull()
})

it('a device answers like the server, for any records', async () => {
  const { next: random, pick } = seededRandom(7)
  const dates = [null, '2025-12-31', '2026-03-09', '2026-03-10', '2026-04-09', '2026-07-08', '2027-03-01']
  for (let round = 0; round < 24; round += 1) {
    const expiresAt = pick(dates)
    const more = pick([{}, { neverExpires: expiresAt === null }, { requiredForWork: true }])
    const { id } = await send(
      '/api/credentials',
      random() < 0.5
        ? {
            ...{
              kind: 'license',
              type: pick(['RN', 'LPN']),
              state: pick(['TX', 'CA', 'OH', 'GU']),
              expiresAt,
            },
            multistate: pick([true, false]),
          }
        : {
            ...{ kind: 'certification', name: 'A card', code: pick(['BLS', 'ACLS', 'CCRN']), issuer: 'AHA' },
            ...{ expiresAt, ...more },
          },
    )
    const after = random()
    if (after < 0.2) await ann.fetch(`/api/credentials/${id}/archive`, { method: 'POST' })
    else if (after < 0.3) await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
    else if (after < 0.5) await renewalClient(ann).start(id)
    if (round % 4 === 0)
      await ceuClient(ann).addCycle({ ...texas, cycleEnd: pick(['2026-02-28', '2026-09-30']) })
    if (round % 8 === 0) await addHealthRecord(ann)
    if (round % 12 === 0) await addRequirementList(ann)
    services.clock.advance(1000)
    if (round % 6 === 5) await expectSameOffline()
  }
})

it('a device says that a part is not known if its copy lacks it', async () => {
  const copy = await copyVault()
  const { '/api/health-records/due': _due, ...answers } = copy.answers
  const answer = askCopy({ ...copy, answers }, '2026-03-10')
  expect(answer).toMatchObject({ next: { steps: [], isComplete: false } })
})
