import { ChevronDown, X } from 'lucide-react'
import type { FirstStep } from '#shared/home/home-answer.ts'
import { StartCycleButton } from '#web/ceu/cycles/start-cycle-button.tsx'
import { t } from '#web/i18n/t.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { useLongerScheduleStart } from '#web/reminders/longer-schedule-card.tsx'
import { useDateContext } from '#web/session/session.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { firstStepText } from './first-step-text.ts'
import { InstallButton } from './install-view.tsx'

type FirstStepListProps = {
  steps: FirstStep[]
  /** One row, which opens: something else is due first. */
  isClosed?: boolean
}

/** The open steps that make Lanyard useful, each with a button, until all are done or the owner hides them. */
export function FirstStepList({ steps, isClosed = false }: FirstStepListProps) {
  const { hideFirstSteps } = useNoticeChanges()
  const done = steps.filter(({ isDone }) => isDone).length
  const count = <span className="flex-1 text-muted text-sm">{t`${done} of ${steps.length} done`}</span>
  const list = (
    <ul className="divide-y divide-line pr-2">
      {steps
        .filter(({ isDone }) => !isDone)
        .map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
    </ul>
  )
  if (isClosed)
    return (
      <details className="group rounded-card bg-sunken py-1 pr-2 pl-4">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3 [&::-webkit-details-marker]:hidden">
          <h2 className="text-base">{t`First steps`}</h2>
          {count}
          <ChevronDown aria-hidden className="mr-2 size-5 text-muted group-open:rotate-180" />
        </summary>
        {list}
        <Button
          tone="quiet"
          size="sm"
          className="my-2"
          onPress={hideFirstSteps}
        >{t`Hide the first steps`}</Button>
      </details>
    )
  return (
    <section aria-labelledby="first-steps-title" className="rounded-card bg-sunken py-1 pr-2 pl-4">
      <header className="flex items-center gap-x-3">
        <h2 id="first-steps-title" className="text-base">{t`First steps`}</h2>
        {count}
        <IconButton label={t`Hide the first steps`} icon={X} onPress={hideFirstSteps} />
      </header>
      {list}
    </section>
  )
}

function StepRow({ step }: { step: FirstStep }) {
  const { title, detail } = firstStepText(step, useDateContext())
  // The verdict has the same button.
  const isAbove = step.name === 'license' && step.isAbove
  return (
    <li className="flex items-center gap-3 py-2">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{title}</span>
        <span className="block text-muted text-sm">{detail}</span>
      </p>
      {!isAbove && <StepButton step={step} title={title} />}
    </li>
  )
}

function StepButton({ step, title }: { step: FirstStep; title: string }) {
  const add = { size: 'sm', 'aria-label': t`Add: ${title}`, children: t`Add` } as const
  switch (step.name) {
    case 'license':
      return <ButtonLink to="/upload" search={{ kind: 'license' }} {...add} />
    case 'life_support':
      return <ButtonLink to="/upload" search={{ kind: 'certification' }} {...add} />
    case 'cycle':
      if (step.proposed?.due != null)
        return <StartCycleButton credentialId={step.proposed.credentialId} name={title} size="sm" />
      return (
        <ButtonLink
          to="/credentials/cycles/new"
          search={step.proposed ? { credentialId: step.proposed.credentialId } : {}}
          {...add}
        />
      )
    case 'reminders':
      return (
        <ButtonLink
          to="/settings"
          search={{ section: 'reminders' }}
          size="sm"
          aria-label={t`Set up: ${title}`}
        >{t`Set up`}</ButtonLink>
      )
    case 'longer_schedule':
      return <LongerScheduleButton title={title} />
    case 'phone':
      return <InstallButton title={title} />
  }
}

function LongerScheduleButton({ title }: { title: string }) {
  const { turnOn, isPending } = useLongerScheduleStart()
  return (
    <Button
      size="sm"
      aria-label={t`Turn on: ${title}`}
      isPending={isPending}
      onPress={turnOn}
    >{t`Turn on`}</Button>
  )
}
