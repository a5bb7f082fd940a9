import type { MovePlan, PracticeAnswer, PracticeLook } from '#shared/compact/practice-answer.ts'
import type { Residence } from '#shared/compact/residence.ts'
import { plural } from '#shared/i18n/translate.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

type Counts = Record<PracticeLook, number>
type Format = (date: string) => string

/**
 * "Licensed in 1 state, 40 more by compact if you live in Texas", with the number of unknown states. `assumes`: where
 * the owner would have to live, while no residence is recorded.
 */
export function overviewText(
  { licensed, by_compact: byCompact, unknown }: Counts,
  assumes: readonly string[],
): string {
  const byMany = t`${plural(byCompact, { one: '# state', other: '# states' })} by compact`
  const compact = onCondition(licensed === 0 ? byMany : t`${byCompact} more by compact`, assumes)
  const own =
    licensed === 0 ? [] : [t`Licensed in ${plural(licensed, { one: '# state', other: '# states' })}`]
  const parts = byCompact === 0 ? own : [...own, compact]
  const main = parts.length === 0 ? t`No state, based on what you entered` : parts.join(', ')
  return unknown === 0 ? main : t`${main}; ${unknown} not clear yet`
}

function onCondition(what: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return what
  return others.length === 0 ? t`${what} if you live in ${first}` : t`${what}, depending on where you live`
}

/** Where the owner would have to live, over all states. */
export function assumedHomes(answers: readonly Pick<PracticeAnswer, 'assumes'>[]): string[] {
  return [...new Set(answers.flatMap(({ assumes }) => assumes ?? []))]
}

/** The assumption behind "By compact"; `null` if a residence is recorded, or no state is by compact. */
export function compactConditionText([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null
  return others.length === 0
    ? t`Only if you live in ${first}. Record below where you live to be sure.`
    : t`It depends on where you live. Record it below to be sure.`
}

export function countLooks(answers: readonly { look: PracticeLook }[]): Counts {
  const counts: Counts = { licensed: 0, by_compact: 0, pending: 0, not: 0, unknown: 0 }
  for (const { look } of answers) counts[look] += 1
  return counts
}

/** The changes of a move, one line each. */
export function moveTexts(
  { state, from, isMember, apply, ends, stays }: MovePlan,
  formatDate: Format,
): string[] {
  const applications = apply.map(({ as, kind, applyBy }) => {
    const what =
      kind === 'multistate'
        ? t`a multistate license of ${state.name}, as ${as}`
        : t`a license of ${state.name}, as ${as}`
    return applyBy === null
      ? t`To work there, apply for ${what}.`
      : t`Apply for ${what} by ${formatDate(applyBy)}: that is within ${plural(daysBetween(from, applyBy), { one: '# day', other: '# days' })} of the move.`
  })
  const membership = isMember ? t`${state.name} is in the compact.` : t`${state.name} is not in the compact.`
  const where =
    ends.length === 1 ? (ends[0] ?? '') : t`${plural(ends.length, { one: '# state', other: '# states' })}`
  const end =
    ends.length === 0
      ? []
      : [
          `${membership} ${t`From ${formatDate(from)} the compact no longer covers you in ${where}: your license counts in its own state.`}`,
        ]
  const held =
    stays.length > 0 && apply.length === 0
      ? [t`You have a current license there for each type you hold.`]
      : []
  const none = stays.length === 0 ? [t`None of your licenses is current on that day.`] : []
  return [...applications, ...end, ...held, ...none]
}

/** "Since Sep 23, 2026"; "From" for a move to come; with its last day if `next` follows. */
export function residenceText(
  { from }: Residence,
  next: Residence | undefined,
  today: string,
  formatDate: Format,
): string {
  const day = formatDate(from)
  if (next) return t`${day} to ${formatDate(addDays(next.from, -1))}`
  return from > today ? t`From ${day}` : t`Since ${day}`
}

/** False for a date whose year is only partly typed. */
export function isWholeDate(date: string): boolean {
  return date >= '1900-01-01' && date <= '2200-12-31'
}
