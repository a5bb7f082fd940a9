import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Look } from '#shared/credentials/status.ts'
import type { Home, NextStep } from '#shared/home/home-answer.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ReminderSummary } from '#shared/reminders/reminder.ts'
import { StartCycleButton } from '#web/ceu/cycles/start-cycle-button.tsx'
import { StatusBadge } from '#web/credentials/status-badge.tsx'
import type { DateContext } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { mailedFilesId } from '#web/mail-in/api.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { endText, nextText } from '#web/reminders/reminder-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { nextStepText, nothingText } from './next-step-text.ts'

const SHOWN = 5
/** Rows of a short list. */
const FILLED = 3

type NextStepListProps = DateContext &
  Pick<Home, 'next' | 'reminders'> & {
    /** Whether there is an open step above the list. */
    hasMoreAbove: boolean
    onRetry: () => void
  }

/** Whether a step has a deadline. The others improve the vault. */
export function isDueStep({ kind }: NextStep): boolean {
  return kind === 'renew' || kind === 'continue_renewal' || kind === 'health' || kind === 'move'
}

/** The open steps, soonest first, each with its button. A short list continues with what expires next. */
export function NextStepList({ next, reminders, hasMoreAbove, onRetry, ...context }: NextStepListProps) {
  const { steps, upcoming, isComplete, withoutRule } = next
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? steps : steps.slice(0, SHOWN)
  const more = steps.length - shown.length
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title" className="text-lg">{t`Next`}</h2>
      {steps.length + upcoming.length > 0 && (
        <ol className="mt-2 divide-y divide-line border-line border-y">
          {shown.map((step, at) => (
            <StepRow key={step.id} step={step} isFirst={at === 0 && !hasMoreAbove} {...context} />
          ))}
          {upcoming.slice(0, Math.max(0, FILLED - steps.length)).map((each) => (
            <UpcomingRow key={each.credentialId} {...each} {...context} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <Button tone="quiet" className="mt-2" onPress={() => setWhole(true)}>
          {t`Show all ${steps.length}`}
        </Button>
      )}
      {/* The server knows everything. Missing items are missing from this device's copy. */}
      {!isComplete && (
        <div className="mt-3">
          <ProblemNote problem={new Problem('offline')} onRetry={onRetry} />
        </div>
      )}
      {steps.length === 0 && isComplete && (
        <p className="mt-3 text-muted">{nothingText(withoutRule, hasMoreAbove)}</p>
      )}
      <NextReminderView reminders={reminders} {...context} />
    </section>
  )
}

type UpcomingProps = DateContext & Home['next']['upcoming'][number]

/** A credential that expires next and needs nothing yet. */
function UpcomingRow({ credentialId, title, due, status, ...context }: UpcomingProps) {
  return (
    <li>
      <Link
        to="/credentials/$id"
        params={{ id: credentialId }}
        className="flex items-center gap-4 py-3 text-ink no-underline hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span className="line-clamp-2 min-w-0">{title}</span>
            <StatusBadge status={status} />
          </span>
          <span className="block text-muted">
            {endText({ resourceType: 'license', dueOn: due }, context)}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  )
}

/** `isFirst`: the first thing to do on the page. Its button is filled if it has a deadline. */
function StepRow({ step, isFirst, ...context }: DateContext & { step: NextStep; isFirst: boolean }) {
  const { title, detail, label } = nextStepText(step, context)
  const look = lookOf(step)
  const canBeHidden = step.kind === 'reminder_warning' && step.warning.code === 'mail_not_set_up'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="line-clamp-2 min-w-0">{title}</span>
          {look && <StatusBadge status={look} />}
        </p>
        <p className="text-muted">{detail}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {canBeHidden && <HideButton title={title} />}
        {step.kind === 'add_cycle' && step.due !== null ? (
          <StartCycleButton credentialId={step.credentialId} name={title} size="sm" />
        ) : (
          <StepLink step={step} isFilled={isFirst && isDueStep(step)} aria-label={`${label}: ${title}`}>
            {label}
          </StepLink>
        )}
      </div>
    </li>
  )
}

/** The status of the step's credential. */
function lookOf(step: NextStep): Look | null {
  if (step.kind === 'add_date') return 'date_missing'
  return step.kind === 'renew' || step.kind === 'continue_renewal' ? step.status : null
}

/** Hides the notice about missing mail. */
function HideButton({ title }: { title: string }) {
  const { hideMissingMail } = useNoticeChanges()
  return (
    <Button
      tone="quiet"
      size="sm"
      aria-label={t`Hide for 30 days: ${title}`}
      onPress={hideMissingMail}
    >{t`Hide for 30 days`}</Button>
  )
}

type StepLinkProps = { step: NextStep; isFilled: boolean; children: ReactNode; 'aria-label': string }

/** Links to the screen for the step. */
function StepLink({ step, isFilled, ...more }: StepLinkProps) {
  const props = { ...more, size: 'sm', tone: isFilled ? 'primary' : 'secondary' } as const
  switch (step.kind) {
    case 'add_date':
      return <ButtonLink to="/credentials/$id/edit" params={{ id: step.credentialId }} {...props} />
    case 'renew':
    case 'continue_renewal':
      return <ButtonLink to="/credentials/$id/renew" params={{ id: step.credentialId }} {...props} />
    case 'topic':
    case 'cycle':
      return <ButtonLink to="/credentials/cycles/$cycleId" params={{ cycleId: step.cycleId }} {...props} />
    case 'add_cycle':
      return (
        <ButtonLink to="/credentials/cycles/new" search={{ credentialId: step.credentialId }} {...props} />
      )
    case 'move':
      return <ButtonLink to="/credentials/states" {...props} />
    case 'health':
      return <ButtonLink to="/credentials/health/$recordId" params={{ recordId: step.recordId }} {...props} />
    case 'list':
      return <ButtonLink to="/credentials/lists/$listId" params={{ listId: step.listId }} {...props} />
    case 'mailed_files':
      return <ButtonLink to="/upload" hash={mailedFilesId} {...props} />
    case 'reminder_warning':
      return <ButtonLink to="/settings" search={{ section: 'reminders' }} {...props} />
  }
}

type NextReminderProps = DateContext & { reminders: Pick<ReminderSummary, 'next' | 'isPlanned'> | null }

/** The next reminder in one line, with a link to all reminders; `null` means not known. */
function NextReminderView({ reminders, ...context }: NextReminderProps) {
  return (
    <p className="mt-2 min-h-11 text-muted">
      {reminders
        ? nextText(reminders, context)
        : t`The next reminder could not be loaded. Due reminders are still sent.`}{' '}
      <Link
        to="/credentials/reminders"
        className="inline-target font-semibold text-accent-strong underline"
      >{t`All reminders`}</Link>
    </p>
  )
}
