import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signOut as endServerSession, sessionQuery, useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { dismissToast, firstToast } from '#web/ui/toast-queue.ts'

const RETRY_MS = 5_000
const SIGN_OUT_TRIES = 12

// A shared computer must have the timeout, so loading it is retried until it succeeds.
const IdleTimeoutDialog = lazyPart(
  () => persist(() => import('./idle-timeout-dialog.tsx')),
  'IdleTimeoutDialog',
)

async function persist<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return persist(load)
  }
}

type IdleTimeoutViewProps = {
  /** Replaces the screen with the sign-in page; nothing may delay it. */
  openLogin: () => Promise<void>
  /** Loads what that shows, in advance: there may be no connection then. */
  loadLogin: () => Promise<unknown>
}

/** "An idle lock for shared computers": nothing stays on the screen, in memory or behind the Back button. */
export function IdleTimeoutView({ openLogin, loadLogin }: IdleTimeoutViewProps) {
  const queryClient = useQueryClient()
  const isShared = useSession().user?.sessionKind === 'shared'
  useEffect(() => {
    if (isShared) void persist(loadLogin)
  }, [isShared, loadLogin])
  if (!isShared) return null

  async function endSession() {
    await queryClient.cancelQueries()
    // First, so that every screen disappears at once with its input; then clear all cached data.
    queryClient.setQueryData(sessionQuery.queryKey, null)
    dismissToasts()
    const signInPage = openLogin()
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await signInPage
    await signOut(queryClient)
  }

  return <IdleTimeoutDialog onTimeout={() => void endSession()} />
}

function dismissToasts(): void {
  for (let toast = firstToast(); toast; toast = firstToast()) dismissToast(toast.id)
}

/** Retries, because a laptop that wakes up has no network yet. Signing in ends the old session too. */
async function signOut(queryClient: QueryClient): Promise<void> {
  for (let tries = 0; tries < SIGN_OUT_TRIES; tries += 1) {
    if (queryClient.getQueryData(sessionQuery.queryKey)) return
    const isDone = await endServerSession().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
