import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './core/query.ts'
import { sessionQuery } from './core/session.ts'
import { createAppRouter } from './router.tsx'

/** The session ended by time, in another tab or on another device: sign in again, and go on here. */
function askToSignIn(): void {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return
  const here = location.pathname + location.search
  location.assign(`/login?next=${encodeURIComponent(here)}`)
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
      </QueryClientProvider>
    </StrictMode>,
  )
}

// A prerendered landing page stays on screen until the router and the session know what replaces it.
if (root.hasChildNodes()) {
  void Promise.all([router.load(), queryClient.prefetchQuery(sessionQuery)]).then(() => show(root))
} else {
  show(root)
}
