import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Share } from '#shared/shares/share.ts'
import {
  type DateContext,
  endText,
  openedText,
  recipientText,
  resourceNames,
  settingTexts,
} from './share-list-text.ts'
import { shareStatusOf } from './share-status.ts'
import { ShareStatusBadge, ShareStatusStripe, UnseenBadge } from './share-status-badge.tsx'

type ShareCardProps = { share: Share; dates: DateContext; isUnseen: boolean }

/** A share with its recipient, expiration and views; the whole card links to its page. */
export function ShareCard({ share, dates, isUnseen }: ShareCardProps) {
  const isLive = share.state === 'live'
  const status = shareStatusOf(share, dates.now)
  return (
    <article
      className={clsx(
        'relative flex overflow-hidden rounded-card border border-line transition-colors hover:border-line-strong',
        isLive && 'bg-surface shadow-card',
      )}
    >
      <ShareStatusStripe status={status} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-8 gap-y-2 p-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] sm:p-5">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h3 className="text-lg">
            <Link
              to="/credentials/shares/$shareId"
              params={{ shareId: share.id }}
              className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
            >
              {resourceNames(share)}
            </Link>
          </h3>
          <p className="line-clamp-2">{recipientText(share)}</p>
          <p className="text-muted text-sm">{settingTexts(share).join(' · ')}</p>
        </div>
        <div className="flex min-w-0 flex-col items-start gap-1">
          <span className="flex flex-wrap gap-2 max-sm:order-first">
            <ShareStatusBadge status={status} />
            {isUnseen && <UnseenBadge />}
          </span>
          <p className={isLive ? '' : 'text-muted'}>{endText(share, dates)}</p>
          <p className="text-muted">{openedText(share, dates)}</p>
        </div>
      </div>
    </article>
  )
}
