import { Link } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { EntryList, withoutCertificateText } from '#web/ceu/entries/entry-list.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** The entries of a cycle, or the first step. */
export function CycleEntryList({
  cycle,
  entries,
  locale,
}: {
  cycle: CeuCycle
  entries: CeuEntry[]
  locale: string | null
}) {
  const gaps = withoutCertificateText(entries)
  if (entries.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-card border border-line-strong/50 border-dashed p-5">
        <p className="text-muted">
          <Trans>
            No courses logged yet. Start with any certificate you have handy: title, date and hours are
            enough, and you can attach the file.
          </Trans>
        </p>
        <Link
          to="/credentials/entries/new"
          search={{ cycleId: cycle.id }}
          className={buttonClass({ tone: 'secondary' })}
        >{t`Log your first course`}</Link>
      </div>
    )
  return (
    <>
      {gaps && <p className="mb-3 text-muted">{gaps}</p>}
      <EntryList cycle={cycle} entries={entries} locale={locale} />
    </>
  )
}
