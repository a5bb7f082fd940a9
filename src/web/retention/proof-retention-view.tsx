import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { type CountedIn, retentionOf } from '#shared/retention/proof-retention.ts'
import { retentionText } from '#shared/retention/retention-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday } from '#web/session/session.ts'

type ProofRetentionProps = { completedAt: string; cycles: readonly CountedIn[]; locale: string | null }

/** Until when the strictest rule requires the proof of an entry, with the source of that period. */
export function ProofRetentionView({ completedAt, cycles, locale }: ProofRetentionProps) {
  const today = useToday()
  const retention = retentionOf(completedAt, cycles)
  const format = (date: string) => formatDate(date, locale)
  const source = retention.strictest?.source
  return (
    <div className="mt-2 flex gap-2 text-muted text-sm">
      <Archive aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        {retentionText(retention, today, { t, formatDate: format })}
        {source && (
          <>
            {' '}
            {source.isCited ? (
              <Trans>
                <SourceLink url={source.url}>Source</SourceLink>, read on {[format(source.readOn)]}
              </Trans>
            ) : (
              <Trans>
                <SourceLink url={source.url}>The board’s page</SourceLink>; no text that says so is cited
                (gathered {[format(source.readOn)]})
              </Trans>
            )}
          </>
        )}
      </p>
    </div>
  )
}

function SourceLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
      {children}
    </a>
  )
}
