import type { ReactNode } from 'react'
import type { RuleAnswers, TopicAnswer } from '#shared/ceu/answers.ts'
import { frequencyText, topicName, topicTag } from '#shared/ceu/ceu-text.ts'
import { answerOf, asksAboutFirstRenewal, topicsToAsk } from '#shared/ceu/requirements.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { asSentence, firstRenewalLines } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfLine, stateName } from '#web/ceu/cycle-text.ts'
import { RuleLines, RuleWords, summaryClass } from '#web/ceu/rules/rule-words.tsx'
import { WayField } from '#web/ceu/ways/way-field.tsx'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { type RuleChoices, withTopicAnswer } from './cycle-form-values.ts'

const yesNo = [
  { id: 'yes', label: msg`Yes` },
  { id: 'no', label: msg`No` },
] as const

const topicAnswers = [
  { id: 'due', label: msg`Yes` },
  { id: 'done', label: msg`No, already done` },
  { id: 'exempt', label: msg`No, it does not apply to me` },
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
        <div>
          <RadioField
            label={
              rule.jurisdiction
                ? t`Is this your first renewal in ${stateName(rule.jurisdiction)}?`
                : t`Is this your first renewal?`
            }
            description={
              rule.firstRenewal.condition === null
                ? undefined
                : t`Answer yes only if the condition below applies to you, too.`
            }
            items={yesNo.map(({ id, label }) => ({ id, label: t(label) }))}
            value={firstRenewal === null ? null : firstRenewal ? 'yes' : 'no'}
            onChange={(id) => onAnswer({ ...answers, firstRenewal: id === 'yes' })}
          />
          <WhyWeAsk>
            <FirstRenewalNotes rule={rule} />
          </WhyWeAsk>
        </div>
      )}
      {topicsToAsk(rule, cycleEnd ?? null).map((topic) => (
        <div key={topic.key}>
          <RadioField
            label={t`Do you need “${topicName(topic, t)}” this time?`}
            items={topicAnswers.map(({ id, label }) => ({ id, label: t(label) }))}
            value={answerOf(answers, topic)}
            onChange={(answer) => onAnswer(withTopicAnswer(answers, topic, answer))}
          />
          <WhyWeAsk>
            <TopicNotes topic={topic} rule={rule} />
          </WhyWeAsk>
        </div>
      ))}
      {topicsToAsk(rule, cycleEnd ?? null).length > 0 && (
        <p className="text-muted text-sm">{t`Not sure? Skip it. Topics you skip count as required.`}</p>
      )}
    </div>
  )
}

/** What the rule says about a question, folded. */
function WhyWeAsk({ children }: { children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className={summaryClass}>{t`Why we ask`}</summary>
      <div className="grid max-w-[70ch] gap-0.5 text-muted">{children}</div>
    </details>
  )
}

function TopicNotes({ topic, rule }: { topic: RuleTopic; rule: CeRule }) {
  const { hours, every, onlyIf } = topic
  const amount = hours === null ? t`A course` : ruleAmountText(hours, rule, t)
  return (
    <>
      {topic.topic !== topicTag(topic) && (
        <p>
          <RuleWords>{asSentence(topic.topic)}</RuleWords>
        </p>
      )}
      <p>{`${amount}, ${frequencyText(every, t)}.`}</p>
      {[...(onlyIf ? [onlyIfLine(onlyIf)] : []), ...noteOf(topic)].map((line) => (
        <p key={line.words}>
          <RuleLines lines={[line]} />
        </p>
      ))}
    </>
  )
}

/** The requirement with its condition. */
function FirstRenewalNotes({ rule }: { rule: CeRule }) {
  const { note } = rule.firstRenewal
  return (
    <>
      <p>
        <RuleLines lines={firstRenewalLines(rule, t)} />
      </p>
      {note !== null && (
        <p>
          <RuleWords>{note}</RuleWords>
        </p>
      )}
    </>
  )
}
