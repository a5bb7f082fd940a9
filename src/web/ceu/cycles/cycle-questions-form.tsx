import type { RuleAnswers, TopicAnswer } from '#shared/ceu/answers.ts'
import { frequencyText } from '#shared/ceu/ceu-text.ts'
import { answerOf, asksAboutFirstRenewal, topicsToAsk } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { firstRenewalLines } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfLine, stateName } from '#web/ceu/cycle-text.ts'
import { RuleLines, RuleWords } from '#web/ceu/rules/rule-words.tsx'
import { WayField } from '#web/ceu/ways/way-field.tsx'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { type RuleChoices, withTopicAnswer } from './cycle-form-values.ts'

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
  choices: RuleChoices
  isDisabled?: boolean
  onAnswer: (answers: RuleAnswers) => void
  onChooseWay: (wayId: string) => void
}

/** Whether the requirements depend on the owner's answers. */
export const hasQuestions = (rule: CeRule, cycleEnd: string | undefined) =>
  rule.ways.length > 1 || asksAboutFirstRenewal(rule) || topicsToAsk(rule, cycleEnd ?? null).length > 0

/** How many questions of the rule have no answer yet. */
export function openQuestions(
  rule: CeRule,
  cycleEnd: string | undefined,
  { answers, wayId }: RuleChoices,
): number {
  const topics = topicsToAsk(rule, cycleEnd ?? null).filter((topic) => answerOf(answers, topic) === null)
  const isWayOpen = rule.ways.length > 1 && wayId === null
  const isFirstOpen = asksAboutFirstRenewal(rule) && answers.firstRenewal === null
  return topics.length + Number(isWayOpen) + Number(isFirstOpen)
}

export const openQuestionsText = (count: number) =>
  t`${plural(count, { one: '# answer makes this exact.', other: '# answers make this exact.' })}`

/** Questions about the rule; each answer updates the fields below. */
export function CycleQuestionsForm({
  rule,
  cycleEnd,
  choices: { answers, wayId },
  isDisabled,
  onAnswer,
  onChooseWay,
}: CycleQuestionsFormProps) {
  const { firstRenewal } = answers
  return (
    <div className="grid gap-6">
      {rule.ways.length > 1 && (
        <div className="grid gap-2">
          <WayField rule={rule} wayId={wayId} onChange={onChooseWay} isDisabled={isDisabled} />
          {wayId === null && (
            <p className="text-muted text-sm">{t`Until you choose, the usual way counts.`}</p>
          )}
        </div>
      )}
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
          onChange={(id) => onAnswer({ ...answers, firstRenewal: id === 'yes' })}
        />
      )}
      {topicsToAsk(rule, cycleEnd ?? null).map(({ key, topic, hours, every, onlyIf, note }) => (
        <RadioField
          key={key}
          label={<RuleWords>{topic}</RuleWords>}
          description={
            <span className="grid gap-0.5">
              <span>{`${hours === null ? t`A course` : ruleAmountText(hours, rule, t)}, ${frequencyText(every, t)}.`}</span>
              {onlyIf && (
                <span>
                  <RuleLines lines={[onlyIfLine(onlyIf)]} />
                </span>
              )}
              {noteOf({ note, every }).map((line) => (
                <span key={line.words}>
                  <RuleLines lines={[line]} />
                </span>
              ))}
            </span>
          }
          items={topicAnswers.map(({ id, label }) => ({ id, label: t(label) }))}
          value={answerOf(answers, { key, topic })}
          onChange={(answer) => onAnswer(withTopicAnswer(answers, { key, topic }, answer))}
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
      <span>
        <RuleLines lines={firstRenewalLines(rule, t)} />
      </span>
      {condition !== null && <span>{t`Answer yes only if that applies to you, too.`}</span>}
      {note !== null && (
        <span>
          <RuleWords>{note}</RuleWords>
        </span>
      )}
    </span>
  )
}
