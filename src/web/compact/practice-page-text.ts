import type { MovePlan, PracticeAnswer, PracticeLook } from '#shared/compact/practice-answer.ts'
import type { Residence } from '#shared/compact/residence.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'

type Counts = Record<PracticeLook, number>
type Format = (date: string) => string

const states = (count: number) => (count === 1 ? '1 state' : `${count} states`)

/**
 * "Licensed in 1 state, 40 more by compact if you live in Texas", with what cannot be said. `assumes`: where the owner
 * would have to live, while no residence is recorded.
 */
export function overviewText(
  { licensed, by_compact: byCompact, unknown }: Counts,
  assumes: readonly string[],
): string {
  const compact = `${licensed === 0 ? states(byCompact) : `${byCompact} more`} by compact${conditionText(assumes)}`
  const own = licensed === 0 ? [] : [`Licensed in ${states(licensed)}`]
  const parts = byCompact === 0 ? own : [...own, compact]
  const main = parts.length === 0 ? 'No state, by what you entered' : parts.join(', ')
  return unknown === 0 ? main : `${main}; ${unknown} unknown`
}

function conditionText(assumes: readonly string[]): string {
  if (assumes.length === 0) return ''
  const [first, ...others] = assumes
  return others.length === 0 ? ` if you live in ${first}` : ', depending on where you live'
}

/** Where the owner would have to live, over all states. */
export function assumedHomes(answers: readonly Pick<PracticeAnswer, 'assumes'>[]): string[] {
  return [...new Set(answers.flatMap(({ assumes }) => assumes ?? []))]
}

export function countLooks(answers: readonly { look: PracticeLook }[]): Counts {
  const counts: Counts = { licensed: 0, by_compact: 0, pending: 0, not: 0, unknown: 0 }
  for (const { look } of answers) counts[look] += 1
  return counts
}

/** What a move changes, one line each. */
export function moveTexts(
  { state, from, isMember, apply, ends, stays }: MovePlan,
  formatDate: Format,
): string[] {
  const applications = apply.map(({ as, kind, applyBy }) => {
    const what = `${kind === 'multistate' ? 'a multistate license' : 'a license'} of ${state.name}, as ${as}`
    return applyBy === null
      ? `To work there, apply for ${what}.`
      : `Apply for ${what} by ${formatDate(applyBy)}: that is within ${daysBetween(from, applyBy)} days of the move.`
  })
  const end =
    ends.length === 0
      ? []
      : [
          `${state.name} is ${isMember ? '' : 'not '}in the compact. From ${formatDate(from)} the compact no longer covers you in ${ends.length === 1 ? ends[0] : `${ends.length} states`}: your license counts in its own state.`,
        ]
  const held =
    stays.length > 0 && apply.length === 0 ? ['You have a current license there for each type you hold.'] : []
  const none = stays.length === 0 ? ['No license of yours is current on that day.'] : []
  return [...applications, ...end, ...held, ...none]
}

/** "Since Sep 23, 2026"; "From" for a move to come; with its last day if `next` follows. */
export function residenceText(
  { from }: Residence,
  next: Residence | undefined,
  today: string,
  formatDate: Format,
): string {
  if (next) return `${formatDate(from)} to ${formatDate(addDays(next.from, -1))}`
  return `${from > today ? 'From' : 'Since'} ${formatDate(from)}`
}

/** Not one whose year is still being typed. */
export function isWholeDate(date: string): boolean {
  return date >= '1900-01-01' && date <= '2200-12-31'
}
