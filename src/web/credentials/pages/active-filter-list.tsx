import { X } from 'lucide-react'
import type { Look } from '#shared/credentials/status.ts'
import { statusText } from '#web/credentials/status-badge.tsx'
import { t } from '#web/i18n/t.ts'
import { type CredentialSearch, statusFilterOf } from './use-credential-filter.ts'

type ActiveFilterListProps = { search: CredentialSearch; onChange(next: CredentialSearch): void }

/** The active filters while the filter form is collapsed. Pressing one removes it. */
export function ActiveFilterList({ search, onChange }: ActiveFilterListProps) {
  const { q, tag } = search
  const status = statusFilterOf(search)
  return (
    <ul aria-label={t`Filters`} className="flex flex-wrap gap-2">
      {q && <Filter text={`“${q}”`} onRemove={() => onChange({ q: undefined })} />}
      {status && <Filter text={filterText(status)} onRemove={() => onChange({ status: undefined })} />}
      {tag && <Filter text={tag} onRemove={() => onChange({ tag: undefined })} />}
    </ul>
  )
}

export function filterText(status: Look | 'archived'): string {
  return status === 'archived' ? t`Archived` : statusText(status)
}

function Filter({ text, onRemove }: { text: string; onRemove(): void }) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-label={t`Remove filter ${text}`}
        onClick={onRemove}
        className="relative inline-flex h-9 max-w-56 cursor-pointer items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-3 font-semibold text-accent-strong text-sm after:absolute after:-inset-1"
      >
        <span className="truncate">{text}</span>
        <X aria-hidden className="size-4 shrink-0" />
      </button>
    </li>
  )
}
