import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useWatch } from 'react-hook-form'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import type { EntryForm } from './entry-hours-field.tsx'
import { useSimilarEntry } from './use-similar-entries.ts'

type SimilarProps = {
  form: EntryForm
  exceptId: string | undefined
  locale: string | null
  /** Saves all the same; `null` until a save was refused because of it. */
  onAnyway: (() => void) | null
  ref: Ref<HTMLDivElement>
}

/** Points out a probable duplicate, and asks about it before it counts. */
export function SimilarEntriesView({ form, exceptId, locale, onAnyway, ref }: SimilarProps) {
  const [title, completedAt, hours, amount, unit] = useWatch({
    control: form.control,
    name: ['title', 'completedAt', 'hours', 'amount', 'unit'],
  })
  const similar = useSimilarEntry({ title, completedAt, hours, amount, unit }, exceptId)
  return (
    <div ref={ref} tabIndex={-1} role="status" className="scroll-mt-20 rounded-card empty:hidden">
      {similar && (
        <div className="grid justify-items-start gap-3 rounded-card bg-expiring-soft px-4 py-3">
          <p>
            {t`You may have logged this already on ${formatDate(similar.completedAt, locale)}: “${similar.title}”, ${hoursText(similar.hours, t)}, ${similar.provider}.`}{' '}
            <Link
              to="/credentials/entries/$entryId"
              params={{ entryId: similar.id }}
              search={{ cycleId: similar.cycleId }}
              className="font-semibold underline"
            >{t`Open`}</Link>
          </p>
          {onAnyway && <Button size="sm" onPress={onAnyway}>{t`Log it anyway`}</Button>}
        </div>
      )}
    </div>
  )
}
