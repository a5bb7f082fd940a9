import { useId } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { hoursNeededBy, hoursOverTime, type Point } from '#shared/ceu/progress.ts'
import { ruleAmountText, unitName } from '#shared/ceu/unit-text.ts'
import { paceText } from '#web/ceu/cycle-text.ts'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PacePlot } from './pace-plot-chart.tsx'

type PaceChartProps = DateContext & { cycle: CeuCycle; entries: readonly CeuEntry[] }

/** Counted hours over time compared with an even pace, as a chart and as a table, folded. */
export function PaceChart({ cycle, entries, today, locale }: PaceChartProps) {
  const id = useId()
  const points = hoursOverTime(cycle, entries)
  const required = cycle.requiredHours
  if (required === null) return null
  const unit = t(unitName(cycle.rule))
  const title = t`${unit.charAt(0).toUpperCase() + unit.slice(1)} over time`
  const needed = hoursNeededBy(cycle, today)
  const summary = paceText(cycle, { today, locale }) ?? t`Compared with an even pace`
  const counted = ruleAmountText(cycle.hoursCounted, cycle.rule, t)
  const description =
    today > cycle.cycleEnd
      ? t`${counted} counted; an even pace needs ${needed} by the end and ${required} in total.`
      : t`${counted} counted; an even pace needs ${needed} by today and ${required} in total.`
  return (
    <div className="border-line border-t">
      <Disclosure id="pace" title={title} summary={summary}>
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          className="mt-8 h-56 w-full overflow-visible text-sm"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{description}</desc>
          <PacePlot cycle={cycle} required={required} points={points} today={today} />
        </svg>
        <div>
          <div aria-hidden className="flex justify-between text-muted text-sm">
            <span>{formatDate(cycle.cycleStart, locale)}</span>
            <span>{formatDate(cycle.cycleEnd, locale)}</span>
          </div>
          <Legend />
          <PaceTable cycle={cycle} points={points} locale={locale} />
        </div>
      </Disclosure>
    </div>
  )
}

function Legend() {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      <li className="flex items-center gap-2">
        <svg aria-hidden="true" width="24" height="4">
          <line x1="0" x2="24" y1="2" y2="2" stroke="var(--accent)" strokeWidth="3" />
        </svg>
        {t`Counted`}
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
        {t`Needed at an even pace`}
      </li>
    </ul>
  )
}

type PaceTableProps = { cycle: CeuCycle; points: Point[]; locale: string | null }

/** The values of the chart as text. */
function PaceTable({ cycle, points, locale }: PaceTableProps) {
  const rows = points.slice(1)
  if (rows.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong print:hidden text-sm underline">{t`View as a table`}</summary>
      <table className="w-full text-left text-sm">
        <thead className="text-muted">
          <tr className="border-line border-b">
            <th scope="col" className="py-1.5 font-normal">{t`Date`}</th>
            <th scope="col" className="py-1.5 text-right font-normal">{t`Counted so far`}</th>
            <th scope="col" className="py-1.5 text-right font-normal">{t`Needed by then`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, hours }) => (
            <tr key={date} className="border-line border-b">
              <td className="py-1.5">{formatDate(date, locale)}</td>
              <td className="py-1.5 text-right">{hours}</td>
              <td className="py-1.5 text-right">{hoursNeededBy(cycle, date)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
