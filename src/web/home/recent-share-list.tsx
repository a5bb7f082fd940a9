import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { sharesQuery } from '#web/shares/owner/api.ts'
import {
  type DateContext,
  endText,
  openedText,
  recipientText,
  resourceNames,
} from '#web/shares/owner/share-list-text.ts'
import { shareStatusOf } from '#web/shares/owner/share-status.ts'
import { ShareStatusMark, UnseenMark } from '#web/shares/owner/share-status-mark.tsx'
import { useCurrentMinute } from '#web/shares/owner/use-current-minute.ts'
import { useUnseenViews } from '#web/shares/owner/use-unseen-views.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SHOWN = 3

/** The newest share links on the dashboard; those opened since the owner last looked come first. */
export function RecentShareList() {
  const { data, error, refetch } = useInfiniteQuery(sharesQuery())
  const isUnseen = useUnseenViews()
  const shares = data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="shares-title" className="border-line border-t pt-6">
      <h2 id="shares-title" className="text-lg">{t`Recent shares`}</h2>
      {shares ? (
        <Shares shares={shares} isUnseen={isUnseen} />
      ) : error ? (
        <div className="mt-2">
          <ProblemNote problem={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton className="mt-2 h-24" />
      )}
    </section>
  )
}

type SharesProps = { shares: Share[]; isUnseen: (share: Share) => boolean }

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
    <Link to={to} className="inline-block py-2.5 font-semibold text-accent-strong underline">
      {children}
    </Link>
  )
}

function ShareRow({ share, seen, isUnseen }: { share: Share; seen: DateContext; isUnseen: boolean }) {
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
          {isUnseen && <UnseenMark />}
          <ShareStatusMark status={shareStatusOf(share, seen.now)} />
        </span>
      </Link>
    </li>
  )
}
