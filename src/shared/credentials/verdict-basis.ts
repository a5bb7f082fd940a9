import { msg, type Translate } from '#shared/i18n/translate.ts'
import type { Verdict } from './verdict-answer.ts'

/** Shown below every verdict. */
export const verdictBasis = msg`By the dates you entered. Your board and your employer decide.`

/** The verdict as plain text, for example in a mail: its headline and its basis. */
export function verdictSentence({ verdict, headline }: Verdict, t: Translate): string {
  return verdict === 'no_license' ? headline : `${headline} ${t(verdictBasis)}`
}

/** The headline of several states spells out this many different answers, and names this many states of one. */
export const mostInHeadline = { answers: 2, states: 3 }
