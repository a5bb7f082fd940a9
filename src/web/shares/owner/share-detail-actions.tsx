import { CalendarClock, DoorClosed, Pencil, QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CreatedShare, Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { restoreFocus } from '#web/ui/focus.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { ReplaceLinkDialog } from './replace-link-dialog.tsx'
import { ShareEditDialog } from './share-edit-dialog.tsx'
import { ShareExpiryDialog } from './share-expiry-dialog.tsx'
import { type DateContext, revokeText } from './share-list-text.ts'
import { type ShareDialogProps, useRevokeShare } from './use-share-changes.ts'

type Action = 'extend' | 'edit' | 'replace' | 'revoke'
type ShareActionsProps = { share: Share; dates: DateContext; onCreated: (created: CreatedShare) => void }

/** All actions while the share is live; only a new link once it has ended. */
export function ShareActions({ share, dates, onCreated }: ShareActionsProps) {
  const [open, setOpen] = useState<Action | null>(null)
  const { state } = share
  useRestoredFocus(state)
  const dialog = (action: Action) => ({
    share,
    dates,
    isOpen: open === action,
    onClose: () => setOpen(null),
  })
  return (
    <div className="-mt-3 grid gap-3">
      {state === 'gone' && (
        <p className="max-w-[62ch] rounded-card bg-expired-soft p-4">
          <Trans>
            Everything in this link was deleted, so it shows nothing. If you restore any of it in time, the
            link works again. To prevent that, end the link.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'live' && (
          <>
            <Button onPress={() => setOpen('extend')}>
              <CalendarClock aria-hidden className="size-5" />
              {t`Extend`}
            </Button>
            <Button onPress={() => setOpen('edit')}>
              <Pencil aria-hidden className="size-4" />
              {t`Edit`}
            </Button>
          </>
        )}
        {state !== 'gone' && (
          <Button tone={state === 'live' ? 'secondary' : 'primary'} onPress={() => setOpen('replace')}>
            <QrCode aria-hidden className="size-5" />
            {t`Create new link`}
          </Button>
        )}
        {(state === 'live' || state === 'gone') && (
          <Button className="text-expired!" onPress={() => setOpen('revoke')}>
            <DoorClosed aria-hidden className="size-5" />
            {t`End link`}
          </Button>
        )}
      </div>
      <ShareExpiryDialog {...dialog('extend')} />
      <ShareEditDialog {...dialog('edit')} />
      <ReplaceLinkDialog {...dialog('replace')} onCreated={onCreated} />
      <RevokeShareDialog {...dialog('revoke')} />
    </div>
  )
}

/** The button that ended the link is removed when its dialog closes, so the focus would be lost. */
function useRestoredFocus(state: Share['state']): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    restoreFocus()
  }, [state])
}

/** First shows who loses access to what, because the same link can never be reopened. */
function RevokeShareDialog({ share, isOpen, onClose }: ShareDialogProps) {
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
      onClose={onClose}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
