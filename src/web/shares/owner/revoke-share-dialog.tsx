import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { revokeText } from './share-list-text.ts'
import { type ShareDialogProps, useRevokeShare } from './use-share-changes.ts'

/** First shows who loses access to what, because the same link can never be reopened. */
export function RevokeShareDialog({ share, isOpen, onClose }: ShareDialogProps) {
  const revoke = useRevokeShare(share)
  return (
    <ConfirmDialog
      title={t`End this link now?`}
      body={
        <div className="grid gap-3">
          <p className="[overflow-wrap:anywhere]">{revokeText(share)}</p>
          <p>{t`You cannot reopen this link. You can create a new one for the same items at any time.`}</p>
          {revoke.error && <ProblemNote problem={revoke.error} />}
        </div>
      }
      confirmLabel={t`End link`}
      cancelLabel={t`Keep it open`}
      tone="danger"
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && onClose()}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
