import type { MovePlan, PracticeLook } from '#shared/compact/practice-answer.ts'
import type { Residence } from '#shared/compact/residence.ts'

type Counts = Record<PracticeLook, number>
type Format = (date: string) => string

const states = (count: number) => (count === 1 ? '1 state' : `${count} states`)

/** "Licensed in 1 state, 40 more by compact", with what cannot be said. */
export function overviewText({ licensed, by_compact: byCompact, unknown }: Counts): string {
  const main =
    licensed === 0
      ? byCompact === 0
        ? 'No state, by what you entered'
        : `${states(byCompact)} by compact`
      : `Licensed in ${states(licensed)}${byCompact === 0 ? '' : `, ${byCompact} more by compact`}`
  return unknown === 0 ? main : `${main}; for ${unknown} it cannot be said yet`
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
    const what = `${kind === 'multistate' ? 'a multistate' : 'an'} ${as} license of ${state.name}`.replace(
      'an LPN',
      'an LPN',
    )
    return applyBy === null
      ? `To work there as ${as}, apply for ${what}.`
      : `Apply for ${what} by ${formatDate(applyBy)}: within 60 days of the move.`
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

/** "Texas until Sep 22, 2026", "Colorado since Sep 23, 2026", "from" for a move to come. */
export function residenceText({ from }: Residence, today: string, formatDate: Format): string {
  return `${from > today ? 'From' : 'Since'} ${formatDate(from)}`
}
