import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { LoadedPage } from '#web/ui/loaded-page.tsx'
import { Page } from '#web/ui/page.tsx'
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
  const initial = lookups.data?.items.find((each) => each.id === lookupId)
  const isThere = lookupId === undefined || initial !== undefined
  return (
    <LoadedPage
      query={{
        data: isThere ? credential.data : null,
        error: credential.error ?? lookups.error,
        isPending: credential.isPending || lookups.isLoading,
        refetch: () => Promise.all([credential.refetch(), lookups.refetch()]),
      }}
      titles={{
        refused: t`This credential is not yours`,
        failed: t`This look-up did not load`,
        missing: t`This look-up is not in your vault`,
      }}
      missingText={t`It may have been deleted, or the link is incomplete.`}
    >
      {(found) => <LookupEdit key={lookupId} credential={found} initial={initial} />}
    </LoadedPage>
  )
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
