import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '#shared/http/errors.ts'
import type { ShareCover, ShareView } from '#shared/shares/view.ts'
import { coverQuery, openShare } from '#web/shares/api.ts'

export type Visit =
  | { state: 'loading' }
  | { state: 'failed'; problem: Error; retry: () => void }
  | { state: 'ended'; wasOpen: boolean }
  | {
      state: 'cover'
      cover: ShareCover
      isOpening: boolean
      problem: Error | null
      open: (passcode: string | null) => void
    }
  | { state: 'open'; view: ShareView; ask: (problem: Problem | null) => void }

/** An unknown link and one that has ended: whoever holds it is told the same. */
export function isDead(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'link_unknown' || error.code === 'link_ended')
}

/** Beyond it a timer of a browser fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const A_MINUTE_MS = 60_000

/**
 * One look at a link, from its cover to its end. What it shows is held by the screen and by nothing else, so that it is
 * gone with the link: the cover is asked again whenever somebody comes back to the window and when its time is over.
 */
export function useVisit(token: string): Visit {
  const queryClient = useQueryClient()
  const [view, setView] = useState<ShareView | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const { queryKey, ...query } = coverQuery(token)
  const cover = useQuery({ ...query, queryKey, refetchOnWindowFocus: 'always', networkMode: 'always' })
  const opening = useMutation({
    mutationFn: (passcode: string | null) => openShare(token, passcode),
    gcTime: 0,
    onSuccess: async (opened) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (old) => old && { ...old, isOpened: true })
      setView(opened)
    },
    onError: (error) => ask(error instanceof Problem ? error : null),
  })

  function ask(problem: Problem | null) {
    const mayHaveChanged = problem === null || problem.code === 'passcode_needed' || isDead(problem)
    if (mayHaveChanged) void cover.refetch()
  }

  const isOver = isDead(cover.error)
  // Its owner has set a passcode, or this browser's visit has run out.
  const isLocked = cover.data?.needsPasscode === true && !cover.data.isOpened
  if (view !== null && (isOver || isLocked)) {
    setView(null)
    setWasOpen(isOver)
  }

  const openUntil = view?.openUntil ?? cover.data?.openUntil ?? null
  const askAgain = useEffectEvent(() => void cover.refetch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that it is still open sets the next timer
  useEffect(() => {
    if (openUntil === null) return
    const left = Date.parse(openUntil) - Date.now()
    if (left > LONGEST_TIMER_MS) return
    // This clock may be ahead of the server's.
    const timer = setTimeout(askAgain, left > 0 ? left : A_MINUTE_MS)
    return () => clearTimeout(timer)
  }, [openUntil, cover.dataUpdatedAt])

  useEffect(() => {
    // The browser may keep the page as it is and bring it back with its back button, after the link has ended.
    const cover = () => flushSync(() => setView(null))
    const uncover = (event: PageTransitionEvent) => event.persisted && askAgain()
    window.addEventListener('pagehide', cover)
    window.addEventListener('pageshow', uncover)
    return () => {
      window.removeEventListener('pagehide', cover)
      window.removeEventListener('pageshow', uncover)
    }
  }, [])

  if (isOver) return { state: 'ended', wasOpen }
  if (view !== null) return { state: 'open', view, ask }
  if (cover.data)
    return {
      state: 'cover',
      cover: cover.data,
      isOpening: opening.isPending,
      problem: opening.error,
      open: (passcode) => opening.mutate(passcode),
    }
  if (cover.error) return { state: 'failed', problem: cover.error, retry: () => void cover.refetch() }
  return { state: 'loading' }
}
