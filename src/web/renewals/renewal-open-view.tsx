import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { dutyAnswerOf, withDutyAnswer } from '#shared/renewals/duties.ts'
import { type Renewal, type RenewalPatch, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { RuleLanguage } from '#web/ceu/rules/rule-words.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { useSave } from '#web/ui/use-save.ts'
import { removeRenewal, restoreRenewal } from './api.ts'
import { RenewalDutyRow, StandingDutyList } from './renewal-duty-row.tsx'
import { RenewalEducationView } from './renewal-education-view.tsx'
import { RenewalFeeForm } from './renewal-fee-form.tsx'
import { RenewalStepRow } from './renewal-step-row.tsx'
import { RenewalSubmitForm } from './renewal-submit-form.tsx'
import { type Authority, feeText, renewalText, stepTitles } from './renewal-text.ts'
import { useRenewalChanges } from './use-renewal-changes.ts'
import type { RenewalSteps } from './use-renewal-steps.ts'

const schema = z.object({ notes: renewalSchema.shape.notes })

type OpenProps = {
  credential: Credential
  renewal: Renewal
  steps: RenewalSteps
  /** The form of the new card. */
  children: ReactNode
}

/** An open renewal: its steps, in any order, and its notes. */
export function RenewalOpenView({ credential, renewal, steps, children }: OpenProps) {
  const { locale } = useUser()
  const navigate = useNavigate()
  const { update } = useRenewalChanges(credential)
  const { education, duties, facts, states, authority, isClassOnly } = steps
  const save = (patch: RenewalPatch) => update.mutateAsync({ renewal, patch })
  const openCredential = () => void navigate({ to: '/credentials/$id', params: { id: credential.id } })
  const removal = useRemoval<Renewal>(
    {
      nameOf: () => t`Renewal of ${shortTitle(credential)}`,
      remove: ({ id }) => removeRenewal(id),
      restore: ({ id }) => restoreRenewal(id),
    },
    openCredential,
  )
  const { submittedOn } = renewal
  return (
    <div className="grid grid-cols-1 gap-8">
      <p role="status">{renewalText(renewal, isClassOnly ? 'class' : authority.who, locale)}</p>
      {facts && facts.duties.length > 0 && <RuleLanguage />}
      <ol aria-label={t`Steps`} className="border-line border-t">
        <RenewalEducationView
          education={education}
          state={states.education}
          credentialId={credential.id}
          renewal={renewal}
          onSave={(classOn) => save({ classOn })}
        />
        {duties.map(({ duty, state }, at) => (
          <RenewalDutyRow
            key={duty.key}
            duty={duty}
            number={at + 2}
            state={state}
            answer={dutyAnswerOf(renewal.duties, duty)}
            isSaving={update.isPending}
            onAnswer={(answer) => void save({ duties: withDutyAnswer(renewal.duties, duty, answer) })}
          />
        ))}
        {!isClassOnly && (
          <>
            <RenewalStepRow
              number={duties.length + 2}
              title={t(stepTitles.apply)}
              state={states.apply}
              summary={authority.name}
            >
              <ApplyLink authority={authority} />
            </RenewalStepRow>
            <RenewalStepRow
              number={duties.length + 3}
              title={t(stepTitles.pay)}
              state={states.pay}
              summary={renewal.fee !== null && feeText(renewal.fee)}
            >
              <RenewalFeeForm renewal={renewal} onSave={(fee) => save({ fee })} />
            </RenewalStepRow>
            <RenewalStepRow
              number={duties.length + 4}
              title={t(stepTitles.submit)}
              state={states.submit}
              summary={submittedOn && formatDate(submittedOn, locale)}
            >
              <RenewalSubmitForm
                key={[submittedOn, renewal.confirmation, ...renewal.fileIds].join(' ')}
                renewal={renewal}
                onSave={save}
              />
            </RenewalStepRow>
          </>
        )}
        <RenewalStepRow
          number={duties.length + (isClassOnly ? 2 : 5)}
          title={t(stepTitles.card)}
          state={states.card}
          summary={t`Its dates and number become the current ones.`}
        >
          {children}
        </RenewalStepRow>
      </ol>
      <div className="-mt-8">
        <StandingDutyList duties={facts?.duties.filter(({ isStanding }) => isStanding) ?? []} />
        <Disclosure id="notes" title={t`Notes`} summary={renewal.notes ?? t`No notes`}>
          <RenewalNotesForm renewal={renewal} onSave={(notes) => save({ notes })} />
        </Disclosure>
      </div>
      <Button
        tone="quiet"
        isPending={removal.isPending}
        onPress={() => removal.remove(renewal)}
        className="w-fit"
      >
        <Trash2 aria-hidden className="size-4" />
        {t`Delete this renewal`}
      </Button>
    </div>
  )
}

function ApplyLink({ authority: { who, name, url } }: { authority: Authority }) {
  if (url === null) return <p>{t`Apply at ${name}. Lanyard does not know its page.`}</p>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={`w-fit max-w-full ${buttonClass({ tone: 'secondary' })}`}
    >
      {who === 'board' ? t`Open the board’s page` : t`Open the issuer’s page`}
      <ExternalLink aria-hidden className="size-4" />
    </a>
  )
}

type NotesProps = { renewal: Renewal; onSave(notes: string | null): Promise<unknown> }

function RenewalNotesForm({ renewal: { notes }, onSave }: NotesProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { notes } })
  const { submit, problem, isSaving } = useSave(form, {
    stays: true,
    send: ({ notes }) => onSave(notes),
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field control={form.control} name="notes" as={TextField} label={t`Notes`} multiline rows={3} />
      {problem && <ProblemNote problem={problem} />}
      <Button type="submit" isPending={isSaving} className="w-fit">{t`Save notes`}</Button>
    </form>
  )
}
