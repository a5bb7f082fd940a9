import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { lookupsQuery } from './api.ts'
import { LookupForm } from './lookup-form.tsx'

const route = getRouteApi('/credentials/$id/lookup')

/** What the board or issuer has on record: a new look-up, or one to edit. */
export function LookupPage() {
  const { id } = route.useParams()
  const { lookupId } = route.useSearch()
  const credential = useQuery(credentialQuery(id))
  const lookups = useQuery({ ...lookupsQuery(id), enabled: lookupId !== undefined })
  const error = credential.error ?? lookups.error
  const initial = lookups.data?.items.find((each) => each.id === lookupId)
  if (error) {
    const isRefusal = toProblem(error).status === 403
    const onRetry = () => void Promise.all([credential.refetch(), lookups.refetch()])
    return (
      <Page title={isRefusal ? t`This credential is not yours` : t`This look-up did not load`}>
        <ProblemNote problem={error} {...(isRefusal ? {} : { onRetry })} />
      </Page>
    )
  }
  if (credential.isPending || lookups.isLoading) return <PageSpinner />
  if (!credential.data || (lookupId !== undefined && !initial))
    return (
      <Page title={t`This look-up is not in your vault`}>
        <p className="max-w-[60ch] text-lg text-muted">{t`It may have been deleted, or the link is incomplete.`}</p>
      </Page>
    )
  return <LookupEdit key={lookupId} credential={credential.data} initial={initial} />
}

type LookupEditProps = { credential: Credential; initial: LookupRecord | undefined }

function LookupEdit({ credential, initial }: LookupEditProps) {
  const navigate = useNavigate()
  const files = useUploads(initial?.fileIds)
  const title = titleIn(credentialTitle(credential), t)
  return (
    <Page
      title={t`You looked up ${title}`}
      width="form"
      heading={credential.kind === 'license' ? t`What did the board say?` : t`What did the issuer say?`}
      intro={t`Note what you saw. It is your own check, not primary-source verification.`}
      eyebrow={
        <Link to="/credentials/$id" params={{ id: credential.id }} className="underline">
          {t`Back to ${title}`}
        </Link>
      }
    >
      <LookupForm
        credential={credential}
        initial={initial}
        files={files}
        onSaved={() => {
          showToast({ title: t`Saved` })
          void navigate({ to: '/credentials/$id', params: { id: credential.id }, replace: true })
        }}
      />
    </Page>
  )
}
