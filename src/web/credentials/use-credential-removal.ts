import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { credentialsKey, removeCredential, restoreCredential } from './api.ts'

/** Deletes with Undo. The record stays restorable on the server, so Undo works from any screen. */
export function useRemoveCredential() {
  const queryClient = useQueryClient()
  // The screen of a deleted credential is about to close: a refetch now would report it as missing.
  const refresh = (_answer: unknown, _error: Error | null, { id }: Credential) => {
    const isOwn = ({ queryKey }: Query) => queryKey.includes(id)
    void queryClient.invalidateQueries({ queryKey: credentialsKey, refetchType: 'none', predicate: isOwn })
    void queryClient.invalidateQueries({ queryKey: ['ceu'] })
    void queryClient.invalidateQueries({
      queryKey: credentialsKey,
      predicate: (query) => !isOwn(query),
    })
  }
  const restore = useMutation({
    mutationFn: (credential: Credential) => restoreCredential(credential.id),
    onSuccess: (credential) => showToast({ title: t`${shortTitle(credential)} was restored` }),
    onError: showErrorToast(t`The credential was not restored`),
    onSettled: (answer, error, credential) => {
      restoreFocus()
      refresh(answer, error, credential)
    },
  })
  return useMutation({
    mutationFn: (credential: Credential) => removeCredential(credential.id),
    onSuccess: (_nothing, credential) =>
      showToast({
        title: t`${shortTitle(credential)} was deleted`,
        description:
          credential.fileIds.length > 0
            ? t`Its files were deleted too. You can restore it from the trash for 30 days.`
            : t`You can restore it from the trash for 30 days.`,
        action: { label: t`Undo`, onAction: () => restore.mutate(credential) },
      }),
    onError: showErrorToast(t`The credential was not deleted`),
    onSettled: refresh,
  })
}
