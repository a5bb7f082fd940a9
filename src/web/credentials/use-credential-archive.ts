import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { archiveCredential, credentialQuery, credentialsKey, unarchiveCredential } from './api.ts'

/** Archives a current credential and unarchives an archived one, each with Undo. */
export function useCredentialArchive() {
  const queryClient = useQueryClient()
  const change = (credential: Credential) =>
    credential.archivedAt === null ? archiveCredential(credential.id) : unarchiveCredential(credential.id)
  const onSettled = () => {
    for (const queryKey of [credentialsKey, ['ceu']]) void queryClient.invalidateQueries({ queryKey })
  }
  const onSuccess = (saved: Credential) => queryClient.setQueryData(credentialQuery(saved.id).queryKey, saved)
  const undo = useMutation({
    mutationFn: change,
    onSuccess,
    onError: showErrorToast(t`That could not be undone`),
    onSettled: () => {
      restoreFocus()
      onSettled()
    },
  })
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      onSuccess(saved)
      const isArchived = saved.archivedAt !== null
      showToast({
        title: isArchived
          ? t`${shortTitle(saved)} was archived`
          : t`${shortTitle(saved)} is out of the archive`,
        description: isArchived ? t`It no longer counts, and reminders for it have stopped.` : '',
        action: { label: t`Undo`, onAction: () => undo.mutate(saved) },
      })
    },
    onError: showErrorToast(t`The credential was not changed`),
    onSettled,
  })
}
