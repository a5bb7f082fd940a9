import { Link } from '@tanstack/react-router'
import { ChevronDown, FileWarning, Paperclip, Pencil, Trash2 } from 'lucide-react'
import {
  type CompetencyRecord,
  competencyAmountText,
  competencyKindNames,
} from '#shared/competency/record.ts'
import { plural } from '#shared/i18n/translate.ts'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { recordRemoval } from './api.ts'
import { daysText } from './practice-text.ts'

type RecordRowProps = {
  record: CompetencyRecord
  locale: string | null
  isOpen: boolean
  onToggle(isOpen: boolean): void
}

/** Collapsed to its title, date and amount; the notes, proofs and actions are inside. */
export function RecordRow({ record, locale, isOpen, onToggle }: RecordRowProps) {
  const removal = useRemoval(recordRemoval)
  const { id, kind, title, organization, notes, fileIds } = record
  return (
    <li>
      <details className="group" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary className="flex min-h-18 cursor-pointer list-none items-center gap-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 flex-1">
            <h3 className="truncate font-semibold group-open:whitespace-normal group-open:[overflow-wrap:anywhere]">
              {title}
            </h3>
            <p className="truncate text-muted text-sm">
              {[t(competencyKindNames[kind]), organization].filter(Boolean).join(' · ')}
            </p>
            <p className="truncate text-muted text-sm">{daysText(record, locale)}</p>
          </div>
          <Amount record={record} />
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-1 gap-3 pb-3">
          {notes && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{notes}</p>}
          <ProofLine count={fileIds.length} />
          {isOpen && <AttachmentList fileIds={fileIds} />}
          <div className="-mb-2 -ml-3 flex items-center">
            <Link
              to="/credentials/practice/$recordId"
              params={{ recordId: id }}
              aria-label={t`Edit ${title}`}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold text-accent-strong text-sm hover:bg-accent-soft"
            >
              <Pencil aria-hidden className="size-4" />
              {t`Edit`}
            </Link>
            <IconButton
              icon={<Trash2 aria-hidden className="size-4" />}
              label={t`Delete ${title}`}
              isDisabled={removal.isPending}
              onPress={() => removal.remove(record)}
            />
          </div>
        </div>
      </details>
    </li>
  )
}

/** The number above its unit. */
function Amount({ record }: { record: CompetencyRecord }) {
  const [number, ...unit] = competencyAmountText(record, t).split(' ')
  if (!number) return null
  return (
    <p className="max-w-2/5 shrink-0 text-right">
      <span className="block font-semibold text-lg leading-6 tabular-nums">{number}</span>
      <span className="block text-muted text-sm leading-4">{unit.join(' ')}</span>
    </p>
  )
}

function ProofLine({ count }: { count: number }) {
  if (count === 0)
    return (
      <p className="flex gap-2 text-sm">
        <FileWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-renewal" />
        {t`No document attached. A board may ask for one.`}
      </p>
    )
  return (
    <p className="flex gap-2 text-muted text-sm">
      <Paperclip aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t`${plural(count, { one: '# document', other: '# documents' })}`}
    </p>
  )
}
