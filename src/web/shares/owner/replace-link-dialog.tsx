import { useRef, useState } from 'react'
import type { CreatedShare } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { LifetimePicker, type PickedLifetime, pickedMs } from './share-lifetime-picker.tsx'
import { replaceLinkText, untilText } from './share-list-text.ts'
import { type ShareDialogProps, useRotateToken } from './use-share-changes.ts'

type ReplaceLinkDialogProps = ShareDialogProps & { onCreated: (created: CreatedShare) => void }

/** Creates a new link for the same share. The page shows the link once this dialog closes. */
export function ReplaceLinkDialog(props: ReplaceLinkDialogProps) {
  return (
    <Dialog title={t`Create a new link?`} size="sm" isOpen={props.isOpen} onClose={props.onClose}>
      <ReplaceLinkForm {...props} />
    </Dialog>
  )
}

function ReplaceLinkForm({ share, dates, onClose, onCreated }: ReplaceLinkDialogProps) {
  const [lifetime, setLifetime] = useState<PickedLifetime>('week')
  const rotation = useRotateToken(share)
  // `isPending` would be set too late for a second press in the same frame.
  const isRunning = useRef(false)
  const until = new Date(dates.now.getTime() + pickedMs(lifetime)).toISOString()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isRunning.current) return
        isRunning.current = true
        rotation.mutate(pickedMs(lifetime), {
          onSettled: () => {
            isRunning.current = false
          },
          onSuccess: (created) => {
            onClose()
            onCreated(created)
          },
        })
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{replaceLinkText(share)}</p>
      <LifetimePicker label={t`Open for`} value={lifetime} onChange={setLifetime} />
      <p role="status">{t`It will be open until ${untilText(until, dates)}.`}</p>
      {rotation.error && toProblem(rotation.error).code !== 'cancelled' && (
        <ProblemNote problem={rotation.error} />
      )}
      <Button
        type="submit"
        tone="primary"
        isPending={rotation.isPending}
        className="sm:justify-self-end"
      >{t`Create new link`}</Button>
    </form>
  )
}
