import { ChevronDown, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import type { RuleLine } from '#shared/ceu/ceu-text.ts'
import { topicName, topicTag } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, factsOf } from '#shared/ceu/cycle.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { doubtAboutTopic } from '#shared/ceu/rule-facts.ts'
import { asSentence, doubtLines, ruleTopicLines } from '#shared/ceu/rule-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfLine } from '#web/ceu/cycle-text.ts'
import { Reasons } from '#web/ceu/ways/need-list.tsx'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { isOverdue, topicNotes, topicText } from './topic-text.ts'

type Topic = CeuCycle['topics'][number]
type TopicRowProps = DateContext & {
  topic: Topic
  done: CeuCycle['topicsCompleted'][number] | undefined
  rule: CeRule | null
}

/** The required topics with completed and missing hours, what is missing first. */
export function CycleTopicList({ cycle, ...context }: { cycle: CeuCycle } & DateContext) {
  const { topics, topicsCompleted, rule } = cycle
  if (topics.length === 0) return <p className="text-muted">{noTopicsText(cycle)}</p>
  const rows = topics
    .map((topic, at) => ({ topic, done: topicsCompleted[at] }))
    .sort((a, b) => Number(a.done?.isMet ?? false) - Number(b.done?.isMet ?? false))
  return (
    <ul aria-label={t`Topics`} className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <li key={row.topic.topic}>
          <TopicRow {...row} rule={rule} {...context} />
        </li>
      ))}
    </ul>
  )
}

/** The rule may require topics that the owner has removed, or that the owner's answers leave out. */
function noTopicsText(cycle: CeuCycle): string {
  const { rule } = cycle
  if (rule === null) return t`No topics entered.`
  const { length: count } = requirementsOf(rule, factsOf(cycle)).topics
  if (count > 0) {
    return t`${plural(count, { one: 'The rule requires # topic, but it is not in this cycle.', other: 'The rule requires # topics, but none is in this cycle.' })}`
  }
  return rule.topics.length > 0 ? t`No topics are required this time.` : t`No required topics.`
}

/** A topic, which opens if the rule says why it is required. "Met" is text and icon, not only a color. */
function TopicRow({ topic, done, rule, ...context }: TopicRowProps) {
  const isMet = done?.isMet ?? false
  const isLate = isOverdue(topic, isMet, context.today)
  const doubt = rule === null || topic.key === null ? null : doubtAboutTopic(rule, topic.key)
  const Icon = isMet ? CircleCheck : isLate ? TriangleAlert : CircleDashed
  const look = isMet ? 'text-active' : isLate ? 'text-expired' : 'text-renewal'
  const row = (
    <>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{topicName(topic, t)}</span>
        <span className="block text-muted text-sm">
          {topicText(topic.hours, done?.hours ?? 0, isMet, rule)}
        </span>
        {topicNotes(topic, done, rule, context).map((note) => (
          <span
            key={note}
            className={`block text-sm ${isLate ? 'font-semibold text-expired' : 'text-muted'}`}
          >
            {note}
          </span>
        ))}
        {doubt && <span className="block text-muted text-sm">{t`We could not confirm this.`}</span>}
      </span>
    </>
  )
  const reason = rule && reasonOf(topic, rule, context.locale)
  if (!reason) return <div className="flex gap-3 py-2.5">{row}</div>
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none gap-3 py-2.5 [&::-webkit-details-marker]:hidden">
        {row}
        <ChevronDown
          aria-hidden
          className="mt-0.5 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pl-8">
        <Reasons rule={rule} {...reason} />
      </div>
    </details>
  )
}

/** Why a topic is required, if the rule says so; nothing for a topic that the owner added. */
function reasonOf(topic: Topic, rule: CeRule, locale: string | null) {
  const asked = rule.topics.find((one) => one.key === topic.key || one.topic === topic.topic)
  const doubt = topic.key === null ? null : doubtAboutTopic(rule, topic.key)
  const doubts = doubt ? [{ words: asSentence(doubt.why) }, ...doubtLines(doubt, t).slice(1)] : []
  // A category of the required hours, such as the categories of a certification.
  if (!asked) return topic.key === null ? null : { parts: ['hours', 'ways'], notes: doubts }
  const notes: RuleLine[] = [
    ...(topic.topic === topicTag(topic) ? [] : [{ words: asSentence(topic.topic) }]),
    ...ruleTopicLines(asked, rule, (date) => formatDate(date, locale), t),
    ...(asked.onlyIf ? [onlyIfLine(asked.onlyIf)] : []),
    ...noteOf(asked),
    ...doubts,
  ]
  return { parts: [`topic:${asked.key}`, 'topics'], notes }
}
