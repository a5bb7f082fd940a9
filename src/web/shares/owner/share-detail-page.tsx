import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CreatedShare, Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { cachedShare, shareQuery } from './api.ts'
import { ShareActions } from './share-detail-actions.tsx'
import { endText, openedText, recipientText, resourceNames } from './share-list-text.ts'
import { ShareLogList } from './share-log-list.tsx'
import { shareStatusOf, useCurrentMinute, useShareExpiry } from './share-status.ts'
import { ShareStatusBadge, UnseenBadge } from './share-status-badge.tsx'
import { SharedResourceList } from './shared-resource-list.tsx'
import { useMarkViewsSeen, useUnseenViews } from './use-unseen-views.ts'

const route = getRouteApi('/credentials/shares/$shareId')

export function ShareDetailPage() {
  const { shareId } = route.useParams()
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    ...shareQuery(shareId),
    placeholderData: () => cachedShare(queryClient, shareId),
  })
  if (!data && error) {
    return (
      <Page title={t`This link did not load`} eyebrow={<ListLink />}>
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (isPending) return <DetailSkeleton />
  if (!data) return <ShareNotFound />
  return (
    <ShareDetail key={data.id} share={data}>
      {error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
    </ShareDetail>
  )
}

function ListLink() {
  return <Link to="/credentials/shares" className="underline">{t`Share links`}</Link>
}

function ShareDetail({ share, children }: { share: Share; children: ReactNode }) {
  const { locale, timeZone } = useUser()
  const dates = { now: useCurrentMinute(), locale, timeZone }
  const isUnseen = useUnseenViews()
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const shown = [share]
  useMarkViewsSeen(shown)
  useShareExpiry(shown, dates.now)
  return (
    <Page
      title={t`Link to ${resourceNames(share)}`}
      eyebrow={<ListLink />}
      heading={<span className="line-clamp-3">{resourceNames(share)}</span>}
      intro={
        <>
          <span className="block [overflow-wrap:anywhere]">{recipientText(share)}</span>
          <span className="block">{endText(share, dates)}</span>
        </>
      }
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ShareStatusBadge status={shareStatusOf(share, dates.now)} />
        {isUnseen(share) && <UnseenBadge />}
        <p className="text-muted">{openedText(share, dates)}</p>
      </div>
      <ShareActions share={share} dates={dates} onCreated={setCreated} />
      {created && share.state === 'live' && <CreatedSection key={created.token} share={created} />}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <SharedResourceList share={share} dates={dates} />
        <ShareLogList share={share} dates={dates} />
      </div>
    </Page>
  )
}

// Lazy: it includes the QR code, which most visits to this page do not need.
const ShareCreatedView = lazyPart(
  () => import('./share-created-view.tsx'),
  'ShareCreatedView',
  () => <Skeleton className="h-96 rounded-card" />,
)

/** The link is shown only once, so it takes the focus. */
function CreatedSection({ share }: { share: CreatedShare }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="created-title"
      className="grid grid-cols-1 gap-4 border-accent border-y-2 py-6 outline-none"
    >
      <h2 id="created-title" className="text-xl">{t`Your new link`}</h2>

      <ShareCreatedView share={share} />
    </section>
  )
}

function ShareNotFound() {
  return (
    <Page title={t`Link not found`} eyebrow={<ListLink />}>
      <p className="max-w-[60ch] text-lg text-muted">
        <Trans>The address is incomplete, or the link ended more than a year ago and was removed.</Trans>
      </p>
      <ButtonLink to="/credentials/shares" tone="primary" className="w-fit">{t`See all links`}</ButtonLink>
    </Page>
  )
}

function DetailSkeleton() {
  return (
    <Page title={t`Share link`} eyebrow={<ListLink />}>
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
