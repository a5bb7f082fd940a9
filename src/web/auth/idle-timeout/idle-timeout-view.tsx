import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { signOut as endServerSession } from '#web/session/api.ts'
import { sessionQuery, useSession } from '#web/session/session.ts'
import { dismissToast, firstToast } from '#web/ui/toast-queue.ts'

const AGAIN_MS = 5_000
const SIGN_OUT_TRIES = 12

// Without the lock there is no shared computer: it is fetched until it is here.
const IdleTimeoutDialog = lazy(async function load(): Promise<{
  default: typeof import('./idle-timeout-dialog.tsx').IdleTimeoutDialog
}> {
  try {
    return { default: (await import('./idle-timeout-dialog.tsx')).IdleTimeoutDialog }
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return load()
  }
})

type IdleTimeoutViewProps = {
  /** Opens the sign-in page in the place of the screen; nothing may hold it up. */
  openLogin: () => Promise<void>
}

/** "An idle lock for shared computers": nothing of hers stays on the screen, in memory or behind the Back button. */
export function IdleTimeoutView({ openLogin }: IdleTimeoutViewProps) {
  const queryClient = useQueryClient()
  const { user } = useSession()
  if (user?.sessionKind !== 'shared') return null

  async function lock() {
    await queryClient.cancelQueries()
    // First, so that every screen goes at once, with what was typed on it; then all that was kept.
    queryClient.setQueryData(sessionQuery.queryKey, null)
    forgetToasts()
    const opened = openLogin()
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await opened
    await signOut(queryClient)
  }

  return (
    <Suspense fallback={null}>
      <IdleTimeoutDialog onLock={() => void lock()} />
    </Suspense>
  )
}

function forgetToasts(): void {
  for (let toast = firstToast(); toast; toast = firstToast()) dismissToast(toast.id)
}

/** A laptop that wakes up has no network yet. Once somebody signs in, the old session has ended by that. */
async function signOut(queryClient: QueryClient): Promise<void> {
  for (let tries = 0; tries < SIGN_OUT_TRIES; tries += 1) {
    if (queryClient.getQueryData(sessionQuery.queryKey)) return
    const isDone = await endServerSession().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
