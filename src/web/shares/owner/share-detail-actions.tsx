import { CalendarClock, DoorClosed, Pencil, QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Share, ShareMade } from '#shared/shares/share.ts'
import { Button } from '#web/ui/button.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { RenewDialog } from './replace-link-dialog.tsx'
import { RevokeDialog } from './revoke-share-dialog.tsx'
import { ShareEditDialog } from './share-edit-dialog.tsx'
import { ExtendDialog } from './share-expiry-dialog.tsx'
import type { SeenAt } from './share-list-text.ts'

type Action = 'extend' | 'edit' | 'renew' | 'revoke'
type ShareActionsProps = { share: Share; seen: SeenAt; onMade: (made: ShareMade) => void }

/** What can still be done with a link: all of it while it is live, a new link once it has ended. */
export function ShareActions({ share, seen, onMade }: ShareActionsProps) {
  const [open, setOpen] = useState<Action | null>(null)
  const { state } = share
  useKeptFocus(state)
  const dialog = (action: Action) => ({
    share,
    seen,
    isOpen: open === action,
    onClose: () => setOpen(null),
  })
  return (
    <div className="-mt-3 grid gap-3">
      {state === 'gone' && (
        <p className="max-w-[62ch] rounded-card bg-expired-soft p-4">
          Everything that this link showed was deleted, so it opens nothing. If you bring one of these back
          while there is time, the link opens again. To be sure that it does not, end it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'live' && (
          <>
            <Button onPress={() => setOpen('extend')}>
              <CalendarClock aria-hidden className="size-5" />
              Extend
            </Button>
            <Button onPress={() => setOpen('edit')}>
              <Pencil aria-hidden className="size-4" />
              Change
            </Button>
          </>
        )}
        {state !== 'gone' && (
          <Button tone={state === 'live' ? 'secondary' : 'primary'} onPress={() => setOpen('renew')}>
            <QrCode aria-hidden className="size-5" />
            Make a new link
          </Button>
        )}
        {(state === 'live' || state === 'gone') && (
          <Button className="text-expired!" onPress={() => setOpen('revoke')}>
            <DoorClosed aria-hidden className="size-5" />
            End now
          </Button>
        )}
      </div>
      <ExtendDialog {...dialog('extend')} />
      <ShareEditDialog {...dialog('edit')} />
      <RenewDialog {...dialog('renew')} onMade={onMade} />
      <RevokeDialog {...dialog('revoke')} />
    </div>
  )
}

/** The button that ended the link is gone when its dialog gives the focus back to it. */
function useKeptFocus(state: Share['state']): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    const timer = setTimeout(restoreFocus, 200)
    return () => clearTimeout(timer)
  }, [state])
}
