import { useState } from 'react'
import type { ShareMade } from '#shared/shares/share.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { LifetimePicker, type PickedLifetime, pickedMs } from './share-lifetime-picker.tsx'
import { renewText, type ShareDialogProps, untilText } from './share-list-text.ts'
import { useRenewShare } from './use-share-changes.ts'

type RenewDialogProps = ShareDialogProps & { onMade: (made: ShareMade) => void }

/** A new link for the same share; the page shows it once this is closed. */
export function RenewDialog(props: RenewDialogProps) {
  return (
    <Dialog
      title="Make a new link?"
      size="sm"
      isOpen={props.isOpen}
      onOpenChange={(opens) => !opens && props.onClose()}
    >
      <RenewForm {...props} />
    </Dialog>
  )
}

function RenewForm({ share, seen, onClose, onMade }: RenewDialogProps) {
  const [lifetime, setLifetime] = useState<PickedLifetime>('week')
  const renew = useRenewShare(share)
  const until = new Date(seen.now.getTime() + pickedMs(lifetime)).toISOString()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        renew.mutate(pickedMs(lifetime), {
          onSuccess: (made) => {
            onClose()
            onMade(made)
          },
        })
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{renewText(share)}</p>
      <LifetimePicker label="Open for" value={lifetime} onChange={setLifetime} />
      <p role="status">{`It will be open until ${untilText(until, seen)}.`}</p>
      {renew.error && toProblem(renew.error).code !== 'cancelled' && <ProblemNote problem={renew.error} />}
      <Button type="submit" tone="primary" isPending={renew.isPending} className="sm:justify-self-end">
        Make the new link
      </Button>
    </form>
  )
}
