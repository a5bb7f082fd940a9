import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { toProblem } from '#web/core/ui/problem-note.tsx'
import { showToast } from '#web/core/ui/toast-queue.ts'
import { credentialQuery, credentialsKey, removeCredential, restoreCredential } from './api.ts'

/** Undo is gone once it was pressed: without this a keyboard would begin again at the top of the window. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

/** Deleting, with the way back: the record stays restorable on the server, so Undo works from any screen. */
export function useRemoveCredential() {
  const queryClient = useQueryClient()
  // The screen of a deleted credential is about to be left: asked for again now, it would say that it is missing.
  const refresh = (_answer: unknown, _error: Error | null, { id }: Credential) => {
    const own = credentialQuery(id).queryKey
    void queryClient.invalidateQueries({ queryKey: own, refetchType: 'none' })
    void queryClient.invalidateQueries({
      queryKey: credentialsKey,
      predicate: ({ queryKey }) => queryKey.join() !== own.join(),
    })
  }
  const failed = (title: string) => (error: Error) =>
    showToast({ title, description: toProblem(error).message, tone: 'destructive' })
  const restore = useMutation({
    mutationFn: (credential: Credential) => restoreCredential(credential.id),
    onSuccess: (credential) => showToast({ title: `${credentialTitle(credential)} is back` }),
    onError: failed('It could not be brought back'),
    onSettled: (answer, error, credential) => {
      keepFocus()
      refresh(answer, error, credential)
    },
  })
  return useMutation({
    mutationFn: (credential: Credential) => removeCredential(credential.id),
    onSuccess: (_nothing, credential) =>
      showToast({
        title: `${credentialTitle(credential)} was deleted`,
        ...(credential.fileIds.length > 0 ? { description: 'Its files went with it.' } : {}),
        action: { label: 'Undo', onAction: () => restore.mutate(credential) },
      }),
    onError: failed('It was not deleted'),
    onSettled: refresh,
  })
}
