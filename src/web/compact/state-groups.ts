import type { PracticeAnswer, PracticeLook } from '#shared/compact/practice-answer.ts'
import { lookNames } from '#shared/compact/practice-text.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { t } from '#web/i18n/t.ts'
import { assumedHomes, compactConditionText } from './practice-page-text.ts'

export type StateGroup = {
  id: string
  look: PracticeLook
  title: string
  /** Why, in one sentence for the whole group; empty where each state has its own. */
  summary: string
  /** The license whose question its owner can answer, and the field of its form to open, if it has one. */
  asksAbout?: { id: string; title: string; field: string } | undefined
  answers: PracticeAnswer[]
}

/** At most so many states are shown without opening their group. */
const MOST_OPEN = 6

export const isShort = ({ answers }: StateGroup) => answers.length <= MOST_OPEN

/**
 * The answers by what they mean: where the owner is licensed, then what they can do something about, then the rest.
 * States with the same reason are one group, and its reason is said once.
 */
export function groupAnswers(answers: readonly PracticeAnswer[]): StateGroup[] {
  const of = (has: (answer: PracticeAnswer) => boolean) => answers.filter(has)
  const isEnded = ({ look, reason, on, state }: PracticeAnswer) =>
    look === 'not' && reason.code === 'lapsed' && on?.state === state.code
  const unknown = Map.groupBy(
    of(({ look }) => look === 'unknown'),
    ({ reason, on }) => `${reason.code} ${on?.id ?? ''}`,
  )
  const groups: StateGroup[] = [
    {
      ...{ id: 'licensed', look: 'licensed', title: t(lookNames.licensed), summary: '' },
      answers: of(({ look }) => look === 'licensed').sort(byEnd),
    },
    {
      ...{ id: 'ended', look: 'not', title: t`License expired`, answers: of(isEnded) },
      summary: t`The license that you had here has ended. Renew it to work here again.`,
    },
    ...[...unknown].map(([id, some]) => ({
      ...{ id: `unknown-${id.replace(' ', '-')}`, look: 'unknown' as const, answers: some },
      ...{ title: t(lookNames.unknown), summary: unknownText(some), asksAbout: questionOf(some) },
    })),
    {
      ...{ id: 'compact', look: 'by_compact', title: t(lookNames.by_compact) },
      answers: of(({ look }) => look === 'by_compact'),
      summary: compactConditionText(assumedHomes(answers)) ?? t`On a multistate license that you have.`,
    },
    {
      ...{ id: 'pending', look: 'pending', title: t(lookNames.pending) },
      answers: of(({ look }) => look === 'pending'),
      summary: t`The compact has not started here yet.`,
    },
    {
      ...{ id: 'not', look: 'not', title: t(lookNames.not), summary: t`You need a license of the state.` },
      answers: of((answer) => answer.look === 'not' && !isEnded(answer)),
    },
  ]
  return groups.filter((group) => group.answers.length > 0)
}

/** The license that ends first comes first. */
function byEnd(a: PracticeAnswer, b: PracticeAnswer): number {
  const [end, otherEnd] = [a, b].map(({ on }) => on?.expiresAt ?? '9999-12-31')
  return (end ?? '') < (otherEnd ?? '') ? -1 : end === otherEnd ? 0 : 1
}

function unknownText([first, ...others]: readonly PracticeAnswer[]): string {
  if (!first) return ''
  if (first.reason.code === 'multistate_unknown')
    return t`Is ${titleIn(first.on?.title ?? '', t)} multistate? Look at the card or on Nursys, then say so on the license.`
  return others.length === 0 || first.reason.code !== 'state_unknown' ? first.reason.text : ''
}

const askedFields: Partial<Record<PracticeAnswer['reason']['code'], string>> = {
  multistate_unknown: '',
  date_missing: 'expiresAt',
}

function questionOf([first]: readonly PracticeAnswer[]): StateGroup['asksAbout'] {
  const field = first && askedFields[first.reason.code]
  return field !== undefined && first?.on
    ? { id: first.on.id, title: titleIn(first.on.title, t), field }
    : undefined
}

/** Nothing can be said before there is a license. */
export const hasNoLicense = (answers: readonly PracticeAnswer[]) =>
  answers.every(({ reason }) => reason.code === 'no_license')
