import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Point } from '#shared/ceu/progress.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'

/** Percent above the highest line, for its label. */
const TOP_MARGIN = 12

type PacePlotProps = { cycle: CeuCycle; required: number; points: Point[]; today: string }

/** Counted hours as steps, the even pace as a dashed line, and today. */
export function PacePlot({ cycle, required, points, today }: PacePlotProps) {
  const highest = Math.max(required, cycle.hoursCounted)
  const first = addDays(cycle.cycleStart, -1)
  const days = daysBetween(first, cycle.cycleEnd)
  const x = (date: string) => (100 * Math.min(days, Math.max(0, daysBetween(first, date)))) / days
  const y = (hours: number) => 100 - ((100 - TOP_MARGIN) * hours) / highest
  const last = today < cycle.cycleEnd ? today : cycle.cycleEnd
  const isRunning = today >= cycle.cycleStart && today <= cycle.cycleEnd
  const steps = stepsOf(points, last).map(({ date, hours }) => `${x(date)} ${y(hours)}`)
  return (
    <>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line
            x1="0"
            x2="100%"
            y1={`${y(part * required)}%`}
            y2={`${y(part * required)}%`}
            stroke="var(--line)"
          />
          <text x="0" y={`${y(part * required)}%`} dy="-5" fill="var(--muted)">
            {part === 0 ? '' : part === 1 ? ruleAmountText(required, cycle.rule, t) : round(required / 2)}
          </text>
        </g>
      ))}
      {/* Stretched to the width of the chart; the stroke width stays. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        overflow="visible"
      >
        <path d={`M${x(first)} 100L${steps.join('L')}V100Z`} fill="var(--accent-soft)" />
        <path
          d={`M0 ${y(0)}L100 ${y(required)}`}
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="2"
          strokeDasharray="5 5"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${steps.join('L')}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {isRunning && (
        <TodayLine
          at={x(today)}
          label={ruleAmountText(cycle.hoursCounted, cycle.rule, t)}
          height={y(cycle.hoursCounted)}
        />
      )}
    </>
  )
}

function TodayLine({ at, label, height }: { at: number; label: string; height: number }) {
  const anchor = at > 60 ? 'end' : 'start'
  const away = anchor === 'end' ? -9 : 9
  return (
    <g>
      <line x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" stroke="var(--ink)" strokeDasharray="2 3" />
      <text
        x={`${at}%`}
        y="100%"
        dx={away}
        dy="-7"
        textAnchor={anchor}
        fill="var(--ink)"
        fontWeight="600"
      >{t`Today`}</text>
      <circle
        cx={`${at}%`}
        cy={`${height}%`}
        r="5"
        fill="var(--accent)"
        stroke="var(--paper)"
        strokeWidth="2"
      />
      <text
        x={`${at}%`}
        y={`${height}%`}
        dx={away}
        dy="-9"
        textAnchor={anchor}
        fill="var(--accent-strong)"
        fontWeight="600"
        stroke="var(--paper)"
        strokeWidth="4"
        paintOrder="stroke"
      >
        {label}
      </text>
    </g>
  )
}

/** The points of a step line up to the date `last`. */
export function stepsOf(points: readonly Point[], last: string): Point[] {
  const steps = points.flatMap((point, at) => {
    const before = points[at - 1]
    return before ? [{ date: point.date, hours: before.hours }, point] : [point]
  })
  const end = points.at(-1)
  return end && end.date < last ? [...steps, { date: last, hours: end.hours }] : steps
}

const round = (hours: number) => Math.round(hours * 10) / 10
