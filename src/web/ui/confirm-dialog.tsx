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
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onConfirm: () => void
  isPending?: boolean
}

/** Asks before an action that cannot easily be undone. The caller closes it, so that it can show `isPending`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    body,
    confirmLabel,
    cancelLabel = t`Cancel`,
    tone = 'primary',
    isOpen,
    onOpenChange,
    isPending,
  } = props
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button onPress={() => onOpenChange(false)}>{cancelLabel}</Button>
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
