import { z } from 'zod'
import { type Candidate, candidatesOf, chosenCandidate, countedEntries } from './candidates.ts'
import { type ContractDays, type DateMatch, dateMatcher, earliestIssue } from './date-match.ts'
import type { EntryFact, VaultFacts } from './facts.ts'
import type { ListItem, RequirementItem } from './item.ts'

/**
 * `held`: nothing more is needed. `ends_during`: valid at the start, but not for as long as it is needed. `ended`: it
 * ends before the contract starts. `choice`: only the owner can say. `unknown`: a date is missing.
 */
export const matchState = z.enum(['missing', 'ended', 'too_old', 'ends_during', 'unknown', 'choice', 'held'])
export type MatchState = z.infer<typeof matchState>

/** The fields of a list that the rule uses. */
export type AskedList = ContractDays & { items: readonly (RequirementItem | ListItem)[] }

/** Hours of a CE item. */
export type CountedHours = { hours: number; since: string | null; entries: EntryFact[] }

/** The reason for an item's state, from which its text is made. */
export type Finding =
  | { kind: 'record'; candidate: Candidate; standing: DateMatch; isOwnWord: boolean }
  | { kind: 'multistate'; candidate: Candidate }
  | { kind: 'several'; candidates: Candidate[] }
  | { kind: 'hours'; counted: CountedHours }
  | { kind: 'none' }
  | { kind: 'ask_owner' }

/** A record or file that a share can show. */
export type SharableRecord = { resourceType: 'license' | 'certification' | 'file'; resourceId: string }

export type ItemMatch = { state: MatchState; finding: Finding; shares: SharableRecord[] }

/** The match of the vault with each item of a list, in the list's order. `today` is a calendar date. */
export function matchList(list: AskedList, facts: VaultFacts, today: string): ItemMatch[] {
  return list.items.map((item) => matchItem(item, list, facts, today))
}

export function matchItem(
  item: RequirementItem | ListItem,
  contract: ContractDays,
  facts: VaultFacts,
  today: string,
): ItemMatch {
  if (item.kind === 'ce') return matchHours(item, contract, facts, today)
  const choice = 'choice' in item ? item.choice : null
  const chosen = choice && chosenCandidate(item, choice, facts)
  const datesOf = dateMatcher(item, contract, today)
  if (chosen) return matchRecord(chosen, datesOf(chosen), chosen.isOwnWord)
  const all = candidatesOf(item, facts)
  const picked = all.filter(({ id }) => id === choice?.resource?.id)
  const graded = (picked.length > 0 ? picked : all)
    .map((candidate) => gradeOf(candidate, datesOf(candidate)))
    .sort((a, b) => grades.indexOf(a.state) - grades.indexOf(b.state) || compareEnds(a, b))
  const [best, second] = graded
  if (!best) return nothingFound(item)
  const isShareable = best.state === 'held' || best.state === 'ends_during'
  if (isShareable && second?.state === best.state)
    return {
      state: 'choice',
      finding: {
        kind: 'several',
        candidates: graded.filter(({ state }) => state === best.state).map(({ candidate }) => candidate),
      },
      shares: [],
    }
  return best.match
}

/** Best first. */
const grades: readonly MatchState[] = ['held', 'ends_during', 'unknown', 'too_old', 'ended']

type Graded = { state: MatchState; candidate: Candidate; match: ItemMatch }

function gradeOf(candidate: Candidate, standing: DateMatch): Graded {
  const isOut = standing.state === 'ended' || standing.state === 'too_old'
  const match: ItemMatch =
    candidate.isMultistateUnknown && !isOut
      ? { state: 'unknown', finding: { kind: 'multistate', candidate }, shares: [] }
      : matchRecord(candidate, standing, false)
  return { state: match.state, candidate, match }
}

/** Sorts by end, latest first; records without an end come first. */
function compareEnds({ candidate: a }: Graded, { candidate: b }: Graded): number {
  const [endA, endB] = [a.endsOn ?? '9999', b.endsOn ?? '9999']
  if (endA !== endB) return endA < endB ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function matchRecord(candidate: Candidate, standing: DateMatch, isOwnWord: boolean): ItemMatch {
  const { state } = standing
  const isShareable = state === 'held' || state === 'ends_during'
  return {
    state,
    finding: { kind: 'record', candidate, standing, isOwnWord },
    shares: isShareable && !isOwnWord ? sharesOf(candidate) : [],
  }
}

function sharesOf({ type, id }: Candidate): SharableRecord[] {
  return type === 'healthRecord' ? [] : [{ resourceType: type, resourceId: id }]
}

function nothingFound({ kind }: RequirementItem | ListItem): ItemMatch {
  return kind === 'document' || kind === 'form'
    ? { state: 'choice', finding: { kind: 'ask_owner' }, shares: [] }
    : { state: 'missing', finding: { kind: 'none' }, shares: [] }
}

/** Only the certificates of the entries that count are shared: a cycle would also show other courses. */
function matchHours(
  item: Extract<RequirementItem | ListItem, { kind: 'ce' }>,
  { startsOn }: ContractDays,
  facts: VaultFacts,
  today: string,
): ItemMatch {
  const { issuedWithin, hours } = item
  const since = item.since ?? (issuedWithin && earliestIssue(startsOn ?? today, issuedWithin))
  const entries = countedEntries(item, since, today, facts.entries)
  const sum = entries.reduce((total, entry) => total + Math.round(entry.hours * 100), 0) / 100
  const isHeld = sum >= hours
  return {
    state: isHeld ? 'held' : 'missing',
    finding: { kind: 'hours', counted: { hours: sum, since, entries } },
    shares: isHeld
      ? entries.flatMap(({ fileIds }) =>
          fileIds.map((resourceId) => ({ resourceType: 'file' as const, resourceId })),
        )
      : [],
  }
}
