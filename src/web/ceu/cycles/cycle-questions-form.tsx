import type { ReactNode } from 'react'
import type { RuleAnswers, TopicAnswer } from '#shared/ceu/answers.ts'
import { frequencyText, topicName, topicTag } from '#shared/ceu/ceu-text.ts'
import {
  answerOf,
  asksAboutFirstRenewal,
  cyclesOf,
  type RuleFacts,
  requirementsOf,
  topicsToAsk,
  yearsOf,
} from '#shared/ceu/requirements.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { asSentence } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { leftText, noteOf, stateName } from '#web/ceu/cycle-text.ts'
import { RuleLines, summaryClass } from '#web/ceu/rules/rule-words.tsx'
import { WayField } from '#web/ceu/ways/way-field.tsx'
import { t } from '#web/i18n/t.ts'
import { EnglishWords } from '#web/ui/english-words.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { type RuleChoices, withTopicAnswer } from './cycle-form-values.ts'

type CycleQuestionsFormProps = {
  rule: CeRule
  cycleEnd: string | undefined
  /** When the license was first issued; `null`: not known here. */
  issuedAt: string | null
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

/** Questions about the owner. Below each answer is what it asks for. */
export function CycleQuestionsForm(props: CycleQuestionsFormProps) {
  const { rule, cycleEnd, choices, isDisabled = false, onAnswer, onChooseWay } = props
  const { answers, wayId } = choices
  const topics = topicsToAsk(rule, cycleEnd ?? null)
  return (
    <div className="grid grid-cols-1 gap-6">
      {rule.ways.length > 1 && (
        <div className="grid gap-2">
          <WayField rule={rule} wayId={wayId} onChange={onChooseWay} isDisabled={isDisabled} />
          {wayId === null && (
            <p className="text-muted text-sm">{t`Until you choose, the usual way counts.`}</p>
          )}
        </div>
      )}
      {asksAboutFirstRenewal(rule) && <FirstRenewalQuestion {...props} />}
      {topics.map((topic) => (
        <TopicQuestion
          key={topic.key}
          topic={topic}
          rule={rule}
          answer={answerOf(answers, topic)}
          onAnswer={(answer) => onAnswer(withTopicAnswer(answers, topic, answer))}
        />
      ))}
      {topics.length > 0 && (
        <p className="text-muted text-sm">{t`Not sure? Skip it. Topics you skip count as required.`}</p>
      )}
    </div>
  )
}

function FirstRenewalQuestion({ rule, cycleEnd, issuedAt, choices, onAnswer }: CycleQuestionsFormProps) {
  const { answers, wayId } = choices
  const { condition } = rule.firstRenewal
  const asked = (firstRenewal: boolean) =>
    askedText(rule, { answers: { ...answers, firstRenewal }, wayId, issuedAt, cycleEnd: cycleEnd ?? null })
  const yes =
    condition === null ? (
      t`Yes`
    ) : (
      <>
        {t`Yes, and`} <EnglishWords>{condition}</EnglishWords>
      </>
    )
  return (
    <div>
      <RadioField
        label={
          rule.jurisdiction
            ? t`Is this your first renewal in ${stateName(rule.jurisdiction)}?`
            : t`Is this your first renewal?`
        }
        items={[
          { id: 'yes', label: yes, note: asked(true) },
          { id: 'no', label: condition === null ? t`No` : t`No, or only one of the two`, note: asked(false) },
        ]}
        value={answers.firstRenewal === null ? null : answers.firstRenewal ? 'yes' : 'no'}
        onChange={(id) => onAnswer({ ...answers, firstRenewal: id === 'yes' })}
      />
      {rule.firstRenewal.note !== null && (
        <WhyWeAsk>
          <p>
            <EnglishWords>{rule.firstRenewal.note}</EnglishWords>
          </p>
        </WhyWeAsk>
      )}
    </div>
  )
}

/** "20 hours and 4 topics"; `undefined` if it depends on an issue date that is not known here. */
function askedText(rule: CeRule, facts: RuleFacts): string | undefined {
  if (rule.firstRenewal.perMonth !== null && facts.issuedAt === null) return undefined
  const { requiredHours, topics, needs } = requirementsOf(rule, facts)
  const asked = { hoursLeft: requiredHours ?? 0, topicsLeft: topics.length, needsLeft: needs.length }
  return leftText(asked, rule) || t`No hours or topics required`
}

type TopicQuestionProps = {
  topic: RuleTopic
  rule: CeRule
  answer: TopicAnswer | null
  onAnswer: (answer: TopicAnswer) => void
}

/** Asks whom a topic concerns, and whether it was taken; the answer says whether it is required. */
function TopicQuestion({ topic, rule, answer, onAnswer }: TopicQuestionProps) {
  const name = topicName(topic, t)
  const { onlyIf, hours } = topic
  const due = t`Required: ${hours === null ? name : `${name}, ${ruleAmountText(hours, rule, t)}`}`
  const isRepeated = topic.every !== 'cycle' && yearsOf(topic) === null
  return (
    <div>
      <RadioField
        label={
          onlyIf === null ? (
            takenText(topic, name)
          ) : (
            <>
              {t`Are you one of these?`} <EnglishWords>{onlyIf}</EnglishWords>
            </>
          )
        }
        items={
          onlyIf === null
            ? [
                { id: 'done', label: t`Yes`, note: t`Not required` },
                { id: 'due', label: t`No`, note: due },
              ]
            : [
                { id: 'due', label: t`Yes`, note: due },
                ...(isRepeated
                  ? [
                      {
                        id: 'done' as const,
                        label: t`Yes, course already taken`,
                        note: t`Not required`,
                      },
                    ]
                  : []),
                { id: 'exempt', label: t`No`, note: t`Not required` },
              ]
        }
        value={
          answer === 'done' && !isRepeated
            ? 'exempt'
            : answer === 'exempt' && onlyIf === null
              ? 'done'
              : answer
        }
        onChange={onAnswer}
      />
      <WhyWeAsk>
        <TopicNotes topic={topic} rule={rule} />
      </WhyWeAsk>
    </div>
  )
}

function takenText(topic: RuleTopic, name: string): string {
  const others = cyclesOf(topic) - 1
  if (others === 0) return t`Have you ever taken a course on ${name}?`
  return others === 1
    ? t`Did you take a course on ${name} for your last renewal?`
    : t`Did you take a course on ${name} for one of your last ${others} renewals?`
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
  const { hours, every } = topic
  const amount = hours === null ? t`A course` : ruleAmountText(hours, rule, t)
  return (
    <>
      {topic.topic !== topicTag(topic) && (
        <p>
          <EnglishWords>{asSentence(topic.topic)}</EnglishWords>
        </p>
      )}
      <p>{`${amount}, ${frequencyText(every, t)}.`}</p>
      {noteOf(topic).map((line) => (
        <p key={line.words}>
          <RuleLines lines={[line]} />
        </p>
      ))}
    </>
  )
}
