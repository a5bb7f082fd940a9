import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender as render } from 'react-dom/static'
import type { Language } from '#shared/i18n/language.ts'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { type SiteConfig, siteDefaults } from './config/site.ts'
import { createQueryClient } from './http/query-client.ts'
import { createRearrange } from './i18n/rearrange.tsx'
import { spanishTexts } from './i18n/spanish-catalogs.ts'
import { setTranslate, t } from './i18n/t.ts'
import { setRearrange } from './i18n/trans.tsx'
import { createAppRouter } from './router.tsx'
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

/** The landing page as HTML, as a signed-out visitor sees it before any script runs. */
export async function prerender(language: Language): Promise<Prerendered> {
  speak(language)
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
  return {
    html,
    title: t`Lanyard - every nursing credential in one place`,
    description: t`Lanyard keeps every nursing license and certification in one private vault and shows what lapses next.`,
    defaults: siteDefaults,
    spinner: renderToStaticMarkup(<PageSpinner />),
  }
}

function speak(language: Language): void {
  const texts = language === 'es' ? spanishTexts() : {}
  const find = (key: string) => texts[key]
  setTranslate(language === 'es' ? createTranslate('es', find) : english)
  setRearrange(createRearrange(find))
}
