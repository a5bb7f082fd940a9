import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IdleTimeoutView } from './auth/idle-timeout/idle-timeout-view.tsx'
import { createAppRouter } from './router.tsx'

type App = {
  /** Loads the screen at the current address. */
  load(): Promise<void>
  element: ReactNode
}

/** With the landing page, which takes the place of the dashboard for the moment until the sign-in page is there. */
function loadLogin(): Promise<unknown> {
  return Promise.all([import('./auth/sign-in/sign-in-page.tsx'), import('./home/landing-page.tsx')])
}

/** The app with all of its screens. */
export function createApp(queryClient: QueryClient): App {
  const router = createAppRouter(queryClient)

  /** Replaces the screen, so that Back does not lead to it. An unsaved form must not block it. */
  function openLogin(): Promise<void> {
    const search = { ended: 'shared', next: location.pathname + location.search }
    return router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
  }

  return {
    load: () => router.load(),
    element: (
      <>
        <RouterProvider router={router} />
        <IdleTimeoutView openLogin={openLogin} loadLogin={loadLogin} />
      </>
    ),
  }
}
