import { Link } from '@tanstack/react-router'
import { ChevronRight, HeartPulse } from 'lucide-react'
import { t } from '#web/i18n/t.ts'

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
