import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { cycleSubject } from './cycle-text.ts'

/** Back to the cycle that the user came from, or to My Vault. */
export function BackToCycleLink({ cycle }: { cycle: CeuCycle | undefined }) {
  if (!cycle) return <Link to="/credentials" search={{ tab: 'ce' }} className="underline">{t`My Vault`}</Link>
  return (
    <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className="underline">
      {t`Back to ${cycleSubject(cycle)}`}
    </Link>
  )
}

/** In `cycleId`, or without one in every cycle where it counts. `wide` on phones, otherwise hidden on phones. */
export function LogCourseLink({ cycleId, wide = false }: { cycleId?: string; wide?: boolean }) {
  return (
    <ButtonLink
      to="/credentials/entries/new"
      search={cycleId === undefined ? {} : { cycleId }}
      tone="primary"
      wide={wide}
      className={wide ? 'shadow-card' : 'max-sm:hidden'}
    >
      <Plus aria-hidden className="size-5" />
      {t`Log a course`}
    </ButtonLink>
  )
}

/** On phones: stays at the bottom of the page. */
export function PinnedLogCourseLink({ cycleId }: { cycleId?: string }) {
  return (
    <div
      data-pinned-action
      className="sticky short:static bottom-[calc(var(--bottom-stack-height,0px)+12px)] z-20 sm:hidden"
    >
      <LogCourseLink {...(cycleId !== undefined && { cycleId })} wide />
    </div>
  )
}

/** Replaces the entry forms: entries require a cycle. */
export function NoCyclesView() {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-accent-soft p-5">
      <h2 className="text-lg">{t`Add a cycle first`}</h2>
      <p className="max-w-[60ch]">
        <Trans>
          A cycle has the dates and hours that your courses count toward. For your licenses, Lanyard fills in
          the dates, hours and topics that the board requires.
        </Trans>
      </p>
      <ButtonLink to="/credentials/cycles/new" tone="primary">{t`Add a cycle`}</ButtonLink>
    </div>
  )
}
