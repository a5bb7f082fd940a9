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
  // The line of today would cross the labels on the left.
  const isLabeledRight = isRunning && x(today) < 33
  const steps = stepsOf(points, last).map(({ date, hours }) => `${x(date)} ${y(hours)}`)
  return (
    <>
      {[0, 0.5, 1].map((part) => (
        <line
          key={part}
          x1="0"
          x2="100%"
          y1={`${y(part * required)}%`}
          y2={`${y(part * required)}%`}
          stroke="var(--line)"
        />
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
      {[0.5, 1].map((part) => (
        <text
          key={part}
          x={isLabeledRight ? '100%' : '0'}
          y={`${y(part * required)}%`}
          dy="-5"
          textAnchor={isLabeledRight ? 'end' : 'start'}
          fill="var(--muted)"
          stroke="var(--paper)"
          strokeWidth="4"
          paintOrder="stroke"
        >
          {part === 1 ? ruleAmountText(required, cycle.rule, t) : round(required / 2)}
        </text>
      ))}
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

/** Its label is above the chart, where nothing crosses it. */
function TodayLine({ at, label, height }: { at: number; label: string; height: number }) {
  return (
    <g>
      <line x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" stroke="var(--ink)" strokeDasharray="2 3" />
      <text
        x={`${at}%`}
        y="0"
        dy="-7"
        textAnchor={at < 33 ? 'start' : at > 67 ? 'end' : 'middle'}
        fontWeight="600"
      >
        <tspan fill="var(--ink)">{t`Today`}</tspan>
        <tspan dx="6" fill="var(--accent-strong)">
          {label}
        </tspan>
      </text>
      <circle
        cx={`${at}%`}
        cy={`${height}%`}
        r="5"
        fill="var(--accent)"
        stroke="var(--paper)"
        strokeWidth="2"
      />
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
