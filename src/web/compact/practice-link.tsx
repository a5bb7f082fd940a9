import { Link } from '@tanstack/react-router'
import { ChevronRight, MapPinned } from 'lucide-react'
import type { PracticeOverview } from '#shared/compact/practice-answer.ts'
import { t } from '#web/i18n/t.ts'
import { overviewText } from './practice-page-text.ts'

/** The link to the map, for owners with a multistate license or licenses of more than one state. */
export function PracticeLink({ counts, assumes }: Pick<PracticeOverview, 'counts' | 'assumes'>) {
  return (
    <Link
      to="/credentials/states"
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken"
    >
      <MapPinned aria-hidden className="size-6 shrink-0 text-accent-strong" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t`Where you can work`}</span>
        <span className="block text-muted text-sm">{overviewText(counts, assumes)}</span>
        {assumes.length > 0 && (
          <span className="block text-muted text-sm">{t`Tell us where you live to find out.`}</span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
