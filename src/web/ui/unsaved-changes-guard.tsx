import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

/** Asks before unsaved changes are lost by a link, by going back or by closing the window. */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  useEffect(() => {
    // The dialog must be loaded before the connection may be lost.
    if (isDirty) ConfirmDialog.preloadHandlers.onFocus()
  }, [isDirty])
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      body={t`Your unsaved changes will be lost.`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      tone="danger"
      isOpen
      onOpenChange={(isOpen) => !isOpen && reset?.()}
      onConfirm={() => proceed?.()}
    />
  )
}
