import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Credential } from '#shared/credentials/credential.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { CredentialCycleOffer, CredentialCycleView } from '#web/ceu/cycles/credential-cycle-view.tsx'
import { siteConfig } from '#web/config/site.ts'
import { credentialName } from '#web/credentials/credential-text.ts'
import { LoadedCredentialPage } from '#web/credentials/loaded-credential-page.tsx'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { LookupSection } from '#web/lookups/lookup-section.tsx'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { CredentialReminderView } from '#web/reminders/credential-reminder-view.tsx'
import { termsQuery } from '#web/renewals/api.ts'
import { CredentialRenewalView } from '#web/renewals/credential-renewal-view.tsx'
import { TermHistoryList } from '#web/renewals/term-history-list.tsx'
import { useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { CredentialActions } from './credential-actions-view.tsx'
import { CredentialDetailsList } from './credential-details-list.tsx'
import { CredentialStatus, CredentialSummaryCard } from './credential-summary-card.tsx'
import { useReturnToList } from './use-credential-filter.ts'

const PassSection = lazyPart(
  () => import('#web/passes/pass-section.tsx'),
  'PassSection',
  () => <Skeleton className="h-40" />,
)

const hasPasses = siteConfig.hasApplePass || siteConfig.hasGooglePass

const route = getRouteApi('/credentials/$id')

export function CredentialPage() {
  const { id } = route.useParams()
  return (
    <LoadedCredentialPage id={id} loading={<CredentialSkeleton />}>
      {(credential) => <CredentialDetail credential={credential} />}
    </LoadedCredentialPage>
  )
}

function CredentialDetail({ credential }: { credential: Credential }) {
  const { search } = useReturnToList()
  const isOffline = useIsOffline()
  const { timeZone } = useUser()
  const { data: terms } = useQuery({ ...termsQuery(credential.id), enabled: !isOffline })
  const endedAt = terms?.items[0]?.endedAt
  const renewedOn = endedAt === undefined ? null : todayIn(new Date(endedAt), timeZone)
  const { fileIds } = credential
  const columns =
    fileIds.length > 0
      ? 'lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]'
      : 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'
  return (
    <Page
      title={credentialName(credential)}
      isDense
      eyebrow={<Link to="/credentials" search={search} className="underline">{t`My Vault`}</Link>}
      intro={<CredentialStatus credential={credential} />}
      actions={<CredentialActions credential={credential} />}
    >
      <div className={`grid grid-cols-1 items-start gap-x-10 gap-y-8 ${columns}`}>
        <CredentialSummaryCard credential={credential} />
        <div className="grid grid-cols-1 gap-8">
          {credential.archivedAt !== null && (
            <p className="border-line border-y py-3">
              <Trans>
                <strong>Archived.</strong> It is kept, but it no longer counts, and it has no reminders.
              </Trans>
            </p>
          )}
          {!isOffline && <CredentialCycleOffer credential={credential} />}
          <CredentialRenewalView credential={credential} />
          <CredentialDetailsList credential={credential} />
          {!isOffline && <LookupSection credential={credential} renewedOn={renewedOn} />}
          {!isOffline && <TermHistoryList credential={credential} />}
          <CredentialCycleView credential={credential} />
          {isOffline ? (
            <p className="text-muted">
              {hasPasses
                ? t`Look-ups, earlier terms, reminders, wallet passes, renewing, sharing, archiving and deleting need a connection.`
                : t`Look-ups, earlier terms, reminders, renewing, sharing, archiving and deleting need a connection.`}
            </p>
          ) : (
            <section aria-labelledby="reminder-title">
              <h2 id="reminder-title" className="mb-1 text-lg">{t`Next reminder`}</h2>
              <CredentialReminderView credential={credential} />
            </section>
          )}
          {hasPasses && !isOffline && credential.archivedAt === null && (
            <PassSection credential={credential} />
          )}
          {fileIds.length > 1 && (
            <section aria-labelledby="files-title">
              <h2 id="files-title" className="mb-3 text-lg">{t`Other documents`}</h2>
              <AttachmentList fileIds={fileIds} without={1} />
            </section>
          )}
        </div>
      </div>
    </Page>
  )
}

function CredentialSkeleton() {
  return (
    <Page title={t`My Vault`} isDense>
      <div aria-hidden className="grid gap-x-10 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <Skeleton className="mt-9 h-60 w-full rounded-card" />
        <Skeleton className="h-96 w-full" />
      </div>
    </Page>
  )
}
