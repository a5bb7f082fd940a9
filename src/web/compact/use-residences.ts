import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResidencePatch } from '#shared/compact/residence.ts'
import { t } from '#web/i18n/t.ts'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { createResidence, practiceKey, updateResidence } from './api.ts'

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
  return { create, change }
}
