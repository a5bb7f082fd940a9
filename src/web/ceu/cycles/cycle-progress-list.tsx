import { Link } from '@tanstack/react-router'
import type { Home } from '#shared/home/home-answer.ts'
import { cycleName, periodText } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProgressRing } from './progress-ring.tsx'

/**
 * On the dashboard: the current cycles, the furthest behind first. Their next steps are in the dashboard's list of next
 * steps. `isOffered` is set if the page already offers to add a cycle.
 */
export function CycleProgressList({ ce, isOffered }: { ce: Home['ce']; isOffered: boolean }) {
  const { locale } = useUser()
  const { cycles, currentCount } = ce
  if (cycles.length === 0) return <FirstCycle hasPast={ce.hasPast} isOffered={isOffered} />
  const more = currentCount - cycles.length
  return (
    <>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        {cycles.map((cycle) => (
          <li key={cycle.id} className="min-w-0">
            <Link
              to="/credentials/cycles/$cycleId"
              params={{ cycleId: cycle.id }}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong"
            >
              <ProgressRing
                cycle={cycle}
                progress={{ state: cycle.progress, fraction: cycle.fraction }}
                className="size-20"
                isSmall
              />
              <span className="min-w-0">
                <span className="line-clamp-2 font-semibold">{cycleName(cycle)}</span>
                <span className="block text-muted">{periodText(cycle, locale)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-x-5">
        <Link
          to="/credentials/entries/new"
          className="inline-flex min-h-11 items-center text-accent-strong underline"
        >{t`Log a course`}</Link>
        <Link
          to="/credentials"
          search={{ tab: 'ce' }}
          className="inline-flex min-h-11 items-center text-accent-strong underline"
        >
          {more > 0 ? t`${more} more in My Vault` : t`View all CE`}
        </Link>
      </div>
    </>
  )
}

function FirstCycle({ hasPast, isOffered }: { hasPast: boolean; isOffered: boolean }) {
  return (
    <>
      <p className="mt-1 text-muted">
        {hasPast
          ? t`No current CE cycle. Hours and topics appear here when the next one starts.`
          : t`Add a license to see the CE its board requires.`}
      </p>
      {!isOffered && (
        <ButtonLink to="/credentials/cycles/new" size="sm" className="mt-3">{t`Add a CE cycle`}</ButtonLink>
      )}
    </>
  )
}
