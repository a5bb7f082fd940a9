import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before unsaved changes are lost by a link, by going back or by closing the window. */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title="Leave without saving?"
      body="Your unsaved changes will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      isOpen={status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && reset?.()}
      onConfirm={() => proceed?.()}
    />
  )
}
