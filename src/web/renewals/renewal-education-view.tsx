import { Link } from '@tanstack/react-router'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { cycleHeadline } from '#web/ceu/cycle-text.ts'
import { requirementsText } from '#web/ceu/cycles/cycle-proposal-card.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { RenewalClassForm } from './renewal-class-form.tsx'
import { RenewalStepRow } from './renewal-step-row.tsx'
import { stepTitles } from './renewal-text.ts'
import type { Education, StepState } from './use-renewal-steps.ts'

type EducationProps = {
  education: Education
  state: StepState
  credentialId: string
  renewal: Renewal
  onSave(classOn: string | null): Promise<unknown>
}

/** The first step: the hours of the CE cycle with what is missing, or the class that a certification asks for. */
export function RenewalEducationView({ education, state, credentialId, renewal, onSave }: EducationProps) {
  const context = { today: useToday(), locale: useUser().locale }
  switch (education.ask) {
    case 'cycle':
      return (
        <RenewalStepRow
          number={1}
          title={t(stepTitles.education)}
          state={state}
          summary={cycleHeadline(education.cycle, context)}
        >
          <Link
            to="/credentials/cycles/$cycleId"
            params={{ cycleId: education.cycle.id }}
            className={`w-fit ${buttonClass()}`}
          >{t`Open the CE cycle`}</Link>
        </RenewalStepRow>
      )
    case 'new cycle':
      return (
        <RenewalStepRow
          number={1}
          title={t(stepTitles.education)}
          state={state}
          summary={t`No CE cycle yet.`}
        >
          <p>{requirementsText(education.proposal)}</p>
          <Link
            to="/credentials/cycles/new"
            search={{ credentialId }}
            className={`w-fit ${buttonClass()}`}
          >{t`Add a CE cycle`}</Link>
        </RenewalStepRow>
      )
    case 'class':
      return (
        <RenewalStepRow
          number={1}
          title={t(stepTitles.class)}
          state={state}
          summary={renewal.classOn && t`Class on ${formatDate(renewal.classOn, context.locale)}`}
        >
          <RenewalClassForm renewal={renewal} onSave={onSave} />
        </RenewalStepRow>
      )
    case 'nothing':
      return (
        <RenewalStepRow
          number={1}
          title={t(stepTitles.education)}
          state={state}
          summary={t`No CE hours are known to be required. Check with the board.`}
        />
      )
  }
}
