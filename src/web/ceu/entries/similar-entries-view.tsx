import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { contactHoursIn } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import { useSimilarEntry } from './use-similar-entries.ts'

type SimilarProps = { form: EntryForm; exceptId: string | undefined; locale: string | null }

/** Points out a probable duplicate. Never prevents saving. */
export function SimilarEntriesView({ form, exceptId, locale }: SimilarProps) {
  const [title, completedAt, hours, amount, unit] = useWatch({
    control: form.control,
    name: ['title', 'completedAt', 'hours', 'amount', 'unit'],
  })
  const similar = useSimilarEntry(title, completedAt, contactHoursIn({ hours, amount, unit }), exceptId)
  return (
    <div role="status" className="empty:hidden">
      {similar && (
        <p className="rounded-card bg-expiring-soft px-4 py-3">
          {t`You may have logged this already on ${formatDate(similar.completedAt, locale)}: “${similar.title}”, ${hoursText(similar.hours, t)}, ${similar.provider}.`}{' '}
          <Link
            to="/credentials/entries/$entryId"
            params={{ entryId: similar.id }}
            search={{ cycleId: similar.cycleId }}
            className="font-semibold underline"
          >{t`Open`}</Link>
        </p>
      )}
    </div>
  )
}
