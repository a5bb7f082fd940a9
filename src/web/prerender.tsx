import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender as render } from 'react-dom/static'
import { type SiteConfig, siteDefaults } from './config/site.ts'
import { createQueryClient } from './http/query-client.ts'
import { createAppRouter } from './router.tsx'
import { sessionQuery } from './session/session.ts'

/** The landing page as HTML, as a signed-out visitor sees it before any script runs, and the settings that it shows. */
export async function prerender(): Promise<{ html: string; defaults: SiteConfig }> {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: ['/'] }))
  await router.load()
  const { prelude } = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    // Otherwise a large part would be sent hidden and shown by an inline script, which our CSP forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const html = await new Response(prelude).text()
  if (/<script|<template|style="/.test(html))
    throw new Error('The landing page needs a script or an inline style')
  return { html, defaults: siteDefaults }
}
