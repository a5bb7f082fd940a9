import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { credentialQuery, credentialsKey, updateCredential } from '#web/credentials/api.ts'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { LoadedCredentialPage } from '#web/credentials/loaded-credential-page.tsx'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { savedToast } from '#web/offline/offline-state.ts'
import { useLinkedField } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

const route = getRouteApi('/credentials/$id/edit')

export function CredentialEditPage() {
  const { id } = route.useParams()
  return (
    <LoadedCredentialPage id={id}>
      {(credential) => <CredentialEdit credential={credential} />}
    </LoadedCredentialPage>
  )
}

function CredentialEdit({ credential }: { credential: Credential }) {
  const navigate = useNavigate()
  const { expiresAt } = route.useSearch()
  useLinkedField()
  const [before] = useState(credential)
  const undo = useDateUndo(before)
  const newDate = expiresAt !== undefined && isCalendarDate(expiresAt) ? expiresAt : undefined
  const files = useUploads(credential.fileIds)
  const title = titleIn(credentialTitle(credential), t)
  return (
    <Page
      title={t`Edit ${title}`}
      eyebrow={
        <Link to="/credentials/$id" params={{ id: credential.id }} className="underline">
          {t`Back to ${title}`}
        </Link>
      }
    >
      <CaptureLayout files={files} isRead>
        <CredentialForm
          initial={credential}
          newDate={newDate}
          fileIds={files.ids}
          hasUnsentFiles={files.hasUnsent}
          settleFiles={files.settle}
          onSaved={(saved) => {
            const isUndone = newDate !== undefined && saved.expiresAt === newDate
            showToast(
              savedToast(saved.id, {
                title: t`Saved`,
                ...(isUndone ? { action: { label: t`Undo`, onAction: () => undo.mutate() } } : {}),
              }),
            )
            void navigate({ to: '/credentials/$id', params: { id: saved.id }, replace: true })
          }}
        />
      </CaptureLayout>
    </Page>
  )
}

/** Restores the previous expiration date of a credential. */
function useDateUndo(before: Credential) {
  const { id, expiresAt, neverExpires } = before
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => updateCredential(before, { expiresAt, neverExpires }),
    onSuccess: (credential) => {
      queryClient.setQueryData(credentialQuery(id).queryKey, credential)
      showToast({ title: t`The date is as it was before` })
    },
    onError: showErrorToast(t`The date was not changed back`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: credentialsKey }),
  })
}
