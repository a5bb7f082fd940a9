import { Archive } from 'lucide-react'
import { type CountedIn, retentionOf } from '#shared/retention/proof-retention.ts'
import { retentionText } from '#shared/retention/retention-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { useToday } from '#web/session/use-today.ts'

type ProofRetentionProps = { completedAt: string; cycles: readonly CountedIn[]; locale: string | null }

/** Until when the strictest rule wants the proof of an entry kept, with where that is said. */
export function ProofRetentionView({ completedAt, cycles, locale }: ProofRetentionProps) {
  const today = useToday()
  const retention = retentionOf(completedAt, cycles)
  const format = (date: string) => formatDate(date, locale)
  const source = retention.strictest?.source
  return (
    <div className="mt-2 flex gap-2 text-muted text-sm">
      <Archive aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        {retentionText(retention, today, format)}
        {source && (
          <>
            {' '}
            <a href={source.url} target="_blank" rel="noopener noreferrer" className="underline">
              {source.isCited ? 'Source' : 'The board’s page'}
            </a>
            {source.isCited
              ? `, read on ${format(source.readOn)}`
              : `; no text that says so is cited (gathered ${format(source.readOn)})`}
          </>
        )}
      </p>
    </div>
  )
}
