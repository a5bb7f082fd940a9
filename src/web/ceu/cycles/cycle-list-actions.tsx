import { useCycles } from '#web/ceu/api.ts'
import { LogCourseLink } from '#web/ceu/cycle-link.tsx'
import { cyclesHeadline } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The buttons next to the heading. Without a cycle, the tab itself shows the first step. */
export function CycleListActions() {
  const { data } = useCycles()
  // Reserves the space, to avoid a layout shift.
  if (!data) return <span aria-hidden className="min-h-11" />
  if (data.items.length === 0) return null
  return (
    <>
      <LogCourseLink />
      <ButtonLink to="/credentials/cycles/new" tone="quiet" size="sm">{t`Add a cycle`}</ButtonLink>
      <ButtonLink to="/credentials/entries/import" tone="quiet" size="sm">{t`Import`}</ButtonLink>
    </>
  )
}

/** The heading of the CE tab: which cycles need hours, and by when. */
export function CycleListHeadline() {
  const { today, locale } = useDateContext()
  const { data } = useCycles()
  return data ? cyclesHeadline(data.items, { today, locale }) : t`Your continuing education`
}
