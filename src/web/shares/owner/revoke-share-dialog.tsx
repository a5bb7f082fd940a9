import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { lossText, type ShareDialogProps } from './share-list-text.ts'
import { useRevokeShare } from './use-share-changes.ts'

/** Names who loses what before it is done, because the same link never comes back. */
export function RevokeDialog({ share, isOpen, onClose }: ShareDialogProps) {
  const revoke = useRevokeShare(share)
  return (
    <ConfirmDialog
      title="End this link now?"
      body={
        <div className="grid gap-3">
          <p className="[overflow-wrap:anywhere]">{lossText(share)}</p>
          <p>This link never opens again. You can make a new one for the same things at any time.</p>
          {revoke.error && <ProblemNote problem={revoke.error} />}
        </div>
      }
      confirmLabel="End it now"
      cancelLabel="Keep it open"
      tone="danger"
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && onClose()}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
