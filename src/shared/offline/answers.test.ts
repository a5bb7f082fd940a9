import { describe, expect, test } from 'vitest'
import data from '#rules/compact.json' with { type: 'json' }
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import type { Home } from '#shared/home/home-answer.ts'
import { english } from '#shared/i18n/translate.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import type { SearchResults } from '#shared/search/contract.ts'
import { answerFrom } from './answers.ts'
import { isOutdated, keptAddresses, type VaultCopy } from './vault-copy.ts'

const today = '2026-11-23'
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

let last = 0
function credential(more: Partial<Credential> = {}): Credential {
  last += 1
  const fields = more.kind === 'certification' ? sampleCertification : sampleLicense
  const dates = { createdAt: `2026-01-01T00:00:${String(last).padStart(2, '0')}.000Z`, archivedAt: null }
  const record = { ...fields, tags: [], ...dates, updatedAt: dates.createdAt, id: idOf(last), ...more }
  return presentCredential(record as never, today, 'ann')
}

const texas = credential({ title: 'Texas RN license', expiresAt: '2026-11-22', tags: ['home', 'travel'] })
const ohio = credential({ title: 'Óhio RN license', state: 'OH', expiresAt: '2026-12-23', tags: ['travel'] })
const endless = credential({ title: 'Emeritus', state: 'GU', expiresAt: null, neverExpires: true })
const undated = credential({ kind: 'certification', name: 'BLS', code: 'BLS', expiresAt: null })
const acls = credential({ kind: 'certification', name: 'ACLS', code: 'ACLS', expiresAt: '2027-01-22' })
const old = credential({ title: 'Old license', archivedAt: '2026-02-01T00:00:00.000Z', tags: ['home'] })

const cycles = [
  { id: idOf(20), licenseId: texas.id, certificationId: null },
  { id: idOf(21), licenseId: null, certificationId: acls.id },
] as CeuCycle[]
const entry = (number: number, completedAt: string, ...counts: string[]) =>
  ({ id: idOf(number), completedAt, counts: counts.map((cycleId) => ({ cycleId })) }) as CeuEntry
const entries = [
  entry(30, '2026-01-01', idOf(20)),
  entry(31, '2026-03-01', idOf(21), idOf(20)),
  entry(32, '2026-02-01', idOf(21)),
]
const renewals = [
  { id: idOf(40), credentialId: texas.id, state: 'submitted', submittedOn: '2026-11-01' },
  { id: idOf(41), credentialId: ohio.id, state: 'done', submittedOn: '2026-10-01' },
] as RenewalOverview[]

const vault: VaultCopy = {
  asOf: '2026-11-23T00:00:00.000Z',
  user: { id: 'ann', locale: 'en-US', timeZone: null },
  credentials: [texas, ohio, endless, undated, acls, old],
  ...{ cycles, entries, renewals },
  compact: data,
  answers: { '/api/bell?limit=20': { items: ['kept'] } },
}

function ask(address: string, of: VaultCopy = vault): unknown {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  return answerFrom(
    of,
    { address, path: pathname, query: Object.fromEntries(searchParams) },
    { today, t: english },
  )
}
const titlesOf = (answer: unknown) =>
  (answer as { items: { title?: string; name?: string }[] }).items.map(({ title, name }) => title ?? name)
const list = (query = '') => titlesOf(ask(`/api/credentials${query}`))
const idsOf = (answer: unknown) => (answer as { items: { id: string }[] }).items.map(({ id }) => id)

describe('the list of credentials', () => {
  test('starts with the credential that expires first; those without a date come last in both orders', () => {
    expect(list()).toEqual(['Texas RN license', 'Óhio RN license', 'ACLS', 'Emeritus', 'BLS'])
    expect(list('?order=desc')).toEqual(['ACLS', 'Óhio RN license', 'Texas RN license', 'BLS', 'Emeritus'])
  })

  test('is sorted by title without case and accents, or by when they were added', () => {
    expect(list('?sort=title')).toEqual(['ACLS', 'BLS', 'Emeritus', 'Óhio RN license', 'Texas RN license'])
    expect(list('?sort=title&order=desc')[0]).toBe('Texas RN license')
    expect(list('?sort=createdAt&order=desc')[0]).toBe('ACLS')
    expect(list('?sort=createdAt')[0]).toBe('Texas RN license')
  })

  test('is sorted by id for credentials that end on the same day', () => {
    const twins = [idOf(9), idOf(8), idOf(7)].map((id) => ({ ...texas, id }))
    expect(idsOf(ask('/api/credentials', { ...vault, credentials: twins }))).toEqual([
      idOf(7),
      idOf(8),
      idOf(9),
    ])
  })

  test.each([
    ['?kind=certification', ['ACLS', 'BLS']],
    ['?status=expired', ['Texas RN license']],
    ['?status=expiring', ['Óhio RN license']],
    ['?tag=travel', ['Texas RN license', 'Óhio RN license']],
    ['?tag=tra', []],
    ['?archived=true', ['Old license']],
    ['?dateMissing=true', ['BLS']],
    ['?dateMissing=false', ['Texas RN license', 'Óhio RN license', 'ACLS', 'Emeritus']],
    ['?q=OHIO%20rn', ['Óhio RN license']],
    ['?q=ohio%20acls', []],
    ['?limit=1', ['Texas RN license']],
    ['?limit=2', ['Texas RN license', 'Óhio RN license', 'ACLS', 'Emeritus', 'BLS']],
  ])('%s has %j', (query, titles) => {
    expect(list(query)).toEqual(titles)
    expect(ask(`/api/credentials${query}`)).toMatchObject({ nextCursor: null })
  })
})

test('counts archived credentials separately, and tags by use', () => {
  expect(ask('/api/credentials/summary')).toEqual({
    total: 5,
    byStatus: { active: 2, renewal_due: 1, expiring_soon: 1, expired: 1 },
    ...{ dateMissing: 1, archived: 1 },
    byKind: { license: 3, certification: 2 },
    tags: [
      { tag: 'travel', count: 2 },
      { tag: 'home', count: 1 },
    ],
  })
  const tagged = { ...vault, credentials: [{ ...texas, tags: ['b', 'a', 'c'] }] }
  expect(ask('/api/credentials/summary', tagged)).toMatchObject({
    tags: ['a', 'b', 'c'].map((tag) => ({ tag, count: 1 })),
  })
})

describe('the dashboard', () => {
  const home = (of: Partial<VaultCopy> = {}) => ask('/api/home', { ...vault, cycles: [], ...of }) as Home
  const headline = (...credentials: Credential[]) => home({ credentials }).verdict.headline

  test('does not claim that it is complete without the answers that it needs', () => {
    expect(home().next.isComplete).toBe(false)
    const kept = {
      ...{ '/api/ceu-cycles/proposals': { items: [] }, '/api/health-records/due': { items: [] } },
      ...{ '/api/requirement-lists': { items: [] }, '/api/practice/overview': { move: null } },
      '/api/reminders/summary': { next: null, isPlanned: true, warnings: [] },
    }
    expect(home({ answers: kept }).next.isComplete).toBe(true)
    for (const address of Object.keys(kept)) {
      const { [address]: _missing, ...others } = kept as Record<string, unknown>
      expect(home({ answers: others }).next.isComplete, address).toBe(false)
    }
  })

  test('mentions a submitted renewal, and no other', () => {
    expect(headline(texas)).toBe(
      'No. Your Texas RN license expired on Nov 22, 2026. Renewal submitted on Nov 1, 2026; check with the board.',
    )
    expect(headline(ohio)).toBe('Yes, until Dec 23, 2026. Ohio RN expires first.')
  })

  test('offers to continue an open renewal', () => {
    const open = [{ ...renewals[0], submittedOn: null, state: 'planned' }] as RenewalOverview[]
    const label = (given: RenewalOverview[]) => home({ credentials: [texas], renewals: given }).verdict
    expect(label(open)).toMatchObject({ action: { label: 'Continue the renewal of Texas RN' } })
    expect(label([])).toMatchObject({ action: { label: 'Renew Texas RN' } })
  })

  test('leaves out archived credentials, and lists credentials in the order they were added', () => {
    expect(headline(old, texas)).toBe(headline(texas))
    const second = credential({ state: 'CA', expiresAt: '2026-01-01' })
    expect(headline(second, texas)).toBe('No. Your licenses for Texas and California have expired.')
  })
})

describe('one record', () => {
  test('is found by its id, even if archived; otherwise it is missing', () => {
    expect(ask(`/api/credentials/${texas.id}`)).toBe(texas)
    expect(ask(`/api/credentials/${old.id}`)).toBe(old)
    expect(ask(`/api/ceu-cycles/${idOf(21)}`)).toBe(cycles[1])
    expect(ask(`/api/ceu-entries/${idOf(32)}`)).toBe(entries[2])
    for (const kind of ['credentials', 'ceu-cycles', 'ceu-entries', 'ceu-entries/cycle'])
      expect(ask(`/api/${kind}/${idOf(99)}`)).toBeNull()
  })
})

test('cycles are those of one credential, or all', () => {
  expect(idsOf(ask('/api/ceu-cycles'))).toEqual([idOf(20), idOf(21)])
  expect(idsOf(ask(`/api/ceu-cycles?licenseId=${texas.id}`))).toEqual([idOf(20)])
  expect(idsOf(ask(`/api/ceu-cycles?certificationId=${acls.id}`))).toEqual([idOf(21)])
  expect(idsOf(ask(`/api/ceu-cycles?certificationId=${texas.id}`))).toEqual([])
})

test('the entries of a cycle are those that count in it, newest first', () => {
  expect(idsOf(ask(`/api/ceu-entries/cycle/${idOf(20)}`))).toEqual([idOf(31), idOf(30)])
  expect(idsOf(ask(`/api/ceu-entries/cycle/${idOf(21)}`))).toEqual([idOf(31), idOf(32)])
})

test('finds no similar entries, and returns kept answers unchanged', () => {
  expect(ask('/api/ceu-entries/similar?title=x')).toEqual({ items: [] })
  expect(ask('/api/bell?limit=20')).toEqual({ items: ['kept'] })
  for (const address of [
    '/api/bell',
    '/api/credentials/export',
    '/api/renewals',
    '/old/api/home',
    '/api/home/x',
  ])
    expect(ask(address), address).toBeUndefined()
})

test('keeps each address once, and a copy for 30 days without contact', () => {
  expect(new Set(keptAddresses).size).toBe(keptAddresses.length)
  for (const address of keptAddresses) expect(address).toMatch(/^\/api\/[a-z-]+/)
  const contact = new Date('2026-10-24T12:00:00.000Z')
  expect(isOutdated(contact, new Date('2026-11-23T11:59:59.999Z'))).toBe(false)
  expect(isOutdated(contact, new Date('2026-11-23T12:00:00.000Z'))).toBe(true)
})

describe('a search', () => {
  const ethics = { title: 'Ética', provider: 'CE Academy', topicTags: ['Jurisprudence'] }
  const cycle = { credentialTitle: 'Texas RN license', state: 'TX' }
  const searched: VaultCopy = {
    ...vault,
    cycles: cycles.map((each) => ({ ...each, ...cycle })),
    entries: entries.map((each) => ({ ...each, ...ethics })),
  }
  const find = (q: string) => ask(`/api/search?q=${encodeURIComponent(q)}`, searched) as SearchResults
  const counts = (q: string) => {
    const { credentials, cycles: foundCycles, courses } = find(q)
    return [credentials, foundCycles, courses].map(({ items }) => items.length)
  }

  test('finds credentials, cycles and courses in the copy, and says what it cannot search', () => {
    expect(counts('etica academy')).toEqual([0, 0, 3])
    expect(counts('jurisprudence')).toEqual([0, 0, 3])
    expect(counts('texas')[1]).toBe(2)
    expect(counts('ohio')).toEqual([1, 0, 0])
    expect(counts(' ')).toEqual([0, 0, 0])
    expect(find('ohio')).toMatchObject({ documents: null, shares: null, healthRecords: null })
  })

  test('has archived credentials last', () => {
    const { items } = find('license').credentials
    expect(items.at(-1)).toMatchObject({ id: old.id, isArchived: true })
  })
})
