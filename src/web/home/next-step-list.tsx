import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { StatusMark } from '#web/credentials/status-mark.tsx'
import { t } from '#web/i18n/t.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { NextReminderView } from '#web/reminders/next-reminder-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { NextStep, StepTarget } from './next-step-props.ts'
import { nothingText } from './next-step-text.ts'
import { useNextSteps } from './use-next-steps.ts'

const SHOWN = 5

/** The open steps, soonest first, each with its button. */
export function NextStepList(sources: Parameters<typeof useNextSteps>[0]) {
  const { steps, proposals, isComplete, problem, retry } = useNextSteps(sources)
  const hasMoreAbove = sources.above !== null || sources.firstSteps?.some(({ isDone }) => !isDone) === true
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? steps : steps.slice(0, SHOWN)
  const more = steps.length - shown.length
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title" className="text-lg">{t`Next`}</h2>
      {steps.length === 0 && isComplete && (
        <p className="mt-2 flex items-center gap-2">
          {!hasMoreAbove && <CircleCheck aria-hidden className="size-5 shrink-0 text-active" />}
          {nothingText(proposals, hasMoreAbove)}
        </p>
      )}
      {steps.length > 0 && (
        <ol className="mt-2 divide-y divide-line border-line border-y">
          {shown.map((step) => (
            <StepRow key={step.id} {...step} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <Button tone="quiet" className="mt-2" onPress={() => setWhole(true)}>
          {t`Show all ${steps.length}`}
        </Button>
      )}
      {!isComplete &&
        (problem ? (
          <div className="mt-3">
            <ProblemNote problem={toProblem(problem)} onRetry={retry} />
          </div>
        ) : (
          <Skeleton className="mt-2 h-16 w-full" />
        ))}
      <NextReminderView />
    </section>
  )
}

function StepRow({ title, detail, look, label, target, notice }: NextStep) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="line-clamp-2 min-w-0">{title}</span>
          {look && <StatusMark status={look} />}
        </p>
        <p className="text-muted">{detail}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {notice && <HideButton title={title} />}
        <StepLink target={target} aria-label={`${label}: ${title}`}>
          {label}
        </StepLink>
      </div>
    </li>
  )
}

/** Of the notice about missing mail. */
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

function StepLink({ target, ...more }: { target: StepTarget; children: ReactNode; 'aria-label': string }) {
  const props = { ...more, className: buttonClass({ size: 'sm' }) }
  switch (target.kind) {
    case 'add_date':
      return <Link to="/credentials/$id/edit" params={{ id: target.credentialId }} {...props} />
    case 'renew':
      return <Link to="/credentials/$id/renew" params={{ id: target.credentialId }} {...props} />
    case 'cycle':
      return <Link to="/credentials/cycles/$cycleId" params={{ cycleId: target.cycleId }} {...props} />
    case 'new_cycle':
      return <Link to="/credentials/cycles/new" search={{ credentialId: target.credentialId }} {...props} />
    case 'states':
      return <Link to="/credentials/states" {...props} />
    case 'health':
      return <Link to="/credentials/health/$recordId" params={{ recordId: target.recordId }} {...props} />
    case 'list':
      return <Link to="/credentials/lists/$listId" params={{ listId: target.listId }} {...props} />
    case 'reminder_settings':
      return <Link to="/settings" search={{ section: 'reminders' }} {...props} />
  }
}
