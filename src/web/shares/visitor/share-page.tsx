import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { shareFileUrl, sharePacketUrl } from '#web/shares/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { ShareEndedView } from './share-ended-view.tsx'
import { ShareCoverSkeleton, ShareCoverView } from './share-summary-view.tsx'
import { ShareViewBody } from './share-view.tsx'
import { useVisit } from './use-share-session.ts'

const route = getRouteApi('/share/$token')

/** What whoever has the link gets to see, with or without an account. */
export function SharePage() {
  const { token } = route.useParams()
  return <OneShare key={token} token={token} />
}

function OneShare({ token }: { token: string }) {
  const visit = useVisit(token)
  const arrived = visit.state === 'open' || (visit.state === 'ended' && visit.wasOpen) ? visit.state : null
  useEffect(() => {
    // The button that was pressed is gone: who reads by keyboard or ear goes on at the top of what came instead.
    if (arrived) document.querySelector('main')?.focus()
  }, [arrived])
  switch (visit.state) {
    case 'loading':
      return <ShareCoverSkeleton />
    case 'failed':
      return (
        <Page title="This link did not load" width="text">
          <ProblemNote problem={visit.problem} onRetry={visit.retry} />
        </Page>
      )
    case 'ended':
      return <ShareEndedView wasOpen={visit.wasOpen} />
    case 'cover':
      return <ShareCoverView {...visit} onOpen={visit.open} />
    case 'open':
      return <OpenShare token={token} view={visit.view} onRefused={visit.ask} />
  }
}

type OpenShareProps = { token: string; view: ShareView; onRefused: (problem: Problem | null) => void }

function OpenShare({ token, view, onRefused }: OpenShareProps) {
  useEffect(() => {
    document.title = `Credentials of ${view.ownerName} · Lanyard`
  }, [view.ownerName])
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 py-8 sm:px-6 sm:py-12">
      <ShareViewBody
        isPage
        view={view}
        fileUrl={(file, disposition) => shareFileUrl(token, file.id, disposition)}
        packetUrl={view.allowDownloads ? sharePacketUrl(token) : null}
        onRefused={onRefused}
      />
    </div>
  )
}
