import { Check } from 'lucide-react'
import type { RenewalFacts } from '#shared/ceu/cycle.ts'
import { asSentence } from '#shared/ceu/rule-text.ts'
import { dutyTitle } from '#shared/renewals/duty-title.ts'
import type { DutyAnswer } from '#shared/renewals/renewal.ts'
import { onlyIfLine } from '#web/ceu/cycle-text.ts'
import { RuleLines, summaryClass } from '#web/ceu/rules/rule-words.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EnglishWords } from '#web/ui/english-words.tsx'
import { RenewalStepRow } from './renewal-step-row.tsx'
import type { StepState } from './use-renewal-steps.ts'

export type Duty = RenewalFacts['duties'][number]

type DutyProps = {
  duty: Duty
  number: number
  state: StepState
  answer: DutyAnswer['answer'] | null
  isSaving: boolean
  onAnswer(answer: DutyAnswer['answer'] | null): void
}

/** A step that the rule asks for besides hours, and a mark that it is done. The words of the rule are folded. */
export function RenewalDutyRow({ duty, number, state, answer, isSaving, onAnswer }: DutyProps) {
  const { locale } = useUser()
  const { onlyIf, dueOn } = duty
  return (
    <RenewalStepRow
      number={number}
      title={<DutyTitle duty={duty} />}
      state={state}
      summary={
        answer === 'exempt' ? (
          t`Does not apply to you.`
        ) : (
          <>
            {dueOn !== null && `${t`Due by ${formatDate(dueOn, locale)}`}. `}
            {onlyIf !== null && <RuleLines lines={[onlyIfLine(onlyIf)]} />}
          </>
        )
      }
    >
      <div className="flex flex-wrap gap-3">
        {answer === null ? (
          <>
            <Button isDisabled={isSaving} onPress={() => onAnswer('done')}>
              <Check aria-hidden className="size-4" />
              {t`Mark as done`}
            </Button>
            {onlyIf !== null && (
              <Button tone="quiet" isDisabled={isSaving} onPress={() => onAnswer('exempt')}>
                {t`Does not apply to me`}
              </Button>
            )}
          </>
        ) : (
          <Button tone="quiet" isDisabled={isSaving} onPress={() => onAnswer(null)}>
            {answer === 'done' ? t`Mark as not done` : t`It does apply to me`}
          </Button>
        )}
      </div>
      <DutyWords duty={duty} />
    </RenewalStepRow>
  )
}

export function DutyTitle({ duty: { key, what } }: { duty: Duty }) {
  return dutyTitle(key, t) ?? <EnglishWords>{what}</EnglishWords>
}

function DutyWords({ duty: { what, when, isConfirmed } }: { duty: Duty }) {
  return (
    <details className="text-sm">
      <summary className={summaryClass}>{t`What the rule says`}</summary>
      <p className="max-w-[62ch] text-muted">
        <EnglishWords>{asSentence(`${what}, ${when}`)}</EnglishWords>
        {!isConfirmed && ` ${t`We could not confirm this one with a text of the law or the board.`}`}
      </p>
    </details>
  )
}

/** What has to be kept all the time, with nothing to do for the renewal. */
export function StandingDutyList({ duties }: { duties: readonly Duty[] }) {
  if (duties.length === 0) return null
  return (
    <Disclosure
      id="standing-duties"
      title={t`Keep in place`}
      summary={duties.map((duty) => dutyTitle(duty.key, t) ?? duty.what).join(' · ')}
    >
      <ul className="grid max-w-[62ch] gap-3 text-sm">
        {duties.map(({ key, what, when, onlyIf }) => (
          <li key={key}>
            <EnglishWords>{asSentence(`${what}, ${when}`)}</EnglishWords>{' '}
            {onlyIf !== null && <RuleLines lines={[onlyIfLine(onlyIf)]} />}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
