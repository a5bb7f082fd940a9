import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** `wide` on phones, at the bottom of the page; otherwise hidden on phones. */
export function LogCourseLink({ cycleId, wide = false }: { cycleId: string; wide?: boolean }) {
  return (
    <Link
      to="/credentials/entries/new"
      search={{ cycleId }}
      className={`${buttonClass({ tone: 'primary', wide })} ${wide ? 'shadow-card' : 'max-sm:hidden'}`}
    >
      <Plus aria-hidden className="size-5" />
      {t`Log a course`}
    </Link>
  )
}
