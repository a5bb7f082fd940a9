import { placeOf, typeOf } from '#shared/compact/practice-license.ts'
import { findCertification } from '#shared/credentials/known-certifications.ts'
import type { DatedRecord } from './date-match.ts'
import type { CredentialFact, EntryFact, VaultFacts } from './facts.ts'
import type { ItemChoice, ListItem, RequirementItem } from './item.ts'

export type RecordType = 'license' | 'certification' | 'file' | 'healthRecord'

/** A record that an item may mean. */
export type Candidate = DatedRecord & {
  type: RecordType
  id: string
  title: string
  /** The owner has not said whether the license is multistate, and only a multistate license matches. */
  isMultistateUnknown: boolean
}

type Asked<K extends RequirementItem['kind']> = Extract<RequirementItem, { kind: K }>

/** The records of the vault that match what an item asks for. Files and the owner's word are choices. */
export function candidatesOf(item: RequirementItem, facts: VaultFacts): Candidate[] {
  if (item.kind === 'license') return licensesOf(item, facts.credentials)
  if (item.kind === 'certification')
    return facts.credentials.filter((fact) => isOfCertification(item, fact)).map(toCandidate)
  if (item.kind === 'health')
    return facts.healthRecords
      .filter(({ kind }) => kind === item.record)
      .map(({ id, title, performedOn, expiresOn }) => ({
        ...{ type: 'healthRecord', id, title, issuedOn: performedOn, endsOn: expiresOn },
        ...{ hasNoEnd: item.validThrough === null, isMultistateUnknown: false },
      }))
  return []
}

function toCandidate({ id, kind, title, issuedAt, expiresAt, neverExpires }: CredentialFact): Candidate {
  return {
    ...{ type: kind, id, title, issuedOn: issuedAt, endsOn: expiresAt },
    ...{ hasNoEnd: neverExpires, isMultistateUnknown: false },
  }
}

/** Without a state any state matches, unless the item requires a multistate license. */
function licensesOf(
  { type, state, orCompact }: Asked<'license'>,
  credentials: readonly CredentialFact[],
): Candidate[] {
  const asked = { type: type && typeOf({ type }), place: state && placeOf(state) }
  return credentials.flatMap((fact) => {
    if (fact.kind !== 'license') return []
    const own = comparedOf(fact)
    if (asked.type !== null && asked.type !== own.type) return []
    const isInState =
      asked.place === null ? !orCompact || fact.multistate === true : asked.place === own.place
    if (!isInState && !(orCompact && fact.multistate !== false)) return []
    return [{ ...toCandidate(fact), isMultistateUnknown: !isInState && fact.multistate === null }]
  })
}

/** Each license is compared with every item of every list. */
const comparedOf = once(({ type, state }: CredentialFact) => ({
  type: typeOf({ type: type ?? '' }),
  place: placeOf(state ?? ''),
}))

function isOfCertification({ code }: Asked<'certification'>, fact: CredentialFact): boolean {
  if (fact.kind !== 'certification') return false
  const own = (fact.code ?? '').trim().toUpperCase()
  if (own === code) return true
  // A certification that was typed by hand, without a code of the catalog.
  if (own !== '' && findCertification(own) !== null && own !== 'OTHER') return false
  const name = (fact.name ?? '').trim().toLowerCase()
  return name === code.toLowerCase() || name === findCertification(code)?.name.toLowerCase()
}

/** A file that the owner chose, or their word that they have it; `null` if the file was deleted. */
export function chosenCandidate(
  item: ListItem | RequirementItem,
  { resource, issuedOn, endsOn }: ItemChoice,
  facts: VaultFacts,
): (Candidate & { isOwnWord: boolean }) | null {
  const dates = { issuedOn, endsOn, hasNoEnd: item.validThrough === null, isMultistateUnknown: false }
  if (resource === null) return { ...dates, type: 'file', id: '', title: item.title, isOwnWord: true }
  const file = facts.files.find(({ id }) => id === resource.id)
  if (resource.type !== 'file' || !file) return null
  return { ...dates, type: 'file', id: file.id, title: file.name, isOwnWord: false }
}

/** Entries that count for a CE item, newest first. Topics are compared as they are written. */
export function countedEntries(
  { topic }: Asked<'ce'>,
  since: string | null,
  today: string,
  entries: readonly EntryFact[],
): EntryFact[] {
  const asked = topic === null ? null : plain(topic)
  return entries
    .filter(
      (entry) =>
        (since === null || entry.completedAt >= since) &&
        entry.completedAt <= today &&
        (asked === null || topicsOf(entry).has(asked)),
    )
    .sort((a, b) => (a.completedAt < b.completedAt ? 1 : a.completedAt > b.completedAt ? -1 : 0))
}

const topicsOf = once(({ topicTags }: EntryFact) => new Set(topicTags.map(plain)))

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** `compute`, whose result is kept for as long as the record that it was computed from. */
function once<R extends object, V>(compute: (record: R) => V): (record: R) => V {
  const known = new WeakMap<R, V>()
  return (record) => {
    const value = known.get(record) ?? compute(record)
    known.set(record, value)
    return value
  }
}
