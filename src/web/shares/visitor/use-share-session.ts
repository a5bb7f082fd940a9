import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '#shared/http/errors.ts'
import type { ShareSummary, ShareView } from '#shared/shares/view.ts'
import { openShare, shareSummaryQuery } from '#web/shares/visitor/api.ts'

export type ShareSession =
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
  | { state: 'open'; view: ShareView; recheck: (problem: Problem | null) => void }

/** Unknown and ended links look the same to a visitor. */
export function isEndedError(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'link_unknown' || error.code === 'link_ended')
}

/** Browsers fire a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1
const MINUTE_MS = 60_000

/**
 * A visit from the summary to the end of the link. Only the screen holds the content, so that it disappears with the link:
 * the summary is reloaded when the link expires.
 */
export function useShareSession(token: string): ShareSession {
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

  function recheck(problem: Problem | null) {
    const mayHaveChanged = problem === null || problem.code === 'passcode_needed' || isEndedError(problem)
    if (mayHaveChanged) void summary.refetch()
  }

  const isEnded = isEndedError(summary.error)
  // The owner has set a passcode, or this browser's session has expired.
  const isLocked = summary.data?.needsPasscode === true && !summary.data.isOpened
  if (view !== null && (isEnded || isLocked)) {
    setView(null)
    setWasOpen(isEnded)
  }

  const openUntil = view?.openUntil ?? summary.data?.openUntil ?? null
  const reload = useEffectEvent(() => void summary.refetch())
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
  if (view !== null) return { state: 'open', view, recheck }
  if (summary.data)
    return {
      state: 'summary',
      summary: summary.data,
      isOpening: opening.isPending,
      problem: opening.error,
      open: (passcode) => opening.mutate(passcode),
    }
  if (summary.error) return { state: 'failed', problem: summary.error, retry: () => void summary.refetch() }
  return { state: 'loading' }
}
