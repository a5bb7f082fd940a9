import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { contactHoursIn } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import { useEntrySimilar } from './use-similar-entries.ts'

type SimilarProps = { form: EntryForm; exceptId: string | undefined; locale: string | null }

/** A likely twin, pointed out and never in the way. */
export function SimilarNote({ form, exceptId, locale }: SimilarProps) {
  const [title, completedAt, hours, amount, unit] = useWatch({
    control: form.control,
    name: ['title', 'completedAt', 'hours', 'amount', 'unit'],
  })
  const twin = useEntrySimilar(title, completedAt, contactHoursIn({ hours, amount, unit }), exceptId)
  return (
    <div role="status" className="empty:hidden">
      {twin && (
        <p className="rounded-card bg-expiring-soft px-4 py-3">
          {`You logged the same on ${formatDate(twin.completedAt, locale)}: “${twin.title}”, ${hoursText(twin.hours)}, ${twin.provider}. `}
          <Link
            to="/credentials/entries/$entryId"
            params={{ entryId: twin.id }}
            search={{ cycleId: twin.cycleId }}
            className="font-semibold underline"
          >
            Open it
          </Link>
        </p>
      )}
    </div>
  )
}
