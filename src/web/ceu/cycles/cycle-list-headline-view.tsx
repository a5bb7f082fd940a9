import { cyclesHeadline } from '#web/ceu/cycle-text.ts'
import { useCycles } from '#web/ceu/use-cycles.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'

/** The heading of the CE tab: which cycles need hours, and by when. */
export function CycleListHeadline() {
  const today = useToday()
  const { locale } = useUser()
  const { data } = useCycles()
  return data ? cyclesHeadline(data.items, { today, locale }) : t`Your continuing education`
}
