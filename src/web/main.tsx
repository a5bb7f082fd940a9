import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { options } from 'preact'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '#web/i18n/page-language.ts'
import { IdleTimeoutView } from './auth/idle-timeout/idle-timeout-view.tsx'
import { firstSession } from './http/first-answers.ts'
import { createQueryClient } from './http/query-client.ts'
import { keepTranslatedTexts } from './i18n/translated-texts.ts'
import { watchInstallPrompt } from './layout/install-prompt.ts'
import { endKeptDevice, watchSession } from './offline/watch-session.ts'
import { createAppRouter, loadSignedOutScreens } from './router.tsx'
import { sessionQuery } from './session/session.ts'
import { followTabs } from './session/session-tabs.ts'

/** The session expired or was ended in another tab or on another device: sign in again, and return here. */
function askToSignIn(): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (!user) return
  const next = location.pathname + location.search
  const why = user.sessionKind === 'shared' ? '&ended=shared' : ''
  const leave = () => location.assign(`/login?next=${encodeURIComponent(next)}${why}`)
  void endKeptDevice().finally(leave)
}

// Effects run before the next paint: nothing shifts when they take the answers that came with the page.
options.requestAnimationFrame = queueMicrotask
watchInstallPrompt()
keepTranslatedTexts(document.body)
const queryClient = createQueryClient(askToSignIn)
watchSession(queryClient)
followTabs(queryClient)
const router = createAppRouter(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** Replaces the screen, so that Back does not lead to it. An unsaved form must not block it. */
function openLogin(): Promise<void> {
  const search = { ended: 'shared', next: location.pathname + location.search }
  return router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
}

async function start(into: HTMLElement): Promise<void> {
  await loadTexts()
  // The landing page, or the spinner of a page that came with its data, stays until the complete screen replaces it.
  if (into.querySelector('main') || firstSession() !== undefined)
    await Promise.all([router.load(), queryClient.prefetchQuery(sessionQuery)])
  flushSync(() =>
    createRoot(into).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <IdleTimeoutView openLogin={openLogin} loadLogin={loadSignedOutScreens} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

void start(root)
