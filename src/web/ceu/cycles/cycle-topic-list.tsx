import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { doubtAboutTopic } from '#shared/ceu/rule-facts.ts'
import { doubtText, ruleTopicText } from '#shared/ceu/rule-text.ts'
import { type DateContext, noteOf, onlyIfText } from '#web/ceu/cycle-text.ts'
import { Why } from '#web/ceu/ways/need-list.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { isOverdue, topicNotes, topicText } from './topic-text.ts'

/** The required topics with completed and missing hours. "Met" is text and icon, not only a color. */
export function CycleTopicList({ cycle, ...context }: { cycle: CeuCycle } & DateContext) {
  if (cycle.topics.length === 0) return <p className="text-muted">{t`No required topics.`}</p>
  return (
    <ul aria-label={t`Topics`} className="divide-y divide-line border-line border-y">
      {cycle.topics.map((topic, at) => {
        const done = cycle.topicsCompleted[at]
        const isMet = done?.isMet ?? false
        const isLate = isOverdue(topic, isMet, context.today)
        const Icon = isMet ? CircleCheck : isLate ? TriangleAlert : CircleDashed
        const look = isMet ? 'text-active' : isLate ? 'text-expired' : 'text-renewal'
        return (
          <li key={topic.topic} className="flex gap-3 py-2.5">
            <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{topic.topic}</p>
              <p className="text-muted text-sm">
                {topicText(topic.hours, done?.hours ?? 0, isMet, cycle.rule)}
              </p>
              {topicNotes(topic, done, cycle.rule, context).map((note) => (
                <p
                  key={note}
                  className={isLate ? 'font-semibold text-expired text-sm' : 'text-muted text-sm'}
                >
                  {note}
                </p>
              ))}
              <TopicDoubt topic={topic} rule={cycle.rule} />
              {cycle.rule && <TopicReason topic={topic} rule={cycle.rule} locale={context.locale} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** What is not certain about a topic, if anything is not. */
function TopicDoubt({
  topic: { key },
  rule,
}: Omit<TopicReasonProps, 'rule' | 'locale'> & { rule: CeRule | null }) {
  const doubt = rule === null || key === null ? null : doubtAboutTopic(rule, key)
  return doubt && <p className="text-sm">{doubtText(doubt, t)}</p>
}

type TopicReasonProps = { topic: CeuCycle['topics'][number]; rule: CeRule; locale: string | null }

/** Why a topic is required, if the rule says so; nothing for a topic that the owner added. */
function TopicReason({ topic, rule, locale }: TopicReasonProps) {
  const asked = rule.topics.find((one) => one.key === topic.key || one.topic === topic.topic)
  // A category of the required hours, such as the categories of a certification.
  if (!asked) return topic.key === null ? null : <Why rule={rule} parts={['hours', 'ways']} notes={[]} />
  const notes = [
    ruleTopicText(asked, rule, (date) => formatDate(date, locale), t),
    asked.onlyIf && onlyIfText(asked.onlyIf),
    noteOf(asked),
  ].filter((text): text is string => Boolean(text))
  return <Why rule={rule} parts={[`topic:${asked.key}`, 'topics']} notes={notes} />
}
