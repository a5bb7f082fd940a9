import { frequencyText, hoursText } from '#shared/ceu/ceu-text.ts'
import {
  asksFirstRenewal,
  type CeRule,
  openTopics,
  type RuleAnswers,
  type TopicAnswer,
} from '#shared/ceu/rule.ts'
import { noteOf, onlyIfText, stateName } from '#web/ceu/cycle-text.ts'
import { RadioField } from '#web/ui/radio-field.tsx'
import { withTopicAnswer } from './cycle-form-values.ts'

const yesNo = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const

const topicAnswers = [
  { id: 'due', label: 'Due this time' },
  { id: 'done', label: 'Already done' },
  { id: 'exempt', label: 'Does not apply to me' },
] as const satisfies { id: TopicAnswer; label: string }[]

type QuestionsProps = {
  rule: CeRule
  answers: RuleAnswers
  onChange: (answers: RuleAnswers) => void
}

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Whether only the owner can know something about this rule. */
export const hasQuestions = (rule: CeRule) => asksFirstRenewal(rule) || openTopics(rule).length > 0

/** What only she can know; each answer changes the proposal under it. */
export function CycleQuestionsForm({ rule, answers, onChange }: QuestionsProps) {
  const { firstRenewal } = answers
  const answerOf = (topic: string) => answers.topics.find((one) => one.topic === topic)?.answer ?? null
  return (
    <div className="grid gap-6">
      {asksFirstRenewal(rule) && (
        <RadioField
          label={`Is this your first renewal${rule.jurisdiction ? ` in ${stateName(rule.jurisdiction)}` : ''}?`}
          description={
            rule.firstRenewalIf &&
            `It asks for fewer hours only if this holds: ${inSentence(rule.firstRenewalIf)}.`
          }
          items={yesNo}
          value={firstRenewal === null ? null : firstRenewal ? 'yes' : 'no'}
          onChange={(id) => onChange({ ...answers, firstRenewal: id === 'yes' })}
        />
      )}
      {openTopics(rule).map(({ topic, hours, every, onlyIf, note }) => (
        <RadioField
          key={topic}
          label={topic}
          description={
            <span className="grid gap-0.5">
              <span>{`${hours === null ? 'A course' : hoursText(hours)}, ${frequencyText(every)}.`}</span>
              {onlyIf && <span>{onlyIfText(onlyIf)}</span>}
              {noteOf({ note, every }) && <span>{note}</span>}
            </span>
          }
          items={topicAnswers}
          value={answerOf(topic)}
          onChange={(answer) => onChange(withTopicAnswer(answers, topic, answer))}
        />
      ))}
      <p className="text-muted text-sm">
        A topic that you leave open counts as due, so that nothing is forgotten.
      </p>
    </div>
  )
}
