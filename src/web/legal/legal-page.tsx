import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Page } from '#web/ui/page.tsx'

/** The layout of the three legal pages: one column, a summary, then numbered sections. */
export function LegalPage({ title, gist, children }: { title: string; gist: string; children: ReactNode }) {
  return (
    <Page title={title} eyebrow={t`Last changed November 23, 2026`}>
      <article className="max-w-[65ch] pb-8 text-lg">
        <p className="border-l-4 border-accent pl-4 text-xl text-ink">{gist}</p>
        {t.language !== 'en' && (
          <p className="mt-4 text-muted">
            <Trans>This translation is for your convenience. The English text is the binding one.</Trans>
          </p>
        )}
        {children}
      </article>
    </Page>
  )
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl">{title}</h2>
      <div className="mt-2 space-y-4 [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-6">{children}</div>
    </section>
  )
}
