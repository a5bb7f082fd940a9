import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { sessionQuery } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announceTimeout, useIdleTimeout } from './use-idle-timeout.ts'

type IdleTimeoutDialogProps = { onTimeout: () => void }

/** On a shared computer: watches for use, warns a minute before the timeout, and signs out. */
export function IdleTimeoutDialog({ onTimeout }: IdleTimeoutDialogProps) {
  const queryClient = useQueryClient()
  const { isWarned, extend } = useIdleTimeout(onTimeout)

  useEffect(() => {
    // The router stores scroll positions by address when the page is left.
    const clearStorage = () => {
      sessionStorage.clear()
      localStorage.clear()
    }
    clearStorage()
    addEventListener('pagehide', clearStorage)
    return () => {
      removeEventListener('pagehide', clearStorage)
      // The user signed out, or the timeout did.
      if (queryClient.getQueryData(sessionQuery.queryKey) !== null) return
      clearStorage()
      announceTimeout()
    }
  }, [queryClient])

  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t`Still there?`}
      isOpen={isWarned}
      onClose={extend}
      footer={
        <>
          <Button onPress={onTimeout}>{t`Sign out now`}</Button>
          <StayButton onPress={extend} />
        </>
      }
    >
      <p className="text-muted">
        <Trans>
          Nobody has used Lanyard here for 14 minutes. Because this is a shared computer, you’ll be signed out
          in a minute. Anything you haven’t saved will be lost.
        </Trans>
      </p>
    </Dialog>
  )
}

/** It has the focus, so that Enter keeps the session. */
function StayButton({ onPress }: { onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return <Button ref={button} tone="primary" onPress={onPress}>{t`Stay signed in`}</Button>
}
