import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { IdleTimeoutView } from './auth/idle-timeout/idle-timeout-view.tsx'
import { firstSession } from './http/first-answers.ts'
import { createQueryClient } from './http/query-client.ts'
import { pageLanguage } from './i18n/t.ts'
import { watchInstallPrompt } from './layout/install-prompt.ts'
import { endKeptDevice, watchSession } from './offline/watch-session.ts'
import { createAppRouter } from './router.tsx'
import { sessionQuery } from './session/session.ts'

/** The session expired or was ended in another tab or on another device: sign in again, and return here. */
function askToSignIn(): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (!user) return
  const next = location.pathname + location.search
  const why = user.sessionKind === 'shared' ? '&ended=shared' : ''
  const leave = () => location.assign(`/login?next=${encodeURIComponent(next)}${why}`)
  void endKeptDevice().finally(leave)
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

/** At once with its effects: the answers that came with the page are there before the first paint, and nothing shifts. */
function show(into: HTMLElement): void {
  flushSync(() =>
    createRoot(into).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <IdleTimeoutView openLogin={openLogin} />
        </QueryClientProvider>
      </StrictMode>,
    ),
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

// A landing page stays visible until the router and the session determine what replaces it. Where the session came with
// the page, the files of its screen are on their way, and the complete screen replaces the spinner.
function start(into: HTMLElement): void {
  const isLanding = into.querySelector('main') !== null
  if (isLanding || firstSession() !== undefined) {
    void Promise.all([router.load(), queryClient.prefetchQuery(sessionQuery)])
      .then(() => untilLetGo(into))
      .then(() => show(into))
  } else {
    show(into)
  }
}

if (pageLanguage === 'en') start(root)
else void import('./i18n/spanish.ts').then(({ startSpanish }) => startSpanish()).then(() => start(root))
