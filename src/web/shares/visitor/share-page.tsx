import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '#shared/http/errors.ts'
import { tokenOfLink } from '#shared/shares/link-token.ts'
import type { ShareSummary, ShareView } from '#shared/shares/view.ts'
import { dropFirstAnswers } from '#web/http/first-answers.ts'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { openShare, shareFileUrl, sharePacketUrl, shareSummaryQuery } from './api.ts'
import { ShareEndedView } from './share-ended-view.tsx'
import { ShareSummarySkeleton, ShareSummaryView } from './share-summary-view.tsx'

const ShareViewBody = lazyPart(
  () => import('./share-view.tsx'),
  'ShareViewBody',
  () => <Skeleton className="h-96" />,
)

/** `/share/{token}`, for anyone with the link. */
export function SharePage() {
  const { token: segment } = useParams({ from: '/share/$token' })
  const token = tokenOfLink(segment)
  return <ShareVisit key={token} token={token} />
}

function ShareVisit({ token }: { token: string }) {
  const session = useShareSession(token)
  const announced =
    session.state === 'open' || (session.state === 'ended' && session.wasOpen) ? session.state : null
  useEffect(() => {
    // The pressed button is gone. Keyboard and screen reader users continue at the top of the new content.
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
            // Loads while the server responds. A failure is shown once the share is open.
            void ShareViewBody.preload().catch(() => {})
            session.open(passcode)
          }}
        />
      )
    case 'open':
      return (
        <OpenShare
          token={token}
          view={session.view}
          isForgotten={session.isForgotten}
          onRefused={session.recheck}
        />
      )
  }
}

type OpenShareProps = {
  token: string
  view: ShareView
  isForgotten: boolean
  onRefused: (problem: Problem | null) => void
}

function OpenShare({ token, view, isForgotten, onRefused }: OpenShareProps) {
  useEffect(() => {
    document.title = t`Credentials of ${view.ownerName} · Lanyard`
  }, [view.ownerName])
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 py-8 sm:px-6 sm:py-12">
      <ShareViewBody
        isPage
        isForgotten={isForgotten}
        view={view}
        fileUrl={(file, disposition) => shareFileUrl(token, file.id, disposition)}
        packetUrl={view.allowDownloads ? sharePacketUrl(token) : null}
        onRefused={onRefused}
      />
    </div>
  )
}

type ShareSession =
  | { state: 'loading' }
  | { state: 'failed'; problem: Error; retry: () => void }
  | { state: 'ended'; wasOpen: boolean }
  | {
      state: 'summary'
      summary: ShareSummary
      isOpening: boolean
      problem: Error | null
      open: (passcode: string | null) => void
    }
  | { state: 'open'; view: ShareView; isForgotten: boolean; recheck: (problem: Problem | null) => void }

/** Unknown and ended links look the same to a visitor. */
function isEndedError(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'link_unknown' || error.code === 'link_ended')
}

/** Browsers fire a longer timer immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1
const MINUTE_MS = 60_000

/**
 * A visit, from the summary to the end of the link. Only the screen holds the content, so that it disappears with the
 * link. The summary is reloaded when the link expires.
 */
function useShareSession(token: string): ShareSession {
  const queryClient = useQueryClient()
  const [view, setView] = useState<ShareView | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const { queryKey, ...query } = shareSummaryQuery(token)
  const summary = useQuery({ ...query, queryKey, networkMode: 'always' })
  const opening = useMutation({
    mutationFn: (passcode: string | null) => openShare(token, passcode),
    gcTime: 0,
    onSuccess: async (opened) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (old) => old && { ...old, isOpened: true })
      setView(opened)
    },
    onError: (error) => recheck(error instanceof Problem ? error : null),
  })

  function reloadSummary() {
    // The data that came with the page may be out of date.
    dropFirstAnswers()
    void summary.refetch()
  }

  function recheck(problem: Problem | null) {
    const mayHaveChanged = problem === null || problem.code === 'passcode_needed' || isEndedError(problem)
    if (mayHaveChanged) reloadSummary()
  }

  const isEnded = isEndedError(summary.error)
  // The owner has set a passcode, or this browser's session has expired.
  const isLocked = summary.data?.needsPasscode === true && !summary.data.isOpened
  if (view !== null && (isEnded || isLocked)) {
    setView(null)
    setWasOpen(isEnded)
  }

  const openUntil = view?.openUntil ?? summary.data?.openUntil ?? null
  const reload = useEffectEvent(reloadSummary)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every reload that finds it open sets the next timer
  useEffect(() => {
    if (openUntil === null) return
    const left = Date.parse(openUntil) - Date.now()
    if (left > MAX_TIMER_MS) return
    // The device's clock may be ahead of the server's.
    const timer = setTimeout(reload, left > 0 ? left : MINUTE_MS)
    return () => clearTimeout(timer)
  }, [openUntil, summary.dataUpdatedAt])

  useEffect(() => {
    // The back/forward cache could show the page again after the link has ended.
    const hide = () => flushSync(() => setView(null))
    const show = (event: PageTransitionEvent) => event.persisted && reload()
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
    }
  }, [])

  if (isEnded) return { state: 'ended', wasOpen }
  if (view !== null) return { state: 'open', view, isForgotten: summary.data?.isOpened === false, recheck }
  if (summary.data)
    return {
      state: 'summary',
      summary: summary.data,
      isOpening: opening.isPending,
      problem: opening.error,
      open: (passcode) => opening.mutate(passcode),
    }
  if (summary.error) return { state: 'failed', problem: summary.error, retry: reloadSummary }
  return { state: 'loading' }
}
