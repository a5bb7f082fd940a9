import { useMutation, useQueryClient } from '@tanstack/react-query'
import { stateName } from '#shared/compact/practice-text.ts'
import type { Residence, ResidencePatch } from '#shared/compact/residence.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { createResidence, practiceKey, removeResidence, restoreResidence, updateResidence } from './api.ts'

type NewResidence = { state: string; from: string; appliedOn?: string | null }

/** Every answer depends on where the owner lives: all of them are refetched. */
export function useResidenceChanges() {
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: practiceKey })
    await queryClient.invalidateQueries({ queryKey: ['reminders'] })
  }
  const create = useMutation({
    mutationFn: ({ body, key }: { body: NewResidence; key: string }) => createResidence(body, key),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: ResidencePatch }) => updateResidence(id, patch),
    onError: showErrorToast(t`It was not saved`),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: restoreResidence,
    onError: showErrorToast(t`It was not restored`),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Residence) => removeResidence(id),
    onSuccess: (_nothing, { id, state }) =>
      showToast({
        title: t`Deleted ${stateName(state)}`,
        action: { label: t`Undo`, onAction: () => restore.mutate(id) },
      }),
    onError: showErrorToast(t`It was not deleted`),
    onSettled: () => {
      restoreFocus()
      return onSettled()
    },
  })
  return { create, change, remove }
}
