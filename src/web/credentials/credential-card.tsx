import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { findState } from '#shared/credentials/states.ts'
import { daysLeft, statusOf } from '#shared/credentials/status.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { CredentialNumberView } from './credential-number-view.tsx'
import { StatusMark, statusTone } from './status-mark.tsx'

/** "Texas · RN", or "BLS · American Heart Association". */
export function subtitleOf(credential: Credential): string {
  if (credential.kind === 'certification') {
    const { code, issuer } = credential
    return code && code !== 'OTHER' ? `${code} · ${issuer}` : issuer
  }
  return `${findState(credential.state)?.name ?? credential.state} · ${credential.type}`
}

/** "Mar 31, 2027 · in 130 days". */
export function expiryText(expiresAt: string | null, today: string, locale: string | null): string {
  if (expiresAt === null) return 'No expiration date'
  return `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft(expiresAt, today) ?? 0)}`
}

type CardProps = { credential: Credential; today: string; locale: string | null }

/** A credential in My Vault: a badge on a strap, and all of it leads to its page. */
export function CredentialCard({ credential, today, locale }: CardProps) {
  const title = credentialTitle(credential)
  const status = statusOf(credential.expiresAt, today)
  const { number, fileIds, tags } = credential
  return (
    <IdBadge
      tone={statusTone(status)}
      eyebrow={<span className="line-clamp-2">{subtitleOf(credential)}</span>}
      className="h-full"
      title={
        <Link
          to="/credentials/$id"
          params={{ id: credential.id }}
          className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
        >
          {title}
        </Link>
      }
    >
      <StatusMark status={status} />
      <p>{expiryText(credential.expiresAt, today, locale)}</p>
      {tags.length > 0 && <TagList tags={tags} />}
      {(number !== null || fileIds.length > 0) && (
        <div className="mt-auto flex min-h-7 flex-wrap items-center justify-between gap-x-3 text-muted text-sm">
          {number !== null && (
            <span className="relative z-10 min-w-0">
              <CredentialNumberView number={number} of={title} />
            </span>
          )}
          {fileIds.length > 0 && (
            <span className="ml-auto inline-flex items-center gap-1">
              <Paperclip aria-hidden className="size-4" />
              {fileIds.length} {fileIds.length === 1 ? 'file' : 'files'}
            </span>
          )}
        </div>
      )}
    </IdBadge>
  )
}

const SHOWN_TAGS = 4

export function TagList({ tags, max = SHOWN_TAGS }: { tags: string[]; max?: number }) {
  const hidden = tags.length - max
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.slice(0, max).map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-muted text-sm">
          {tag}
        </li>
      ))}
      {hidden > 0 && <li className="py-0.5 text-muted text-sm">and {hidden} more</li>}
    </ul>
  )
}
