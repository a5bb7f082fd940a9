import type { CeuCycle, TopicCompleted } from '#shared/ceu/cycle.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { hundredths } from '#shared/ceu/units.ts'
import type { DateContext } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'

type Topic = CeuCycle['topics'][number]

/** "Met · 2 of 2 hours", "Met · 5 hours, 2 required", "1 of 2 hours · 1 hour left", "One course is enough". */
export function topicText(asked: number | null, done: number, isMet: boolean, rule: CeRule | null): string {
  const amount = (hours: number) => ruleAmountText(hours, rule)
  if (asked === null)
    return isMet ? `Met${done > 0 ? ` · ${amount(done)}` : ''}` : 'Missing · one course is enough'
  const count = `${done} of ${amount(asked)}`
  if (isMet) return done > asked ? `Met · ${amount(done)}, ${asked} required` : `Met · ${count}`
  return `${count} · ${amount((hundredths(asked) - hundredths(done)) / 100)} left`
}

export const isOverdue = ({ dueOn }: Topic, isMet: boolean, today: string) =>
  !isMet && dueOn !== null && dueOn < today

/** Its own deadline, the years that count for it, and the most that counts. */
export function topicNotes(
  topic: Topic,
  done: TopicCompleted | undefined,
  rule: CeRule | null,
  { today, locale }: DateContext,
): string[] {
  const { dueOn, withinYears, maxHours } = topic
  const date = (value: string) => formatDate(value, locale)
  const isMet = done?.isMet ?? false
  const years = withinYears === 1 ? 'the last year' : `the ${withinYears} years`
  const last = done?.lastOn ? `last course on ${date(done.lastOn)}` : 'no course yet'
  return [
    ...(dueOn === null || isMet
      ? []
      : [isOverdue(topic, isMet, today) ? `Overdue since ${date(dueOn)}` : `Due by ${date(dueOn)}`]),
    ...(withinYears === null ? [] : [`Within ${years} before the end of the cycle; ${last}`]),
    ...(maxHours === null ? [] : [`At most ${ruleAmountText(maxHours, rule)} count`]),
  ]
}
