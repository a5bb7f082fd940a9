import { clsx } from 'clsx'
import type { CycleState, Progress } from '#shared/ceu/progress.ts'
import { shortUnitName } from '#shared/ceu/unit-text.ts'
import { type CountedCycle, countText } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'

const BOX = 120
const OUTER = 53
const INNER = 41

const totalLook: Record<CycleState, string> = {
  done: 'text-active',
  on_pace: 'text-accent',
  not_started: 'text-accent',
  behind: 'text-expiring',
  ended: 'text-expired',
}

type RingProps = {
  cycle: CountedCycle
  progress: Pick<Progress, 'state' | 'fraction'>
  className?: string
  isSmall?: boolean
}

/** The hours as a ring around one arc per required topic. The topics must also be listed as text nearby. */
export function ProgressRing({ cycle, progress, className = 'size-36', isSmall = false }: RingProps) {
  const { fraction, state } = progress
  const { requiredHours, topics, topicsCompleted, hoursCounted } = cycle
  const met = topicsCompleted.filter(({ isMet }) => isMet).length
  const hasTotal = requiredHours !== null
  const unit = shortUnitName(cycle.rule)
  const ofText = unit === 'hours' ? t`of ${requiredHours ?? 0} h` : t`of ${requiredHours ?? 0}`
  const below = hasTotal ? (unit === 'hours' ? null : t(unit)) : topics.length > 0 ? t`topics` : null
  return (
    <div className={clsx('relative shrink-0', className)}>
      <svg
        viewBox={`0 0 ${BOX} ${BOX}`}
        role="img"
        aria-label={progressText(cycle)}
        className="size-full -rotate-90"
      >
        {hasTotal && (
          <Arc radius={OUTER} width={9} look={totalLook[state]} from={0} to={1} fraction={fraction} />
        )}
        {topics.map(({ topic, hours }, at) => (
          <Arc
            key={topic}
            radius={hasTotal ? INNER : OUTER - 4}
            width={hasTotal ? 5 : 9}
            look={topicsCompleted[at]?.isMet ? 'text-active' : 'text-renewal'}
            from={(at + gap(topics.length)) / topics.length}
            to={(at + 1 - gap(topics.length)) / topics.length}
            fraction={topicFraction(hours, topicsCompleted[at])}
          />
        ))}
      </svg>
      <div aria-hidden className="absolute inset-0 flex flex-col items-center justify-center text-center">
        <span className={clsx('font-semibold', numberLook(isSmall, `${hoursCounted}`.length))}>
          {hasTotal || topics.length === 0 ? hoursCounted : met}
        </span>
        <span className={clsx('text-muted leading-4', isSmall ? 'text-xs' : 'text-sm')}>
          {hasTotal ? ofText : topics.length === 0 ? t(unit) : t`of ${topics.length}`}
        </span>
        {below !== null && !isSmall && <span className="text-muted text-sm leading-4">{below}</span>}
      </div>
    </div>
  )
}

/** Small enough for "102.75" inside the arcs. */
function numberLook(isSmall: boolean, letters: number): string {
  if (isSmall) return letters > 4 ? 'text-sm leading-4' : 'text-base leading-5'
  return letters > 4 ? 'text-base leading-5' : 'text-xl leading-6'
}

/** The ring as text. */
export function progressText(cycle: CountedCycle): string {
  const met = cycle.topicsCompleted.filter(({ isMet }) => isMet).length
  const topics = cycle.topics.length
  const count = countText(cycle)
  return cycle.requiredHours === null || topics === 0 ? count : t`${count}, ${met} of ${topics} topics`
}

function topicFraction(
  hours: number | null,
  done: CountedCycle['topicsCompleted'][number] | undefined,
): number {
  if (!done || done.isMet) return done ? 1 : 0
  return hours === null ? 0 : Math.min(1, done.hours / hours)
}

/** Half of the space between two arcs, as a fraction of an arc. */
const gap = (count: number) => (count === 1 ? 0 : Math.min(0.2, count * 0.012))

type ArcProps = { radius: number; width: number; look: string; from: number; to: number; fraction: number }

/** A section of a circle, filled up to `fraction`. */
function Arc({ radius, width, look, from, to, fraction }: ArcProps) {
  const around = 2 * Math.PI * radius
  const circle = { cx: BOX / 2, cy: BOX / 2, r: radius, fill: 'none', strokeWidth: width }
  const length = (to - from) * around
  return (
    <>
      <circle
        {...circle}
        stroke="var(--line)"
        strokeDasharray={`${length} ${around}`}
        strokeDashoffset={-from * around}
      />
      {fraction > 0 && (
        <circle
          {...circle}
          className={look}
          stroke="currentColor"
          strokeDasharray={`${length * fraction} ${around}`}
          strokeDashoffset={-from * around}
        />
      )}
    </>
  )
}
