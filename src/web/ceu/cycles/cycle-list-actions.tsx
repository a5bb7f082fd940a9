import { Link } from '@tanstack/react-router'
import { useCycles } from '#web/ceu/api.ts'
import { LogCourseLink } from '#web/ceu/cycle-link.tsx'
import { cyclesHeadline } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** The buttons next to the heading. Without a cycle, the tab itself shows the first step. */
export function CycleListActions() {
  const { data } = useCycles()
  // Reserves the space, to avoid a layout shift.
  if (!data) return <span aria-hidden className="min-h-11" />
  if (data.items.length === 0) return null
  return (
    <>
      <LogCourseLink />
      <Link
        to="/credentials/cycles/new"
        className={buttonClass({ tone: 'quiet', size: 'sm' })}
      >{t`Add a cycle`}</Link>
      <Link
        to="/credentials/entries/import"
        className={buttonClass({ tone: 'quiet', size: 'sm' })}
      >{t`Import`}</Link>
    </>
  )
}

/** The heading of the CE tab: which cycles need hours, and by when. */
export function CycleListHeadline() {
  const today = useToday()
  const { locale } = useUser()
  const { data } = useCycles()
  return data ? cyclesHeadline(data.items, { today, locale }) : t`Your continuing education`
}
