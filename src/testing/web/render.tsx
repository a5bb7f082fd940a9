import '#web/styles.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { type RenderResult, render } from 'vitest-browser-react'
import { createQueryClient } from '#web/http/query-client.ts'
import { noteServerTime } from '#web/http/server-clock.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { useErrorFocus } from '#web/ui/focus.ts'
import { Toaster } from '#web/ui/toast.tsx'
import { dismissToast, firstToast } from '#web/ui/toast-queue.ts'

export const owner: SessionUser = {
  id: '8f14e45f-ceea-467f-a8d4-3b5c1f0e6d2a',
  email: 'ann@example.com',
  name: "Ann O'Brien",
  firstName: 'Ann',
  lastName: "O'Brien",
  locale: 'en-US',
  timeZone: 'America/Chicago',
  sessionKind: 'remembered',
}

type RenderOptions = {
  user?: SessionUser | null
  path?: string
  /** For a page that reads its route's parameters or search, such as `/share/$token`; `path` must match it. */
  route?: string
}
/** `href` is the path with its query. */
type Rendered = RenderResult & { queryClient: QueryClient; path(): string; href(): string }

/** Fixes the date to this ISO instant until the test ends; timers keep running. */
export function stopClock(iso: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(iso) })
  // A test before this one may have had a server with another date.
  noteServerTime(iso)
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Renders `ui` as a screen of the app: signed in, inside the router and the query client, with toasts. */
export async function renderInApp(
  ui: ReactNode,
  { user = owner, route, path = route ?? '/' }: RenderOptions = {},
): Promise<Rendered> {
  const queryClient = createImpatientQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, user)
  const screen = () => (
    <>
      <ErrorFocus />
      <main id="main" tabIndex={-1}>
        {route === undefined ? ui : <Outlet />}
      </main>
      <Toaster />
    </>
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const root = createRootRoute({ component: screen, notFoundComponent: () => null })
  const shown = route && createRoute({ getParentRoute: () => root, path: route, component: () => ui })
  const router = createRouter({
    routeTree: shown ? root.addChildren([shown]) : root,
    history,
  })
  await router.load()
  onTestFinished(dismissAllToasts)
  const result = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    ...result,
    queryClient,
    path: () => router.state.location.pathname,
    href: () => router.state.location.href,
  }
}

/** Retries a query as often as the app does, but without waiting in between. */
function createImpatientQueryClient(): QueryClient {
  const queryClient = createQueryClient()
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return queryClient
}

function dismissAllToasts(): void {
  for (let toast = firstToast(); toast; toast = firstToast()) dismissToast(toast.id)
}

/** Like in the layout of the app. */
function ErrorFocus() {
  useErrorFocus()
  return null
}
