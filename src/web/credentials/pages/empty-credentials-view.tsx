import { Link } from '@tanstack/react-router'
import { addDays } from '#shared/kernel/dates.ts'
import { StatusBadge } from '#web/credentials/status-badge.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { EmptyState } from '#web/ui/page.tsx'

/** Days until the license of the example expires. */
const DAYS = 130

/** Shows the first step and an example of its result. */
export function EmptyCredentialsView() {
  const soon = addDays(useToday(), DAYS)
  const { locale } = useUser()
  return (
    <EmptyState
      picture={
        <IdBadge
          as="div"
          tone="active"
          eyebrow={t`Example`}
          title="Texas RN"
          className="mb-2 w-full max-w-72 text-left"
        >
          <StatusBadge status="active" />
          <p>{`${formatDate(soon, locale)} · ${formatDays(DAYS)}`}</p>
        </IdBadge>
      }
      title={t`Start with the card you are asked for most often`}
      body={t`Photograph it or type its details. Its status and days left appear here.`}
      action={
        <div className="grid justify-items-center gap-2">
          <ButtonLink to="/upload" tone="primary">{t`Add your first credential`}</ButtonLink>
          <Link
            to="/settings/import"
            className="inline-flex min-h-11 items-center text-accent-strong underline underline-offset-4"
          >{t`Moving from another Lanyard? Import your data.`}</Link>
        </div>
      }
    />
  )
}
