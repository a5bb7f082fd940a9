import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { problemsOf } from '#testing/schema.ts'
import { type CredentialFact, noFacts, type VaultFacts, vaultFacts } from './facts.ts'
import { askedOf, type ListItem, listItem } from './item.ts'
import { leftCount } from './left-count.ts'
import { listQuery, requirementList, requirementListInput, requirementListPatch } from './list.ts'
import { countStates, listMatch, presentMatch, summarizeList } from './list-match.ts'
import { matchItem, matchState } from './match.ts'
import { packetOf } from './packet.ts'
import { sampleList } from './sample.ts'

const today = '2026-11-23'
const contract = { startsOn: '2027-01-04', endsOn: '2027-04-04' }
const uuid = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const blank = {
  ...{ type: null, state: null, multistate: null, code: null, name: null, issuedAt: null },
  ...{ expiresAt: '2028-01-31', neverExpires: false },
}
const card = (id: string, more: Partial<CredentialFact> = {}): CredentialFact => ({
  ...{ ...blank, id, kind: 'certification', title: id, code: 'BLS', ...more },
})
const license = (id: string, more: Partial<CredentialFact> = {}): CredentialFact => ({
  ...{ ...blank, id, kind: 'license', title: id, type: 'RN', state: 'TX', multistate: true, ...more },
})
const item = (input: object): ListItem => listItem.parse({ title: 'x', ...input })
const match = (input: object, facts: Partial<VaultFacts>, days: object = contract) =>
  matchItem(item(input), { ...contract, ...days }, { ...noFacts, ...facts }, today)
const bls = { kind: 'certification', code: 'BLS', validThrough: 'last_day' }
const named = (found: ReturnType<typeof match>) =>
  'candidate' in found.finding
    ? found.finding.candidate.id
    : 'candidates' in found.finding
      ? found.finding.candidates.map(({ id }) => id)
      : found.finding.kind

describe('among several records', () => {
  const short = { expiresAt: '2027-03-01' }
  const of = (...credentials: CredentialFact[]) => match(bls, { credentials })

  test('the owner chooses between those that are held, or else between those held only at the start', () => {
    expect(named(of(card('a'), card('old', { expiresAt: '2026-01-01' }), card('b')))).toEqual(['a', 'b'])
    const two = of(card('a', short), card('b', short))
    expect([two.state, named(two), two.shares]).toEqual(['choice', ['a', 'b'], []])
    expect(named(of(card('a', short), card('b')))).toBe('b')
  })

  test('the one that ends last is reported if none is held', () => {
    const ended = (id: string, expiresAt: string) => card(id, { expiresAt })
    for (const cards of [
      [ended('old', '2025-01-01'), ended('late', '2026-02-02')],
      [ended('late', '2026-02-02'), ended('old', '2025-01-01')],
    ])
      expect(named(of(...cards))).toBe('late')
    const twins = [ended('b', '2026-01-01'), ended('a', '2026-01-01')]
    expect([named(of(...twins)), named(of(...twins.toReversed()))]).toEqual(['a', 'a'])
    const old = { ...bls, issuedWithin: { amount: 1, unit: 'days' } }
    const aged = [
      card('a', { issuedAt: '2026-01-01', expiresAt: null, neverExpires: true }),
      card('b', { issuedAt: '2026-01-01' }),
    ]
    for (const credentials of [aged, aged.toReversed()]) expect(named(match(old, { credentials }))).toBe('a')
  })

  test('an unknown one takes precedence over one that is too old, and that over an expired one', () => {
    const asked = { ...bls, issuedWithin: { amount: 12, unit: 'months' } }
    const cards = [
      card('ended', { expiresAt: '2026-01-01' }),
      card('old', { issuedAt: '2020-01-01' }),
      card('unknown'),
      card('short', { issuedAt: '2026-06-01', ...short }),
      card('held', { issuedAt: '2026-06-01' }),
    ]
    for (const [index, state] of ['ended', 'too_old', 'unknown', 'ends_during', 'held'].entries())
      expect(match(asked, { credentials: cards.slice(0, index + 1) }).state).toBe(state)
  })

  test('the chosen one counts, regardless of the others', () => {
    const choice = { resource: { type: 'certification', id: uuid(2) } }
    const cards = [card(uuid(1)), card(uuid(2), { expiresAt: '2026-01-01' })]
    expect(match({ ...bls, choice }, { credentials: cards })).toMatchObject({ state: 'ended', shares: [] })
  })
})

describe('an item matches', () => {
  const state = (input: object, credentials: CredentialFact[]) => match(input, { credentials }).state

  test('a certification by its code, or by its name if its code is not in the list', () => {
    const of = (more: Partial<CredentialFact>) => state(bls, [card('a', more)])
    for (const more of [
      { code: ' bls ' },
      { code: null, name: ' BLS ' },
      { code: '', name: 'Basic Life Support' },
      { code: 'OTHER', name: 'basic life support' },
      { code: 'HOSPITAL-7', name: 'BLS' },
    ])
      expect(of(more), JSON.stringify(more)).toBe('held')
    for (const more of [
      { code: 'ACLS', name: 'BLS' },
      { code: null, name: 'ACLS' },
      { code: null, name: null },
      { kind: 'license' as const },
    ])
      expect(of(more), JSON.stringify(more)).toBe('missing')
  })

  test('a license by its type and state, but not a certification', () => {
    const of = (input: object, more: Partial<CredentialFact>) =>
      state({ kind: 'license', ...input }, [license('a', more)])
    expect(of({}, {})).toBe('held')
    expect(of({}, { kind: 'certification' })).toBe('missing')
    expect(of({}, { type: null, state: null })).toBe('held')
    expect(of({ type: 'RN' }, { type: null })).toBe('missing')
    expect(of({ type: 'RN' }, { type: 'LPN' })).toBe('missing')
    expect(of({ state: 'Texas' }, { state: 'tx', multistate: null })).toBe('held')
    expect(of({ state: 'CA' }, {})).toBe('missing')
    expect(of({ state: 'CA' }, { state: null })).toBe('missing')
    expect(of({ orCompact: true }, {})).toBe('held')
    expect(of({ orCompact: true }, { multistate: null })).toBe('unknown')
    expect(of({ orCompact: true }, { multistate: false })).toBe('missing')
    expect(of({ state: 'TX', orCompact: true }, { multistate: null })).toBe('held')
  })

  test('a license that may be multistate, but shares it only once the owner confirms that', () => {
    const asked = { kind: 'license', type: 'RN', state: 'CA', orCompact: true }
    const of = (more: Partial<CredentialFact>, input: object = {}) =>
      match({ ...asked, ...input }, { credentials: [license('a', { multistate: null, ...more })] })
    expect(of({})).toMatchObject({ state: 'unknown', finding: { kind: 'multistate' }, shares: [] })
    expect(of({ expiresAt: '2026-01-01' })).toMatchObject({ state: 'ended', finding: { kind: 'record' } })
    const aged = { issuedWithin: { amount: 1, unit: 'months' } }
    expect(of({ issuedAt: '2020-01-01' }, aged)).toMatchObject({
      ...{ state: 'too_old', finding: { kind: 'record' } },
    })
  })

  test('a health record by its kind; one without a date is held only if no end is required', () => {
    const healthRecords = [
      { id: 'a', kind: 'mmr' as const, title: 'MMR', performedOn: '2020-01-01', expiresOn: null },
    ]
    const of = (input: object) => match({ kind: 'health', record: 'mmr', ...input }, { healthRecords }).state
    expect(of({})).toBe('held')
    expect(of({ validThrough: 'last_day' })).toBe('unknown')
    expect(of({ record: 'tdap' })).toBe('missing')
    expect(match({ kind: 'form' }, { healthRecords }).state).toBe('choice')
  })

  test('a chosen file in the vault, by the dates that the owner gave it', () => {
    const files = [
      { id: uuid(1), name: 'a.pdf' },
      { id: uuid(2), name: 'b.pdf' },
    ]
    const choose = (choice: object, input: object = {}) =>
      match({ kind: 'document', choice, ...input }, { files })
    const second = { resource: { type: 'file', id: uuid(2) } }
    expect(choose(second)).toMatchObject({
      ...{ state: 'held', shares: [{ resourceType: 'file', resourceId: uuid(2) }] },
      finding: { candidate: { title: 'b.pdf' } },
    })
    expect(choose(second, { validThrough: 'last_day' }).state).toBe('unknown')
    expect(choose({ ...second, endsOn: '2027-03-01' }, { validThrough: 'last_day' })).toMatchObject({
      ...{ state: 'ends_during', shares: [{ resourceId: uuid(2) }] },
    })
    expect(choose({ resource: { type: 'license', id: uuid(2) } }).finding.kind).toBe('ask_owner')
    expect(choose({ resource: { type: 'file', id: uuid(3) } }).finding.kind).toBe('ask_owner')
    expect(choose({}, { validThrough: 'last_day' }).state).toBe('unknown')
    expect(choose({ endsOn: '2027-04-04' }, { validThrough: 'last_day' })).toMatchObject({
      ...{ state: 'held', shares: [], finding: { isOwnWord: true } },
    })
  })
})

describe('the decisive days', () => {
  const ends = (expiresAt: string, days: object = {}, input: object = {}) =>
    match({ ...bls, ...input }, { credentials: [card('a', { expiresAt })] }, days)

  test('are today and the first day, whichever is later', () => {
    expect(ends('2026-11-22', { startsOn: '2026-01-01' })).toMatchObject({
      finding: { standing: { state: 'ended', on: '2026-11-22', isOver: true } },
    })
    expect(ends('2026-11-23', { startsOn: '2026-01-01' }).state).toBe('ends_during')
    expect(ends('2027-01-03')).toMatchObject({ finding: { standing: { state: 'ended', isOver: false } } })
    expect(ends('2026-11-23', { startsOn: null }).state).toBe('ends_during')
  })

  test('an age in days or months is counted back from the first day, or from today', () => {
    const aged = (issuedAt: string | null, issuedWithin: object, days: object = {}) =>
      match({ ...bls, issuedWithin }, { credentials: [card('a', { issuedAt })] }, days).state
    const thirty = { amount: 30, unit: 'days' }
    expect([aged('2026-12-05', thirty), aged('2026-12-04', thirty)]).toEqual(['held', 'too_old'])
    const month = { amount: 1, unit: 'months' }
    expect([aged('2026-12-04', month), aged('2026-12-03', month)]).toEqual(['held', 'too_old'])
    expect([aged(null, month), aged('2020-01-01', month, { startsOn: null })]).toEqual(['unknown', 'too_old'])
  })
})

describe('CE entries', () => {
  const ce = { kind: 'ce', hours: 2 }
  const entry = (id: string, more: object = {}) => ({
    ...{ id, title: id, hours: 1, completedAt: '2026-06-01', topicTags: ['Pain'], fileIds: [id], ...more },
  })
  const of = (input: object, entries: ReturnType<typeof entry>[], days: object = {}) => {
    const found = match({ ...ce, ...input }, { entries }, days)
    return [found.state, ...found.shares.map(({ resourceId }) => resourceId)]
  }

  test('are shared newest first, and only if there are enough hours', () => {
    const [old, late] = [entry('old', { completedAt: '2025-01-01' }), entry('late')]
    expect(of({}, [old, late])).toEqual(['held', 'late', 'old'])
    expect(of({}, [late, old])).toEqual(['held', 'late', 'old'])
    expect(of({}, [late])).toEqual(['missing'])
    expect(of({}, [entry('b'), entry('a')])).toEqual(['held', 'b', 'a'])
  })

  test('count up to today, and by any of their topics in any spelling', () => {
    const on = (completedAt: string) => of({ hours: 1 }, [entry('a', { completedAt })])[0]
    expect([on(today), on('2026-11-24')]).toEqual(['held', 'missing'])
    const about = (topic: string, ...topicTags: string[]) =>
      of({ hours: 1, topic }, [entry('a', { topicTags })])[0]
    expect(about('HIV/AIDS', 'Pain', 'hiv aids')).toBe('held')
    expect(about('Law & ethics', 'law  and ethics.')).toBe('held')
    expect(about('Painful', 'Pain')).toBe('missing')
    expect(about('HIV', 'H I V')).toBe('missing')
  })

  test('count since the given day, or within the age before the first day or today', () => {
    const year = { issuedWithin: { amount: 12, unit: 'months' } }
    const old = [entry('a', { hours: 2, completedAt: '2025-06-01' })]
    expect(of(year, old)[0]).toBe('missing')
    expect(of({ ...year, since: '2025-01-01' }, old)[0]).toBe('held')
    expect(of({ ...year, since: '2025-01-01' }, old, { startsOn: null })[0]).toBe('held')
    expect(of({}, old, { startsOn: null })[0]).toBe('held')
    expect(of(year, old, { startsOn: null })).toEqual(['missing'])
    expect(of({ hours: 0.3 }, [entry('a', { hours: 0.1 }), entry('b', { hours: 0.2 })])[0]).toBe('held')
  })
})

describe('a list', () => {
  const at = '2026-11-21T12:00:00.000Z'
  const list = requirementList.parse({
    ...requirementListInput.parse(sampleList),
    ...{ id: uuid(1), createdAt: at, updatedAt: at },
  })
  const facts = { ...noFacts, credentials: [license(uuid(2)), card(uuid(3))] }

  test('is summarized by state, with the titles of the first items left', () => {
    const summary = summarizeList(list, facts, today)
    const { items: _items, ...rest } = list
    expect(summary).toEqual({
      ...rest,
      itemCount: 6,
      counts: { held: 2, missing: 2, choice: 2 },
      left: list.items.slice(2, 5).map(({ title }) => title),
    })
    expect([leftCount(summary), leftCount({ itemCount: 3, counts: {} })]).toEqual([4, 3])
    expect(countStates([])).toEqual({})
  })

  test('is answered with each item’s state and record', () => {
    const answer = presentMatch(list, facts, { today, locale: 'en-US' }, english)
    expect(listMatch.parse(answer)).toEqual(answer)
    for (const state of matchState.options) {
      const changed = { ...answer, items: answer.items.map((each) => ({ ...each, state })) }
      expect(listMatch.parse(changed)).toEqual(changed)
    }
    expect(matchState.options).toHaveLength(7)
    for (const resourceType of ['license', 'certification', 'file']) {
      const packet = [{ resourceType, resourceId: uuid(2) }]
      expect(listMatch.parse({ ...answer, packet }).packet).toEqual(packet)
    }
    expect(
      problemsOf(listMatch, { ...answer, packet: [{ resourceType: 'healthRecord', resourceId: uuid(2) }] }),
    ).toHaveLength(1)
  })

  test('shares each record once, without what was chosen for health items', () => {
    const shared = { resourceType: 'file', resourceId: 'f' } as const
    const found = { state: 'held', finding: { kind: 'none' }, shares: [shared] } as const
    const items = (...kinds: string[]) => kinds.map((kind) => ({ kind }) as ListItem)
    const twice = [found, found].map((each) => ({ ...each, shares: [shared] }))
    expect(packetOf(items('document', 'form'), twice)).toEqual([shared])
    expect(packetOf(items('document', 'health'), twice)).toEqual([])
  })

  test('is rejected if its days or items are invalid', () => {
    const wrong = (more: object) => problemsOf(requirementListInput, { ...sampleList, ...more })
    expect(wrong({ endsOn: '2026-05-31' })).toEqual(['endsOn: This date is before the first day'])
    for (const days of [{ endsOn: '2026-06-01' }, { endsOn: null }, { startsOn: null }])
      expect(wrong(days)).toEqual([])
    expect(wrong({ items: [] })).toEqual(['items: Add at least one item'])
    const items = Array(101).fill({ kind: 'form', title: 'W-4' })
    expect([wrong({ items }), wrong({ items: items.slice(1) })]).toEqual([['items: At most 100 items'], []])
    expect(wrong({ more: 1 })).toEqual(['more: Unknown field'])
    expect(requirementListInput.parse({ name: 'x', items: items.slice(100) })).toMatchObject({
      ...{ startsOn: null, endsOn: null, requestedBy: null },
    })
    expect(requirementListPatch.parse({ requestedBy: null })).toEqual({ requestedBy: null })
    expect(listQuery.parse({ q: ' icu ' })).toEqual({ q: 'icu' })
    expect(problemsOf(listQuery, { q: 'x'.repeat(201) })).toHaveLength(1)
  })

  test('is matched to facts of the vault', () => {
    const given = {
      ...{ credentials: [license('a')], files: [{ id: 'f', name: 'a.pdf' }] },
      entries: [{ id: 'e', title: 'x', hours: 1, completedAt: today, topicTags: ['a'], fileIds: ['f'] }],
      healthRecords: [{ id: 'h', kind: 'mmr', title: 'MMR', performedOn: null, expiresOn: null }],
    }
    expect(vaultFacts.parse(given)).toEqual(given)
    expect(noFacts).toEqual({ credentials: [], entries: [], files: [], healthRecords: [] })
  })
})

describe('an item', () => {
  const wrong = (input: object) => problemsOf(listItem, { title: 'x', kind: 'form', ...input })

  test.each<[object, string]>([
    [{ kind: 'poem' }, 'kind: Choose what kind of item it is'],
    [{ kind: 'certification', code: 'OTHER' }, 'code: Choose a certification from the list'],
    [{ kind: 'certification', code: 'XYZ' }, 'code: Choose a certification from the list'],
    [{ issuedWithin: { amount: 0, unit: 'days' } }, 'issuedWithin.amount: At least 1'],
    [{ issuedWithin: { amount: 601, unit: 'days' } }, 'issuedWithin.amount: At most 600'],
    ...['1899-12-31', '2201-01-01', '2027-02-30', 'first_day', ''].map((validThrough): [object, string] => [
      { validThrough },
      'validThrough: Enter a date as YYYY-MM-DD, or last_day',
    ]),
    [{ note: 'x'.repeat(501) }, 'note: Value too long (max 500)'],
    [{ title: 'x'.repeat(201) }, 'title: Value too long (max 200)'],
    [{ code: 'BLS' }, 'code: Unknown field'],
    [{ choice: { more: 1 } }, 'choice.more: Unknown field'],
  ])('is refused: %j', (input, problem) => {
    expect(wrong(input)).toEqual([problem])
  })

  test('has limits, and defaults', () => {
    for (const validThrough of ['1900-01-01', '2200-12-31', 'last_day', null])
      expect(wrong({ validThrough })).toEqual([])
    for (const issuedWithin of [
      { amount: 1, unit: 'months' },
      { amount: 600, unit: 'days' },
    ])
      expect(wrong({ issuedWithin })).toEqual([])
    expect(wrong({ kind: 'health', record: 'other' })).toHaveLength(1)
    expect(item({ kind: 'form' })).toEqual({
      ...{ kind: 'form', title: 'x', note: null, issuedWithin: null, validThrough: null, needsCheck: false },
      choice: null,
    })
    expect(item({ kind: 'license' })).toMatchObject({ type: null, state: null, orCompact: false })
    expect(item({ kind: 'ce', hours: 1 })).toMatchObject({ topic: null, since: null })
    expect(item({ kind: 'form', choice: {} }).choice).toEqual({
      resource: null,
      issuedOn: null,
      endsOn: null,
    })
    for (const type of ['license', 'certification', 'file', 'healthRecord'])
      expect(wrong({ choice: { resource: { type, id: uuid(1) } } })).toEqual([])
    expect(askedOf(item({ kind: 'form', choice: {} }))).not.toHaveProperty('choice')
  })
})
