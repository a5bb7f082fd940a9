import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type Progress, progressOf } from '#shared/ceu/progress.ts'
import { msg } from '#shared/i18n/translate.ts'
import { cycleHeadline, cycleName, neededText, periodText, remainingText } from '#web/ceu/cycle-text.ts'
import { type DateContext, formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProgressRing } from './progress-ring.tsx'

const statusBadges = {
  done: { text: msg`Complete`, icon: CircleCheck, look: 'bg-active-soft text-active' },
  on_pace: { text: msg`On pace`, icon: CircleDashed, look: 'bg-accent-soft text-accent-strong' },
  behind: { text: msg`Behind`, icon: TriangleAlert, look: 'bg-expiring-soft text-expiring' },
  not_started: { text: msg`Not started`, icon: Clock, look: 'bg-renewal-soft text-renewal' },
  done_as_known: {
    text: msg`Complete as far as known`,
    icon: CircleCheck,
    look: 'bg-accent-soft text-accent-strong',
  },
  in_progress: { text: msg`In progress`, icon: CircleDashed, look: 'bg-accent-soft text-accent-strong' },
  ended: { text: msg`Ended incomplete`, icon: OctagonX, look: 'bg-expired-soft text-expired' },
} as const

/** Without a total there is no pace. Without a completely known rule, nothing is called complete. */
function badgeOf(
  { requiredHours }: CeuCycle,
  { state, isAllKnown }: Pick<Progress, 'state' | 'isAllKnown'>,
): keyof typeof statusBadges {
  if (state === 'done' && !isAllKnown) return 'done_as_known'
  return state === 'on_pace' && requiredHours === null ? 'in_progress' : state
}

/** The status of a cycle as text and icon. */
export function CycleStatusBadge({ cycle, today }: { cycle: CeuCycle; today: string }) {
  const { state, isAllKnown } = progressOf(cycle, today)
  const { icon: Icon, look, text } = statusBadges[badgeOf(cycle, { state, isAllKnown })]
  return (
    <Badge icon={Icon} look={look}>
      {t(text)}
    </Badge>
  )
}

/** `isOnly`: the heading above it says what is left. */
type CycleCardProps = DateContext & { cycle: CeuCycle; isOnly: boolean }

/** A current cycle; the whole card links to its page. */
export function CycleCard({ cycle, isOnly, ...context }: CycleCardProps) {
  const progress = progressOf(cycle, context.today)
  return (
    <article className="relative flex h-full flex-wrap items-center gap-5 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-line-strong max-sm:gap-4 max-sm:p-4">
      <ProgressRing cycle={cycle} progress={progress} className="size-28 max-sm:size-24" />
      <div className="flex min-w-0 flex-[1_1_8rem] flex-col items-start gap-1.5">
        <h3 className="font-semibold text-lg leading-snug">
          <Link
            to="/credentials/cycles/$cycleId"
            params={{ cycleId: cycle.id }}
            className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
          >
            {cycleName(cycle)}
          </Link>
        </h3>
        <CycleStatusBadge cycle={cycle} today={context.today} />
        {progress.state !== 'done' && (
          <p>{isOnly ? neededText(cycle, context) : remainingText(cycle, context)}</p>
        )}
        <p className="text-muted text-sm">{t`Ends ${formatDate(cycle.cycleEnd, context.locale)} · ${formatDays(progress.daysLeft)}`}</p>
      </div>
    </article>
  )
}

/** A past cycle as one row. */
export function PastCycleRow({ cycle, ...context }: DateContext & { cycle: CeuCycle }) {
  return (
    <li>
      <Link
        to="/credentials/cycles/$cycleId"
        params={{ cycleId: cycle.id }}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 hover:bg-sunken"
      >
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{cycleName(cycle)}</span>
          <span className="block text-muted text-sm">{periodText(cycle, context.locale)}</span>
        </span>
        {progressOf(cycle, context.today).state === 'ended' ? (
          <span className="text-expired">{cycleHeadline(cycle, context)}</span>
        ) : (
          <CycleStatusBadge cycle={cycle} today={context.today} />
        )}
      </Link>
    </li>
  )
}
