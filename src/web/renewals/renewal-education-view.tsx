import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { calendarDate } from '#shared/kernel/fields.ts'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { cycleHeadline } from '#web/ceu/cycle-text.ts'
import { requirementsText } from '#web/ceu/cycles/cycle-proposal-card.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useSave } from '#web/ui/use-save.ts'
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
  const context = useDateContext()
  const row = { number: 1, title: t(stepTitles.education), state }
  switch (education.ask) {
    case 'cycle':
      return (
        <RenewalStepRow {...row} summary={cycleHeadline(education.cycle, context)}>
          <ButtonLink
            to="/credentials/cycles/$cycleId"
            params={{ cycleId: education.cycle.id }}
            className="w-fit"
          >{t`Open the CE cycle`}</ButtonLink>
        </RenewalStepRow>
      )
    case 'new cycle':
      return (
        <RenewalStepRow {...row} summary={t`No CE cycle yet.`}>
          <p>{requirementsText(education.proposal)}</p>
          <ButtonLink
            to="/credentials/cycles/new"
            search={{ credentialId }}
            className="w-fit"
          >{t`Add a CE cycle`}</ButtonLink>
        </RenewalStepRow>
      )
    case 'class':
      return (
        <RenewalStepRow
          {...row}
          title={t(stepTitles.class)}
          summary={renewal.classOn && t`Class on ${formatDate(renewal.classOn, context.locale)}`}
        >
          <RenewalClassForm renewal={renewal} onSave={onSave} />
        </RenewalStepRow>
      )
    case 'nothing':
      return (
        <RenewalStepRow {...row} summary={t`No CE hours are known to be required. Check with the board.`} />
      )
  }
}

const schema = z.object({ classOn: calendarDate.nullable() })

type ClassProps = { renewal: Renewal; onSave(classOn: string | null): Promise<unknown> }

/** The day of the class; left blank, none is booked. */
function RenewalClassForm({ renewal: { classOn }, onSave }: ClassProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { classOn } })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: ({ classOn }) => onSave(classOn),
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
      <Field control={form.control} name="classOn" as={DateField} label={t`Class on`} />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save the date`}</Button>
    </form>
  )
}
