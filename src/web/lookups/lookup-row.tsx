import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { removeLookup, restoreLookup } from './api.ts'
import { foundText } from './lookup-text.ts'

/** One look-up: its date and place, its result, its printouts. */
export function LookupRow({ lookup, locale }: { lookup: LookupRecord; locale: string | null }) {
  const { id, credentialId, lookedUpOn, place, fileIds } = lookup
  const format = (date: string) => formatDate(date, locale)
  const removal = useRemoval<LookupRecord>({
    nameOf: (removed) => t`Look-up of ${format(removed.lookedUpOn)}`,
    remove: (removed) => removeLookup(removed.id),
    restore: (removed) => restoreLookup(removed.id),
  })
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-3">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-semibold">{`${format(lookedUpOn)} · ${place}`}</p>
        <p className="text-muted">{foundText(lookup, format)}</p>
        {fileIds.length > 0 && (
          <details>
            <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-accent-strong underline">
              {fileIds.length === 1 ? t`Printout` : t`${fileIds.length} printouts`}
            </summary>
            <div className="pt-2">
              <AttachmentList fileIds={fileIds} />
            </div>
          </details>
        )}
      </div>
      <div className="flex shrink-0 items-center">
        <Link
          to="/credentials/$id/lookup"
          params={{ id: credentialId }}
          search={{ lookupId: id }}
          aria-label={t`Edit the look-up of ${format(lookedUpOn)}`}
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-accent-strong hover:bg-accent-soft"
        >
          <Pencil aria-hidden className="size-4" />
        </Link>
        <IconButton
          icon={<Trash2 aria-hidden className="size-4" />}
          label={t`Delete the look-up of ${format(lookedUpOn)}`}
          isDisabled={removal.isPending}
          onPress={() => removal.remove(lookup)}
        />
      </div>
    </li>
  )
}
