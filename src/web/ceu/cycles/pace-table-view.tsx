import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { hoursNeededBy, type Point } from '#shared/ceu/progress.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type PaceTableProps = { cycle: CeuCycle; points: Point[]; locale: string | null }

/** The values of the chart as text. */
export function PaceTable({ cycle, points, locale }: PaceTableProps) {
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
