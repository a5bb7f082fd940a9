import { t } from '#web/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { deviceName } from './offline-state.ts'

type LogoutDialogProps = { onClose(): void; onLogout(): void }

/** Before changes that were not sent are deleted. */
export function LogoutDialog({ onClose, onLogout }: LogoutDialogProps) {
  return (
    <ConfirmDialog
      title={t`Some changes were not sent`}
      body={t`They exist only on this ${deviceName()}, and logging out deletes them. “Waiting to be sent” at the top shows what they are.`}
      confirmLabel={t`Log out and delete them`}
      cancelLabel={t`Stay signed in`}
      tone="danger"
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onLogout()
      }}
    />
  )
}
