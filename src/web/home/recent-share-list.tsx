import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HomeShare } from '#shared/home/home-answer.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import {
  type DateContext,
  endText,
  openedText,
  recipientText,
  resourceNames,
} from '#web/shares/owner/share-list-text.ts'
import { shareStatusOf, useCurrentMinute } from '#web/shares/owner/share-status.ts'
import { ShareStatusBadge, UnseenBadge } from '#web/shares/owner/share-status-badge.tsx'
import { useUnseenViews } from '#web/shares/owner/use-unseen-views.ts'

const SHOWN = 3

/** The newest share links on the dashboard. Links that were opened since the owner last looked come first. */
export function RecentShareList({ shares }: { shares: HomeShare[] }) {
  const isUnseen = useUnseenViews()
  return (
    <section aria-labelledby="shares-title">
      <h2 id="shares-title" className="text-lg">{t`Recent shares`}</h2>
      <Shares shares={shares} isUnseen={isUnseen} />
    </section>
  )
}

type SharesProps = { shares: HomeShare[]; isUnseen: (share: HomeShare) => boolean }

function Shares({ shares, isUnseen }: SharesProps) {
  const { locale, timeZone } = useUser()
  const seen = { now: useCurrentMinute(), locale, timeZone }
  if (shares.length === 0) {
    return (
      <p className="mt-1 text-muted">
        <Trans>
          You have not shared anything yet. When someone asks for proof, send a link or show a QR code.{' '}
          <ActionLink to="/credentials/shares/new">Create a link</ActionLink>
        </Trans>
      </p>
    )
  }
  const shown = [...shares.filter(isUnseen), ...shares.filter((share) => !isUnseen(share))].slice(0, SHOWN)
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {shown.map((share) => (
          <ShareRow key={share.id} share={share} seen={seen} isUnseen={isUnseen(share)} />
        ))}
      </ul>
      <ActionLink to="/credentials/shares">{t`All share links`}</ActionLink>
    </>
  )
}

type ActionLinkProps = { to: '/credentials/shares' | '/credentials/shares/new'; children: ReactNode }

function ActionLink({ to, children }: ActionLinkProps) {
  return (
    <Link to={to} className="inline-target font-semibold text-accent-strong underline">
      {children}
    </Link>
  )
}

function ShareRow({ share, seen, isUnseen }: { share: HomeShare; seen: DateContext; isUnseen: boolean }) {
  return (
    <li>
      <Link
        to="/credentials/shares/$shareId"
        params={{ shareId: share.id }}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span className="line-clamp-2 font-semibold">{resourceNames(share)}</span>
          <span className="line-clamp-2">{recipientText(share)}</span>
          <span className="block text-muted text-sm">{endText(share, seen)}</span>
          <span className="block text-muted text-sm">{openedText(share, seen)}</span>
        </span>
        <span className="flex flex-wrap gap-2">
          {isUnseen && <UnseenBadge />}
          <ShareStatusBadge status={shareStatusOf(share, seen.now)} />
        </span>
      </Link>
    </li>
  )
}
