import { clsx } from 'clsx'
import { CalendarClock, CircleAlert, Clock, HeartPulse, History } from 'lucide-react'
import type { HealthDueState } from '#shared/health/due.ts'
import { t } from '#web/i18n/t.ts'
import { SectionLink } from '#web/ui/page.tsx'

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
    <SectionLink to="/credentials/health" icon={HeartPulse} title={t`Health records`}>
      {t`TB test, vaccines, fit test and whatever else a job asks for. Private.`}
    </SectionLink>
  )
}
