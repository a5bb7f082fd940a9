import { Link } from '@tanstack/react-router'
import { Camera, ExternalLink } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { daysLeft, lookOf } from '#shared/credentials/status.ts'
import { stateText } from '#shared/credentials/title-text.ts'
import { TagList } from '#web/credentials/credential-link.tsx'
import { StatusBadge, statusTone } from '#web/credentials/status-badge.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { WaitingBadge } from '#web/offline/waiting-badge.tsx'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { CardDocument } from './card-document-view.tsx'

/** The card on the detail page: its document, type or code in large letters, status, expiration, tags. */
export function CredentialSummaryCard({ credential }: { credential: Credential }) {
  const today = useToday()
  const { locale } = useUser()
  const look = lookOf(credential, today)
  const { abbreviation, words } = badgeText(credential)
  const hasDocument = credential.fileIds.length > 0
  return (
    <div className="border-line-strong border-t-4 lg:sticky lg:top-24">
      <IdBadge
        tone={statusTone(look)}
        eyebrow={words}
        picture={hasDocument && <CardDocument credential={credential} />}
        title={
          <span className={hasDocument || abbreviation.length > 12 ? 'text-xl' : 'text-2xl'}>
            {abbreviation}
          </span>
        }
      >
        <StatusBadge status={look} />
        <WaitingBadge id={credential.id} />
        <p className="text-lg">{validityText(credential, today, locale)}</p>
        {credential.tags.length > 0 && <TagList tags={credential.tags} max={10} />}
        <LookupLink credential={credential} />
        {!hasDocument && (
          <Link
            to="/credentials/$id/edit"
            params={{ id: credential.id }}
            className={`w-fit ${buttonClass({ tone: 'secondary' })}`}
          >
            <Camera aria-hidden className="size-4" />
            {t`Add a photo of the card`}
          </Link>
        )}
      </IdBadge>
    </div>
  )
}

function badgeText(credential: Credential): { abbreviation: string; words: string } {
  if (credential.kind === 'certification') {
    return { abbreviation: shortTitle(credential), words: credential.issuer }
  }
  const { state, type, multistate } = credential
  const place = stateText(state, t)
  return { abbreviation: type, words: multistate ? t`${place} · multistate` : place }
}

/** "Good until Mar 31, 2027 · in 130 days." Shown through the last day, with any status. */
function validityText({ expiresAt, neverExpires }: Credential, today: string, locale: string | null): string {
  const left = daysLeft(expiresAt, today)
  if (expiresAt === null || left === null)
    return neverExpires
      ? t`Does not expire.`
      : t`Without it, nobody can say whether it is valid. Select Edit to add it.`
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(left)}`
  return left < 0 ? t`Expired on ${when}.` : t`Valid until ${when}.`
}

/** The status comes from the owner's dates, so this link leads to the board's own lookup. */
function LookupLink({ credential }: { credential: Credential }) {
  const state = credential.kind === 'license' ? findState(credential.state) : null
  if (!state || credential.kind !== 'license') return null
  const isLpn = /^(LPN|LVN)$/i.test(credential.type)
  return (
    <a
      href={isLpn ? (state.lpnBoardUrl ?? state.boardUrl) : state.boardUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline"
    >
      {t`Verify with the board`}
      <ExternalLink aria-hidden className="size-4" />
    </a>
  )
}
