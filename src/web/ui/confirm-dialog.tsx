import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  body: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  isOpen?: boolean
  onClose: () => void
  onConfirm: () => void
  isPending?: boolean
}

/** Asks before an action that cannot easily be undone. The caller closes it, so that it can show `isPending`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, confirmLabel, cancelLabel = t`Cancel`, tone = 'primary', isPending, onClose } = props
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen={props.isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{cancelLabel}</Button>
          <Button tone={tone} onPress={props.onConfirm} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{body}</div>
    </Dialog>
  )
}
