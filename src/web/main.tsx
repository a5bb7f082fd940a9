import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IdleTimeoutView } from './auth/idle-timeout/idle-timeout-view.tsx'
import { createQueryClient } from './http/query-client.ts'
import { watchInstallPrompt } from './layout/install-prompt.ts'
import { forgetDevice } from './offline/forget-device.ts'
import { watchSession } from './offline/watch-session.ts'
import { createAppRouter } from './router.tsx'
import { sessionQuery } from './session/session.ts'

/** The session expired or was ended in another tab or on another device: sign in again, and return here. */
function askToSignIn(): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (!user) return
  const next = location.pathname + location.search
  const why = user.sessionKind === 'shared' ? '&ended=shared' : ''
  const leave = () => location.assign(`/login?next=${encodeURIComponent(next)}${why}`)
  void forgetDevice().finally(leave)
}

/** Replaces the screen, so that Back does not lead to it. An unsaved form must not block it. */
function openLogin(): Promise<void> {
  const search = { ended: 'shared', next: location.pathname + location.search }
  return router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
}

watchInstallPrompt()
const queryClient = createQueryClient(askToSignIn)
watchSession(queryClient)
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

/** A link or button that is replaced during a tap would never get its click. */
function untilLetGo(pressed: HTMLElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The click comes after the event, on touch screens in a later task.
  const letGo = () => setTimeout(resolve, 100)
  if (pressed.matches(':active'))
    for (const end of ['pointerup', 'pointercancel', 'keyup']) addEventListener(end, letGo, { once: true })
  else resolve()
  return promise
}

// A prerendered landing page stays visible until the router and the session know what replaces it.
if (root.hasChildNodes()) {
  void Promise.all([router.load(), queryClient.prefetchQuery(sessionQuery)])
    .then(() => untilLetGo(root))
    .then(() => show(root))
} else {
  show(root)
}
