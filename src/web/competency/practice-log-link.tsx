import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'

/** The link from the cycles to the practice log. */
export function PracticeLogLink() {
  return (
    <Link
      to="/credentials/practice"
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t`Practice log`}</span>
        <span className="block text-muted text-sm">
          <Trans>Hours worked, academic credits, exams and other things that some renewals accept</Trans>
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}

export function BackToPracticeLogLink() {
  return <Link to="/credentials/practice" className="underline">{t`Practice log`}</Link>
}
