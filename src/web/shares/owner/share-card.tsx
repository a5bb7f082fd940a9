import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Share } from '#shared/shares/share.ts'
import {
  endText,
  namesOf,
  noteTexts,
  openedText,
  recipientText,
  type SeenAt,
  standingOf,
} from './share-list-text.ts'
import { NewsMark, ShareMark, ShareStrap } from './share-status-mark.tsx'

type ShareCardProps = { share: Share; seen: SeenAt; isNews: boolean }

/** A link as a pass that was handed out: what it shows, to whom, until when; all of it leads to its page. */
export function ShareCard({ share, seen, isNews }: ShareCardProps) {
  const isLive = share.state === 'live'
  const standing = standingOf(share, seen.now)
  return (
    <article
      className={clsx(
        'relative flex overflow-hidden rounded-card border border-line transition-colors hover:border-line-strong',
        isLive && 'bg-surface shadow-card',
      )}
    >
      <ShareStrap standing={standing} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-8 gap-y-2 p-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] sm:p-5">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h3 className="text-lg">
            <Link
              to="/credentials/shares/$shareId"
              params={{ shareId: share.id }}
              className="line-clamp-2 after:absolute after:inset-0 after:rounded-card"
            >
              {namesOf(share)}
            </Link>
          </h3>
          <p className="line-clamp-2">{recipientText(share)}</p>
          <p className="text-muted text-sm">{noteTexts(share).join(' · ')}</p>
        </div>
        <div className="flex min-w-0 flex-col items-start gap-1">
          <span className="flex flex-wrap gap-2 max-sm:order-first">
            <ShareMark standing={standing} />
            {isNews && <NewsMark />}
          </span>
          <p className={isLive ? '' : 'text-muted'}>{endText(share, seen)}</p>
          <p className="text-muted">{openedText(share, seen)}</p>
        </div>
      </div>
    </article>
  )
}
