import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Share, ShareMade } from '#shared/shares/share.ts'
import { useUser } from '#web/session/session.ts'
import { listedShare, oneShareQuery } from '#web/shares/api.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShareActions } from './share-detail-actions.tsx'
import { endText, namesOf, openedText, recipientText, standingOf } from './share-list-text.ts'
import { ShareLogList } from './share-log-list.tsx'
import { NewsMark, ShareMark } from './share-status-mark.tsx'
import { ShareFactList } from './shared-resource-list.tsx'
import { useMinute } from './use-current-minute.ts'
import { useShareEnd } from './use-share-expiry.ts'
import { useShareLook, useShareNews } from './use-unseen-views.ts'

const route = getRouteApi('/credentials/shares/$shareId')

export function ShareDetailPage() {
  const { shareId } = route.useParams()
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    ...oneShareQuery(shareId),
    placeholderData: () => listedShare(queryClient, shareId),
  })
  if (!data && error) {
    return (
      <Page title="This link did not load" eyebrow={<ListLink />}>
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (isPending) return <DetailSkeleton />
  if (!data) return <Missing />
  return (
    <Detail key={data.id} share={data}>
      {error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
    </Detail>
  )
}

function ListLink() {
  return (
    <Link to="/credentials/shares" className="underline">
      Share links
    </Link>
  )
}

/** Who has seen it, and until when can they? */
function Detail({ share, children }: { share: Share; children: ReactNode }) {
  const { locale, timeZone } = useUser()
  const seen = { now: useMinute(), locale, timeZone }
  const isNews = useShareNews()
  const [made, setMade] = useState<ShareMade | null>(null)
  const shown = [share]
  useShareLook(shown)
  useShareEnd(shown, seen.now)
  return (
    <Page
      title={`Link to ${namesOf(share)}`}
      eyebrow={<ListLink />}
      heading={<span className="line-clamp-3">{namesOf(share)}</span>}
      intro={
        <>
          <span className="block [overflow-wrap:anywhere]">{recipientText(share)}</span>
          <span className="block">{endText(share, seen)}</span>
        </>
      }
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ShareMark standing={standingOf(share, seen.now)} />
        {isNews(share) && <NewsMark />}
        <p className="text-muted">{openedText(share, seen)}</p>
      </div>
      <ShareActions share={share} seen={seen} onMade={setMade} />
      {made && share.state === 'live' && <MadeSection key={made.token} made={made} />}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ShareFactList share={share} seen={seen} />
        <ShareLogList share={share} seen={seen} />
      </div>
    </Page>
  )
}

// Brings the QR code, which most looks at a link do not need.
const ShareMadeView = lazy(() =>
  import('./share-created-view.tsx').then((module) => ({ default: module.ShareMadeView })),
)

/** Told this once: it takes the focus, so that nobody passes it by. */
function MadeSection({ made }: { made: ShareMade }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made-title"
      className="grid grid-cols-1 gap-4 border-accent border-y-2 py-6 outline-none"
    >
      <h2 id="made-title" className="text-xl">
        Here is the new link
      </h2>
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <ShareMadeView made={made} />
      </Suspense>
    </section>
  )
}

function Missing() {
  return (
    <Page title="This link is not among yours" eyebrow={<ListLink />}>
      <p className="max-w-[60ch] text-lg text-muted">
        The address is not complete, or the link ended more than a year ago and was cleared away.
      </p>
      <Link to="/credentials/shares" className={`w-fit ${buttonClass({ tone: 'primary' })}`}>
        See all links
      </Link>
    </Page>
  )
}

function DetailSkeleton() {
  return (
    <Page title="Share link" eyebrow={<ListLink />}>
      <div aria-hidden className="grid gap-8">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-11 w-full max-w-md" />
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[2fr_3fr]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </div>
    </Page>
  )
}
