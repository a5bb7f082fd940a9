import type { CeuCycle, TopicCompleted } from '#shared/ceu/cycle.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type Topic = CeuCycle['topics'][number]

/** "Met · 2 of 2 hours", "Met · 5 hours, 2 required", "1 of 2 hours", "One course is enough". */
export function topicText(asked: number | null, done: number, isMet: boolean, rule: CeRule | null): string {
  const amount = (hours: number) => ruleAmountText(hours, rule, t)
  if (asked === null) return metText(done, amount(done), isMet)
  const count = t`${done} of ${amount(asked)}`
  if (!isMet) return count
  return done > asked ? t`Met · ${amount(done)}, ${asked} required` : t`Met · ${count}`
}

function metText(done: number, amount: string, isMet: boolean): string {
  if (!isMet) return t`Missing · one course is enough`
  return done > 0 ? t`Met · ${amount}` : t`Met`
}

export const isOverdue = ({ dueOn }: Topic, isMet: boolean, today: string) =>
  !isMet && dueOn !== null && dueOn < today

/** Its own deadline, the years that count for it, and its maximum. */
export function topicNotes(
  topic: Topic,
  done: TopicCompleted | undefined,
  rule: CeRule | null,
  { today, locale }: DateContext,
): string[] {
  const { dueOn, withinYears, maxHours } = topic
  const date = (value: string) => formatDate(value, locale)
  const isMet = done?.isMet ?? false
  const last = done?.lastOn ? t`last course on ${date(done.lastOn)}` : t`no course yet`
  return [
    ...(dueOn === null || isMet
      ? []
      : [isOverdue(topic, isMet, today) ? t`Overdue since ${date(dueOn)}` : t`Due by ${date(dueOn)}`]),
    ...(withinYears === null
      ? []
      : [
          withinYears === 1
            ? t`Within the last year before the end of the cycle; ${last}`
            : t`Within the ${withinYears} years before the end of the cycle; ${last}`,
        ]),
    ...(maxHours === null ? [] : [t`At most ${ruleAmountText(maxHours, rule, t)} count`]),
  ]
}
