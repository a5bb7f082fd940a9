import { CalendarX2, CircleAlert, CircleCheck, CircleHelp, CircleX, History, Hourglass } from 'lucide-react'
import type { MatchState } from '#shared/requirements/match.ts'

const looks: Record<MatchState, { icon: typeof CircleX; color: string }> = {
  missing: { icon: CircleX, color: 'text-expired' },
  ended: { icon: CalendarX2, color: 'text-expired' },
  too_old: { icon: History, color: 'text-expired' },
  ends_during: { icon: Hourglass, color: 'text-renewal' },
  unknown: { icon: CircleHelp, color: 'text-muted' },
  choice: { icon: CircleAlert, color: 'text-renewal' },
  held: { icon: CircleCheck, color: 'text-active' },
}

/** The icon of a state; its word is in the heading above. */
export function StateBadge({ state }: { state: MatchState }) {
  const { icon: Icon, color } = looks[state]
  return <Icon aria-hidden className={`size-5 shrink-0 ${color}`} />
}
