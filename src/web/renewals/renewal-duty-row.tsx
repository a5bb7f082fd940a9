import { Check } from 'lucide-react'
import type { RenewalFacts } from '#shared/ceu/cycle.ts'
import type { DutyAnswer } from '#shared/renewals/renewal.ts'
import { onlyIfLine } from '#web/ceu/cycle-text.ts'
import { RuleLines, RuleWords } from '#web/ceu/rules/rule-words.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
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

/** A step that the rule asks for besides hours: what to do, when, and a mark that it is done. */
export function RenewalDutyRow({ duty, number, state, answer, isSaving, onAnswer }: DutyProps) {
  const { locale } = useUser()
  const { what, when, onlyIf, dueOn, isConfirmed } = duty
  const due = dueOn === null ? null : t`Due by ${formatDate(dueOn, locale)}`
  return (
    <RenewalStepRow
      number={number}
      title={<RuleWords>{what}</RuleWords>}
      state={state}
      summary={answer === 'exempt' ? t`Does not apply to you.` : due}
    >
      <div className="grid gap-1 text-muted">
        <p>
          <RuleLines lines={[{ label: t`When:`, words: `${when}.` }]} />
        </p>
        {onlyIf !== null && (
          <p>
            <RuleLines lines={[onlyIfLine(onlyIf)]} />
          </p>
        )}
        {!isConfirmed && <p>{t`We could not confirm this one with a text of the law or the board.`}</p>}
      </div>
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
          <Button tone="quiet" isDisabled={isSaving} onPress={() => onAnswer(null)} className="-ml-4">
            {answer === 'done' ? t`Mark as not done` : t`It does apply to me`}
          </Button>
        )}
      </div>
    </RenewalStepRow>
  )
}

/** What has to be kept all the time, with nothing to do for the renewal. */
export function StandingDutyList({ duties }: { duties: readonly Duty[] }) {
  if (duties.length === 0) return null
  return (
    <section aria-labelledby="standing-duties">
      <h2 id="standing-duties" className="text-lg">{t`Keep in place`}</h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {duties.map(({ key, what, onlyIf }) => (
          <li key={key}>
            <RuleWords>{what}</RuleWords>
            {onlyIf !== null && (
              <span className="text-muted">
                {' '}
                <RuleLines lines={[onlyIfLine(onlyIf)]} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
