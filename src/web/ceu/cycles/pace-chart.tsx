import { useId } from 'react'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { hoursOverTime, neededBy, type Point } from '#shared/ceu/progress.ts'
import { addDays, daysBetween } from '#shared/kernel/dates.ts'
import type { Seen } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'

type PaceChartProps = Seen & { cycle: CeuCycle; entries: readonly CeuEntry[] }

/** The hours as they came in, beside the line of somebody who spreads them evenly; the same as a table below it. */
export function PaceChart({ cycle, entries, today, locale }: PaceChartProps) {
  const id = useId()
  const points = hoursOverTime(cycle, entries)
  const required = cycle.requiredHours
  if (required === null) return null
  const needed = neededBy(cycle, today)
  const told = `${hoursText(cycle.hoursCompleted)} counted; an even pace asks for ${needed} by ${
    today > cycle.cycleEnd ? 'the end' : 'today'
  } and ${required} in all.`
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="text-lg">
        Hours over time
      </h2>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
        className="mt-3 h-56 w-full overflow-visible text-sm"
      >
        <title id={`${id}-title`}>Hours over time</title>
        <desc id={`${id}-desc`}>{told}</desc>
        <Plot cycle={cycle} required={required} points={points} today={today} />
      </svg>
      <div aria-hidden className="mt-1 flex justify-between text-muted text-sm">
        <span>{formatDate(cycle.cycleStart, locale)}</span>
        <span>{formatDate(cycle.cycleEnd, locale)}</span>
      </div>
      <Legend />
      <Table cycle={cycle} points={points} locale={locale} />
    </section>
  )
}

/** Room above the highest line, for its label. */
const TOP = 12

type PlotProps = { cycle: CeuCycle; required: number; points: Point[]; today: string }

function Plot({ cycle, required, points, today }: PlotProps) {
  const highest = Math.max(required, cycle.hoursCompleted)
  const first = addDays(cycle.cycleStart, -1)
  const days = daysBetween(first, cycle.cycleEnd)
  const x = (date: string) => (100 * Math.min(days, Math.max(0, daysBetween(first, date)))) / days
  const y = (hours: number) => 100 - ((100 - TOP) * hours) / highest
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
            {part === 0 ? '' : part === 1 ? `${required} hours` : round(required / 2)}
          </text>
        </g>
      ))}
      {/* Stretched to the window, with lines that keep their width. */}
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
      {isRunning && <TodayMark at={x(today)} hours={cycle.hoursCompleted} height={y(cycle.hoursCompleted)} />}
    </>
  )
}

function TodayMark({ at, hours, height }: { at: number; hours: number; height: number }) {
  const anchor = at > 60 ? 'end' : 'start'
  const away = anchor === 'end' ? -9 : 9
  return (
    <g>
      <line x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" stroke="var(--ink)" strokeDasharray="2 3" />
      <text x={`${at}%`} y="100%" dx={away} dy="-7" textAnchor={anchor} fill="var(--ink)" fontWeight="600">
        Today
      </text>
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
        {hoursText(hours)}
      </text>
    </g>
  )
}

/** Up and along: hours do not come in little by little. */
export function stepsOf(points: readonly Point[], last: string): Point[] {
  const steps = points.flatMap((point, at) => {
    const before = points[at - 1]
    return before ? [{ date: point.date, hours: before.hours }, point] : [point]
  })
  const end = points.at(-1)
  return end && end.date < last ? [...steps, { date: last, hours: end.hours }] : steps
}

const round = (hours: number) => Math.round(hours * 10) / 10

function Legend() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      <li className="flex items-center gap-2">
        <svg aria-hidden="true" width="24" height="4">
          <line x1="0" x2="24" y1="2" y2="2" stroke="var(--accent)" strokeWidth="3" />
        </svg>
        Counted
      </li>
      <li className="flex items-center gap-2">
        <svg aria-hidden="true" width="24" height="4">
          <line
            x1="0"
            x2="24"
            y1="2"
            y2="2"
            stroke="var(--line-strong)"
            strokeWidth="2"
            strokeDasharray="5 4"
          />
        </svg>
        Needed, at an even pace
      </li>
    </ul>
  )
}

function Table({ cycle, points, locale }: { cycle: CeuCycle; points: Point[]; locale: string | null }) {
  const rows = points.slice(1)
  if (rows.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong text-sm underline">
        The same as a table
      </summary>
      <table className="w-full text-left text-sm">
        <thead className="text-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-1.5 font-normal">
              Date
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Counted so far
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Needed by then
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, hours }) => (
            <tr key={date} className="border-line border-b">
              <td className="py-1.5">{formatDate(date, locale)}</td>
              <td className="py-1.5 text-right">{hours}</td>
              <td className="py-1.5 text-right">{neededBy(cycle, date)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
