import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { t } from '#web/i18n/t.ts'
import { WaitingBadge } from '#web/offline/waiting-badge.tsx'
import { CredentialLink } from './credential-link.tsx'
import { expiryText } from './credential-text.ts'
import { StatusBadge, StatusStrap } from './status-badge.tsx'

type WalletCardProps = { credential: Credential; today: string; locale: string | null }

/** A credential in My Vault on a phone: a card in a stack. The next card covers its lower edge. */
export function WalletCard({ credential, today, locale }: WalletCardProps) {
  'use memo'
  const look = lookOf(credential, today)
  return (
    <article className="absolute inset-x-0 top-0 h-24 overflow-hidden rounded-card border border-line-strong/50 bg-surface pt-3 pr-3 pl-8 shadow-card">
      <StatusStrap status={look} />
      <div className="flex items-center gap-3">
        <h2 className="min-w-0 flex-1 truncate text-lg">
          <CredentialLink id={credential.id} className="after:absolute after:inset-0 after:rounded-card">
            {shortTitle(credential)}
          </CredentialLink>
        </h2>
        <WaitingBadge id={credential.id} isShort />
        <StatusBadge status={look} />
      </div>
      <p className="truncate text-muted">
        {look === 'date_missing' ? t`Add its expiration date` : expiryText(credential, today, locale)}
      </p>
    </article>
  )
}
