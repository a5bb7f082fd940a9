import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { shareFileUrl, sharePacketUrl } from './api.ts'
import { ShareEndedView } from './share-ended-view.tsx'
import { ShareSummarySkeleton, ShareSummaryView } from './share-summary-view.tsx'
import { useShareSession } from './use-share-session.ts'

const loadView = () => import('./share-view.tsx').then((module) => ({ default: module.ShareViewBody }))
const ShareViewBody = lazy(loadView)

const route = getRouteApi('/share/$token')

/** `/share/{token}`, for anyone with the link. */
export function SharePage() {
  const { token } = route.useParams()
  return <ShareVisit key={token} token={token} />
}

function ShareVisit({ token }: { token: string }) {
  const session = useShareSession(token)
  const announced =
    session.state === 'open' || (session.state === 'ended' && session.wasOpen) ? session.state : null
  useEffect(() => {
    // The pressed button is gone: keyboard and screen reader users continue at the top of the new content.
    if (announced) document.querySelector('main')?.focus()
  }, [announced])
  switch (session.state) {
    case 'loading':
      return <ShareSummarySkeleton />
    case 'failed':
      return (
        <Page title={t`This link did not load`} width="text">
          <ProblemNote problem={session.problem} onRetry={session.retry} />
        </Page>
      )
    case 'ended':
      return <ShareEndedView wasOpen={session.wasOpen} />
    case 'summary':
      return (
        <ShareSummaryView
          {...session}
          onOpen={(passcode) => {
            // While the server answers. A failure is shown when the share is open.
            void loadView().catch(() => {})
            session.open(passcode)
          }}
        />
      )
    case 'open':
      return <OpenShare token={token} view={session.view} onRefused={session.recheck} />
  }
}

type OpenShareProps = { token: string; view: ShareView; onRefused: (problem: Problem | null) => void }

function OpenShare({ token, view, onRefused }: OpenShareProps) {
  useEffect(() => {
    document.title = t`Credentials of ${view.ownerName} · Lanyard`
  }, [view.ownerName])
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 py-8 sm:px-6 sm:py-12">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <ShareViewBody
          isPage
          view={view}
          fileUrl={(file, disposition) => shareFileUrl(token, file.id, disposition)}
          packetUrl={view.allowDownloads ? sharePacketUrl(token) : null}
          onRefused={onRefused}
        />
      </Suspense>
    </div>
  )
}
