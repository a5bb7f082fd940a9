import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MapPinned } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { practiceOverviewQuery } from './api.ts'
import { overviewText } from './practice-page-text.ts'

/** The link to the map, for owners with a multistate license or licenses of more than one state. */
export function PracticeLink() {
  const { data } = useQuery(practiceOverviewQuery)
  if (!data?.isOffered) return null
  return (
    <Link
      to="/credentials/states"
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken"
    >
      <MapPinned aria-hidden className="size-6 shrink-0 text-accent-strong" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t`Where you can work`}</span>
        <span className="block text-muted text-sm">{overviewText(data.counts, data.assumes)}</span>
        {data.assumes.length > 0 && (
          <span className="block text-muted text-sm">{t`Tell us where you live to find out.`}</span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
