import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnPass } from '#shared/passes/contract.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { restoreFocus } from '#web/ui/focus.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { endAllPasses, endPass, passesQuery, walletNames } from './api.ts'

type EndPassProps = {
  ending: Pick<OwnPass, 'credentialId' | 'title' | 'wallet'> | 'all' | null
  onClose: () => void
}

/** There is no Undo: the copies on phones are void, and a new pass has to be added to each. */
export function EndPassDialog({ ending, onClose }: EndPassProps) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: async () => {
      if (ending === 'all') await endAllPasses()
      else if (ending) await endPass(ending.credentialId, ending.wallet)
    },
    onSuccess: () => {
      showToast(
        ending === 'all' || ending === null
          ? { title: t`All passes ended` }
          : { title: t`Pass ended`, description: ending.title },
      )
      onClose()
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: passesQuery.queryKey })
      await queries.invalidateQueries({ queryKey: credentialsKey })
      restoreFocus()
    },
  })
  return (
    <ConfirmDialog
      title={ending === 'all' ? t`End all passes?` : t`End this pass?`}
      body={
        <div className="grid gap-4">
          <p>
            {ending === 'all' || ending === null
              ? t`Every copy on every phone becomes empty and void. To use a pass again, add it again.`
              : t`Every copy of the pass for “${ending.title}” in ${walletNames[ending.wallet]} becomes empty and void. To use it again, add it again.`}
          </p>
          {end.error && <ProblemNote problem={end.error} />}
        </div>
      }
      confirmLabel={ending === 'all' ? t`End all passes` : t`End pass`}
      tone="danger"
      isOpen={ending !== null}
      onClose={() => {
        end.reset()
        onClose()
      }}
      onConfirm={() => end.mutate()}
      isPending={end.isPending}
    />
  )
}
