import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createCycle, proposalsQuery, removeEmptyCycle } from '#web/ceu/api.ts'
import { cycleSubject, shortName } from '#web/ceu/cycle-text.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { restoreFocus } from '#web/ui/focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { useUndo } from '#web/ui/use-removal.ts'
import { hasDates, valuesOfProposal } from './proposal-values.ts'

type StartCycleButtonProps = {
  credentialId: string
  name: string
  tone?: 'primary' | 'secondary'
  size?: 'md' | 'sm'
  className?: string
}

/** Starts the proposed cycle of a credential in one tap. */
export function StartCycleButton({ credentialId, name, ...look }: StartCycleButtonProps) {
  const { mutate, isPending } = useCycleStart()
  return (
    <Button
      aria-label={t`Start tracking: ${name}`}
      isPending={isPending}
      onPress={() => mutate(credentialId)}
      {...look}
    >{t`Start tracking`}</Button>
  )
}

/**
 * Creates the proposed cycle of a credential with its defaults; the toast offers Undo. Opens the form if the proposal
 * lacks a date.
 */
function useCycleStart() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // A new one after each success: after Undo the same credential may start another cycle.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const undo = useUndo()
  return useMutation({
    mutationFn: async (credentialId: string) => {
      const { items } = await queryClient.fetchQuery({ ...proposalsQuery, staleTime: 0 })
      const proposal = items.find((one) => one.credentialId === credentialId)
      const values = proposal && valuesOfProposal(proposal)
      if (values && hasDates(values)) return createCycle(values, key)
      await navigate({ to: '/credentials/cycles/new', search: { credentialId } })
      return null
    },
    onSuccess: (cycle) => {
      if (cycle === null) return
      setKey(crypto.randomUUID())
      showToast({
        title: t`Tracking CE for ${shortName(cycleSubject(cycle))}`,
        action: undo(() => removeEmptyCycle(cycle.id)),
      })
    },
    onError: showErrorToast(t`The cycle was not added`),
    onSettled: async () => {
      await refreshRecords(queryClient)
      restoreFocus()
    },
  })
}
