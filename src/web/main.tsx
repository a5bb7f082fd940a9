import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IdleTimeoutView } from './auth/idle-timeout/idle-timeout-view.tsx'
import { createQueryClient } from './http/query-client.ts'
import { createAppRouter } from './router.tsx'
import { sessionQuery } from './session/session.ts'

/** The session ended by time, in another tab or on another device: sign in again, and go on here. */
function askToSignIn(): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (!user) return
  const next = location.pathname + location.search
  const why = user.sessionKind === 'shared' ? '&ended=shared' : ''
  location.assign(`/login?next=${encodeURIComponent(next)}${why}`)
}

/** In the place of the screen, so that Back does not lead to it; a form that is not saved must not hold it up. */
function openLogin(): Promise<void> {
  const search = { ended: 'shared', next: location.pathname + location.search }
  return router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
}

const queryClient = createQueryClient(askToSignIn)
const router = createAppRouter(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

function show(into: HTMLElement): void {
  createRoot(into).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <IdleTimeoutView openLogin={openLogin} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** A link or a button that is replaced under a finger would never hear its click. */
function untilLetGo(pressed: HTMLElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The click comes behind the event, for a finger in a task of its own.
  const letGo = () => setTimeout(resolve, 100)
  if (pressed.matches(':active'))
    for (const end of ['pointerup', 'pointercancel', 'keyup']) addEventListener(end, letGo, { once: true })
  else resolve()
  return promise
}

// A prerendered landing page stays on screen until the router and the session know what replaces it.
if (root.hasChildNodes()) {
  void Promise.all([router.load(), queryClient.prefetchQuery(sessionQuery)])
    .then(() => untilLetGo(root))
    .then(() => show(root))
} else {
  show(root)
}
