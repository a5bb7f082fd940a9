import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import { t } from '#web/i18n/t.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { credentialQuery, credentialsKey, updateCredential } from './api.ts'

/** Restores the previous expiration date of a credential. */
export function useDateUndo(before: Credential) {
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
