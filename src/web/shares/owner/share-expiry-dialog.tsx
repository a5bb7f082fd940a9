import { useState } from 'react'
import { serverNow } from '#web/http/server-clock.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { LifetimePicker, type PickedLifetime, pickedMs } from './share-lifetime-picker.tsx'
import { untilText } from './share-list-text.ts'
import { type ShareDialogProps, useUpdateShare } from './use-share-changes.ts'

/** Sets a new expiration, later or earlier than the current one. */
export function ShareExpiryDialog(props: ShareDialogProps) {
  return (
    <Dialog title={t`How long from now?`} size="sm" isOpen={props.isOpen} onClose={props.onClose}>
      <ShareExpiryForm {...props} />
    </Dialog>
  )
}

function ShareExpiryForm({ share, dates, onClose }: ShareDialogProps) {
  const [lifetime, setLifetime] = useState<PickedLifetime>('week')
  const until = new Date(dates.now.getTime() + pickedMs(lifetime))
  const isSooner = until < new Date(share.expiresAt)
  const update = useUpdateShare(share, isSooner ? t`Link shortened` : t`Link extended`)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const expiresAt = new Date(serverNow().getTime() + pickedMs(lifetime)).toISOString()
        update.mutate({ expiresAt }, { onSuccess: onClose })
      }}
      className="grid gap-5"
    >
      <p className="text-muted">{t`Currently open until ${untilText(share.expiresAt, dates)}.`}</p>
      <LifetimePicker label={t`From now on, open for`} value={lifetime} onChange={setLifetime} />
      <p role="status">
        {t`It will be open until ${untilText(until.toISOString(), dates)}.`}
        {isSooner && (
          <span className="block font-semibold text-expiring">{t`That is earlier than the current end.`}</span>
        )}
      </p>
      {update.error && <ProblemNote problem={update.error} />}
      <Button type="submit" tone="primary" isPending={update.isPending} className="sm:justify-self-end">
        {isSooner ? t`Shorten` : t`Extend`}
      </Button>
    </form>
  )
}
