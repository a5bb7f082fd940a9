import type { RenewalFacts } from '#shared/ceu/cycle.ts'
import type { DutyAnswer } from './renewal.ts'

type Duty = Pick<RenewalFacts['duties'][number], 'key' | 'isStanding'>

/** What the owner said about a duty; `null` if nothing. */
export function dutyAnswerOf(
  answers: readonly DutyAnswer[],
  { key }: Pick<Duty, 'key'>,
): DutyAnswer['answer'] | null {
  return answers.find(({ duty }) => duty === key)?.answer ?? null
}

/** The duties that are left to do. Nothing has to be done for those that only have to be kept. */
export function openDuties<D extends Duty>(duties: readonly D[], answers: readonly DutyAnswer[]): D[] {
  return duties.filter((duty) => !duty.isStanding && dutyAnswerOf(answers, duty) === null)
}

/** The answers with another one about this duty; `null` takes it back. */
export function withDutyAnswer(
  answers: readonly DutyAnswer[],
  { key }: Pick<Duty, 'key'>,
  answer: DutyAnswer['answer'] | null,
): DutyAnswer[] {
  const others = answers.filter(({ duty }) => duty !== key)
  return answer === null ? others : [...others, { duty: key, answer }]
}
