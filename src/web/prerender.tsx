import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToString, renderToStringAsync } from 'preact-render-to-string'
import type { Language } from '#shared/i18n/language.ts'
import { type SiteConfig, siteDefaults } from './config/site.ts'
import { LandingPage } from './home/landing-page.tsx'
import { createQueryClient } from './http/query-client.ts'
import { startSpanish } from './i18n/spanish.ts'
import { t } from './i18n/t.ts'
import { AppLayout } from './layout/app-layout.tsx'
import { sessionQuery } from './session/session.ts'
import { PageSpinner } from './ui/spinner.tsx'

type Prerendered = {
  html: string
  /** The title of the document, until a screen sets its own. */
  title: string
  description: string
  /** The settings that the page shows. */
  defaults: SiteConfig
  /** The content of every other page until the app has started. */
  spinner: string
}

/** The landing page as HTML, as a signed-out visitor sees it before any script runs. English first. */
export async function prerender(language: Language): Promise<Prerendered> {
  if (language === 'es') startSpanish()
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const root = createRootRoute({ component: () => <AppLayout bell={null} reauthentication={null} /> })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: LandingPage })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([home]), history })
  await router.load()
  const html = await renderToStringAsync(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  if (/<script|<template|style="/.test(html))
    throw new Error('The landing page needs a script or an inline style')
  return {
    html,
    title: t`Lanyard - every nursing credential in one place`,
    description: t`Lanyard keeps every nursing license and certification in one private vault and shows what lapses next.`,
    defaults: siteDefaults,
    spinner: renderToString(<PageSpinner />),
  }
}
