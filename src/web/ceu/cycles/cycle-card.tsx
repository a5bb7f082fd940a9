import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { cycleHeadline, cycleName, paceText, periodText, type Seen } from '#web/ceu/cycle-text.ts'
import { formatDays } from '#web/format/dates.ts'
import { RingView } from './progress-ring.tsx'

const marks = {
  done: { words: 'All in', icon: CircleCheck, look: 'bg-active-soft text-active' },
  on_pace: { words: 'On pace', icon: CircleDashed, look: 'bg-accent-soft text-accent-strong' },
  behind: { words: 'Behind', icon: TriangleAlert, look: 'bg-expiring-soft text-expiring' },
  not_started: { words: 'Not begun', icon: Clock, look: 'bg-renewal-soft text-renewal' },
  ended: { words: 'Ended short', icon: OctagonX, look: 'bg-expired-soft text-expired' },
} as const

/** How a cycle stands, as a word and a shape. */
export function CycleMark({ cycle, today }: { cycle: CeuCycle; today: string }) {
  const { state } = progressOf(cycle, today)
  const { icon: Icon, look } = marks[state]
  // Without a total there is no line to be behind of.
  const words = state === 'on_pace' && cycle.requiredHours === null ? 'Under way' : marks[state].words
  return (
    <span
      className={`inline-flex w-fit shrink-0 items-center gap-1.5 rounded-full py-1 pr-3 pl-2 font-semibold text-sm ${look}`}
    >
      <Icon aria-hidden className="size-4" />
      {words}
    </span>
  )
}

/** A running cycle: its ring, what is left and how fast; all of it leads to its page. */
export function CycleCard({ cycle, ...seen }: Seen & { cycle: CeuCycle }) {
  const progress = progressOf(cycle, seen.today)
  return (
    <article className="relative flex h-full gap-5 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-line-strong max-sm:gap-4 max-sm:p-4 max-[22rem]:flex-col">
      <RingView cycle={cycle} today={seen.today} className="size-28 max-sm:size-24" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <h3 className="font-semibold text-lg">
          <Link
            to="/credentials/cycles/$cycleId"
            params={{ cycleId: cycle.id }}
            className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
          >
            {cycleName(cycle)}
          </Link>
        </h3>
        <p className="text-muted text-sm">{`${periodText(cycle, seen.locale)} · ends ${formatDays(progress.daysLeft)}`}</p>
        <CycleMark cycle={cycle} today={seen.today} />
        <p className="font-semibold">{cycleHeadline(cycle, seen)}</p>
        <p className="text-muted">{paceText(cycle, seen)}</p>
      </div>
    </article>
  )
}

/** A cycle that has ended, in one line. */
export function PastCycleRow({ cycle, ...seen }: Seen & { cycle: CeuCycle }) {
  return (
    <li>
      <Link
        to="/credentials/cycles/$cycleId"
        params={{ cycleId: cycle.id }}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 hover:bg-sunken"
      >
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{cycleName(cycle)}</span>
          <span className="block text-muted text-sm">{periodText(cycle, seen.locale)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted text-sm">{cycleHeadline(cycle, seen)}</span>
          <CycleMark cycle={cycle} today={seen.today} />
        </span>
      </Link>
    </li>
  )
}
