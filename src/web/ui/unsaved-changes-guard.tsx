import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

/** Asks before unsaved changes are lost by a link, by going back or by closing the window. */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  // The router takes over a new `shouldBlockFn` only after a paint. A form that was just saved may leave before.
  const isDirtyNow = useRef(isDirty)
  useLayoutEffect(() => {
    isDirtyNow.current = isDirty
  }, [isDirty])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirtyNow.current && current.pathname !== next.pathname,
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
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    />
  )
}
