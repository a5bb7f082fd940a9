import type { RuleAnswers, TopicAnswer } from '#shared/ceu/answers.ts'
import { frequencyText } from '#shared/ceu/ceu-text.ts'
import { answerOf, asksAboutFirstRenewal, topicsToAsk } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { firstRenewalText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfText, stateName } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { withTopicAnswer } from './cycle-form-values.ts'

const yesNo = [
  { id: 'yes', label: msg`Yes` },
  { id: 'no', label: msg`No` },
] as const

const topicAnswers = [
  { id: 'due', label: msg`Required this time` },
  { id: 'done', label: msg`Already done` },
  { id: 'exempt', label: msg`Does not apply to me` },
] as const satisfies { id: TopicAnswer; label: string }[]

type CycleQuestionsFormProps = {
  rule: CeRule
  cycleEnd: string | undefined
  answers: RuleAnswers
  onChange: (answers: RuleAnswers) => void
}

/** Whether the requirements depend on the owner's answers. */
export const hasQuestions = (rule: CeRule, cycleEnd: string | undefined) =>
  asksAboutFirstRenewal(rule) || topicsToAsk(rule, cycleEnd ?? null).length > 0

/** How many questions of the rule have no answer yet. */
export function openQuestions(rule: CeRule, cycleEnd: string | undefined, answers: RuleAnswers): number {
  const topics = topicsToAsk(rule, cycleEnd ?? null).filter((topic) => answerOf(answers, topic) === null)
  return topics.length + Number(asksAboutFirstRenewal(rule) && answers.firstRenewal === null)
}

export const openQuestionsText = (count: number) =>
  t`${plural(count, { one: '# answer makes this exact.', other: '# answers make this exact.' })}`

/** Questions about the rule; each answer updates the fields below. */
export function CycleQuestionsForm({ rule, cycleEnd, answers, onChange }: CycleQuestionsFormProps) {
  const { firstRenewal } = answers
  return (
    <div className="grid gap-6">
      {asksAboutFirstRenewal(rule) && (
        <RadioField
          label={
            rule.jurisdiction
              ? t`Is this your first renewal in ${stateName(rule.jurisdiction)}?`
              : t`Is this your first renewal?`
          }
          description={<FirstRenewalNotes rule={rule} />}
          items={yesNo.map(({ id, label }) => ({ id, label: t(label) }))}
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
              <span>{`${hours === null ? t`A course` : ruleAmountText(hours, rule, t)}, ${frequencyText(every, t)}.`}</span>
              {onlyIf && <span>{onlyIfText(onlyIf)}</span>}
              {noteOf({ note, every }) && <span>{note}</span>}
            </span>
          }
          items={topicAnswers.map(({ id, label }) => ({ id, label: t(label) }))}
          value={answerOf(answers, { key, topic })}
          onChange={(answer) => onChange(withTopicAnswer(answers, { key, topic }, answer))}
        />
      ))}
      {topicsToAsk(rule, cycleEnd ?? null).length > 0 && (
        <p className="text-muted text-sm">{t`Topics you skip count as required.`}</p>
      )}
    </div>
  )
}

/** The requirement with its condition. A yes means that both apply. */
function FirstRenewalNotes({ rule }: { rule: CeRule }) {
  const { condition, note } = rule.firstRenewal
  return (
    <span className="grid gap-0.5">
      <span>{firstRenewalText(rule, t)}</span>
      {condition !== null && <span>{t`Answer yes only if that applies to you, too.`}</span>}
      {note !== null && <span>{note}</span>}
    </span>
  )
}
