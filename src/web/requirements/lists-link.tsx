import { Link } from '@tanstack/react-router'
import { ChevronRight, ListChecks } from 'lucide-react'
import { t } from '#web/i18n/t.ts'

/** The link from the vault to the requirement lists. */
export function RequirementListsLink() {
  return (
    <Link
      to="/credentials/lists"
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken"
    >
      <ListChecks aria-hidden className="size-6 shrink-0 text-accent-strong" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t`Requirement lists`}</span>
        <span className="block text-muted text-sm">{t`What a job asks for, and what you already hold`}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
