import { t } from '#web/i18n/t.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'

/** The server's message. Offers Retry only if the result can change. */
export function CycleLoadError({ error, onRetry }: { error: Error; onRetry(): void }) {
  const isForbidden = toProblem(error).status === 403
  return (
    <Page
      title={isForbidden ? t`This CE cycle belongs to someone else` : t`This CE cycle could not be loaded`}
    >
      <ProblemNote problem={error} {...(isForbidden ? {} : { onRetry })} />
      <CeLink tone={isForbidden ? 'primary' : 'secondary'} />
    </Page>
  )
}

/** For an unknown id and for a deleted cycle. */
export function CycleNotFound() {
  return (
    <Page title={t`CE cycle not found`}>
      <p className="max-w-[60ch] text-lg text-muted">{t`It was deleted, or the link is incomplete. Nothing else has changed.`}</p>
      <CeLink tone="primary" />
    </Page>
  )
}

function CeLink({ tone }: { tone: 'primary' | 'secondary' }) {
  return (
    <ButtonLink
      to="/credentials"
      search={{ tab: 'ce' }}
      tone={tone}
      className="w-fit"
    >{t`Go to your CE`}</ButtonLink>
  )
}
