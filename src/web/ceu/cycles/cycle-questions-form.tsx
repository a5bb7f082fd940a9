import { answerOf, type RuleAnswers, type TopicAnswer } from '#shared/ceu/answers.ts'
import { frequencyText, hoursText } from '#shared/ceu/ceu-text.ts'
import { asksAboutFirstRenewal, topicsToAsk } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { noteOf, onlyIfText, stateName } from '#web/ceu/cycle-text.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { withTopicAnswer } from './cycle-form-values.ts'

const yesNo = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const

const topicAnswers = [
  { id: 'due', label: 'Required this time' },
  { id: 'done', label: 'Already done' },
  { id: 'exempt', label: 'Does not apply to me' },
] as const satisfies { id: TopicAnswer; label: string }[]

type CycleQuestionsFormProps = {
  rule: CeRule
  cycleEnd: string | undefined
  answers: RuleAnswers
  onChange: (answers: RuleAnswers) => void
}

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Whether the requirements depend on answers of the owner. */
export const hasQuestions = (rule: CeRule, cycleEnd: string | undefined) =>
  asksAboutFirstRenewal(rule) || topicsToAsk(rule, cycleEnd ?? null).length > 0

/** Questions about the rule; each answer updates the fields below. */
export function CycleQuestionsForm({ rule, cycleEnd, answers, onChange }: CycleQuestionsFormProps) {
  const { firstRenewal } = answers
  return (
    <div className="grid gap-6">
      {asksAboutFirstRenewal(rule) && (
        <RadioField
          label={`Is this your first renewal${rule.jurisdiction ? ` in ${stateName(rule.jurisdiction)}` : ''}?`}
          description={
            rule.firstRenewal.condition &&
            `Fewer hours are required only if this applies: ${inSentence(rule.firstRenewal.condition)}.`
          }
          items={yesNo}
          value={firstRenewal === null ? null : firstRenewal ? 'yes' : 'no'}
          onChange={(id) => onChange({ ...answers, firstRenewal: id === 'yes' })}
        />
      )}
      {topicsToAsk(rule, cycleEnd ?? null).map(({ key, topic, hours, every, onlyIf, note }) => (
        <RadioField
          key={key}
          label={topic}
          description={
            <span className="grid gap-0.5">
              <span>{`${hours === null ? 'A course' : hoursText(hours)}, ${frequencyText(every)}.`}</span>
              {onlyIf && <span>{onlyIfText(onlyIf)}</span>}
              {noteOf({ note, every }) && <span>{note}</span>}
            </span>
          }
          items={topicAnswers}
          value={answerOf(answers, { key, topic })}
          onChange={(answer) => onChange(withTopicAnswer(answers, { key, topic }, answer))}
        />
      ))}
      <p className="text-muted text-sm">Topics you skip count as required.</p>
    </div>
  )
}
