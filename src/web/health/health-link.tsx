import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarClock, ChevronRight, CircleAlert, Clock, HeartPulse, History } from 'lucide-react'
import type { HealthDueState } from '#shared/health/due.ts'
import { t } from '#web/i18n/t.ts'

const looks = {
  past: { icon: CircleAlert, look: 'text-expired' },
  soon: { icon: Clock, look: 'text-expiring' },
  later: { icon: CalendarClock, look: 'text-muted' },
  replaced: { icon: History, look: 'text-muted' },
} as const

/** A date with its shape, never by color alone. */
export function HealthDueBadge({ state, children }: { state: HealthDueState; children: string | null }) {
  if (state === 'none' || children === null) return null
  const { icon: Icon, look } = looks[state]
  return (
    <span className={clsx('flex gap-1.5 text-sm', look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  )
}

/** The link from the vault to the health records. */
export function HealthLink() {
  return (
    <Link
      to="/credentials/health"
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken"
    >
      <HeartPulse aria-hidden className="size-6 shrink-0 text-accent-strong" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t`Health records`}</span>
        <span className="block text-muted text-sm">{t`TB test, vaccines, fit test and whatever else a job asks for. Private.`}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
