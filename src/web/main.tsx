import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { firstSession } from './http/first-answers.ts'
import { createQueryClient } from './http/query-client.ts'
import { pageLanguage } from './i18n/t.ts'
import { keepTranslatedTexts } from './i18n/translated-texts.ts'
import { ErrorScreen } from './layout/error-screen.tsx'
import { watchInstallPrompt } from './layout/install-prompt.ts'
import { endKeptDevice, watchSession } from './offline/watch-session.ts'
import { sessionQuery } from './session/session.ts'
import { VisitorApp, visitorPageAt } from './visitor-app.tsx'

/** The session expired or was ended in another tab or on another device: sign in again, and return here. */
function askToSignIn(): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (!user) return
  const next = location.pathname + location.search
  const why = user.sessionKind === 'shared' ? '&ended=shared' : ''
  const leave = () => location.assign(`/login?next=${encodeURIComponent(next)}${why}`)
  void endKeptDevice().finally(leave)
}

watchInstallPrompt()
keepTranslatedTexts(document.body)
const queryClient = createQueryClient(askToSignIn)
watchSession(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

/** At once with its effects: the answers that came with the page are there before the first paint, and nothing shifts. */
function show(into: HTMLElement, content: ReactNode): void {
  flushSync(() =>
    createRoot(into).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
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

/** The error is shown in place of the page, inside its layout. */
function throwing(error: unknown): ComponentType {
  return () => {
    throw error
  }
}

/** A visitor's page does without the router, if the visitor is known to be signed out. */
async function loadContent(into: HTMLElement): Promise<ReactNode> {
  const page = firstSession() === null ? visitorPageAt(location.pathname) : null
  if (page) {
    const loading = page.load().catch(throwing)
    const [Page] = await Promise.all([loading, queryClient.prefetchQuery(sessionQuery)])
    return <VisitorApp Page={Page} isMinimal={page.isMinimal} />
  }
  const { createApp } = await import('./app.tsx')
  const app = createApp(queryClient)
  // A landing page stays visible until it is known what replaces it. Where the session came with the page, the files of its
  // screen are on their way, and the complete screen replaces the spinner.
  const isLanding = into.querySelector('main') !== null
  if (isLanding || firstSession() !== undefined)
    await Promise.all([app.load(), queryClient.prefetchQuery(sessionQuery)])
  return app.element
}

async function start(into: HTMLElement): Promise<void> {
  const content = await loadContent(into).catch((error: unknown) => (
    <main>
      <ErrorScreen error={error} onRetry={() => location.reload()} />
    </main>
  ))
  await untilLetGo(into)
  show(into, content)
}

/** Where the texts cannot be loaded, the page is in English, in which each text is written. */
async function loadTexts(): Promise<void> {
  try {
    const { startSpanish } = await import('./i18n/spanish.ts')
    await startSpanish()
  } catch {
    document.documentElement.lang = 'en'
  }
}

if (pageLanguage === 'en') void start(root)
else void loadTexts().then(() => start(root))
