import { Paperclip } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { plural } from '#shared/i18n/translate.ts'
import { StoredThumbnail } from '#web/files/stored-thumbnail-picture.tsx'
import { t } from '#web/i18n/t.ts'
import { WaitingBadge } from '#web/offline/waiting-badge.tsx'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { CredentialLink, TagList } from './credential-link.tsx'
import { CredentialNumberView } from './credential-number-view.tsx'
import { expiryText, subtitleOf } from './credential-text.ts'
import { StatusBadge, statusTone } from './status-badge.tsx'

type CardProps = { credential: Credential; today: string; locale: string | null }

/** A credential in My Vault on a wide screen: a badge on a strap. The whole card links to its page. */
export function CredentialCard({ credential, today, locale }: CardProps) {
  'use memo'
  const title = shortTitle(credential)
  const look = lookOf(credential, today)
  const { number, fileIds, tags } = credential
  const [document] = fileIds
  return (
    <IdBadge
      tone={statusTone(look)}
      eyebrow={<span className="line-clamp-2">{subtitleOf(credential)}</span>}
      className="h-full"
      title={
        <CredentialLink
          id={credential.id}
          className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
        >
          {title}
        </CredentialLink>
      }
    >
      <div className="flex items-start gap-3">
        <div className="grid flex-1 gap-3">
          <StatusBadge status={look} />
          <WaitingBadge id={credential.id} />
          {look !== 'date_missing' && <p>{expiryText(credential, today, locale)}</p>}
        </div>
        {document !== undefined && <StoredThumbnail id={document} />}
      </div>
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
              {t`${plural(fileIds.length, { one: '# file', other: '# files' })}`}
            </span>
          )}
        </div>
      )}
    </IdBadge>
  )
}
