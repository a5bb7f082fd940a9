import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { LifetimePicker, type PickedLifetime, pickedMs } from './share-lifetime-picker.tsx'
import { type ShareDialogProps, untilText } from './share-list-text.ts'
import { useUpdateShare } from './use-share-changes.ts'

/** Until when, counted from now: later than it was, or sooner. */
export function ExtendDialog(props: ShareDialogProps) {
  return (
    <Dialog
      title="How long from now?"
      size="sm"
      isOpen={props.isOpen}
      onOpenChange={(opens) => !opens && props.onClose()}
    >
      <ExtendForm {...props} />
    </Dialog>
  )
}

function ExtendForm({ share, seen, onClose }: ShareDialogProps) {
  const [lifetime, setLifetime] = useState<PickedLifetime>('week')
  const until = new Date(seen.now.getTime() + pickedMs(lifetime))
  const isSooner = until < new Date(share.expiresAt)
  const update = useUpdateShare(share, isSooner ? 'The link ends sooner' : 'The link is open longer')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const expiresAt = new Date(Date.now() + pickedMs(lifetime)).toISOString()
        update.mutate({ expiresAt }, { onSuccess: onClose })
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{`Now it is open until ${untilText(share.expiresAt, seen)}.`}</p>
      <LifetimePicker label="From now on, open for" value={lifetime} onChange={setLifetime} />
      <p role="status">
        {`It will be open until ${untilText(until.toISOString(), seen)}.`}
        {isSooner && <span className="block font-semibold text-expiring">That is sooner than now.</span>}
      </p>
      {update.error && <ProblemNote problem={update.error} />}
      <Button type="submit" tone="primary" isPending={update.isPending} className="sm:justify-self-end">
        {isSooner ? 'Shorten' : 'Extend'}
      </Button>
    </form>
  )
}
