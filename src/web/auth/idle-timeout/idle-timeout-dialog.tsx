import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announceTimeout, useIdleTimeout } from './use-idle-timeout.ts'

type IdleTimeoutDialogProps = { onLock: () => void }

/** For who is signed in at a shared computer: watches, warns her a minute before, and locks. */
export function IdleTimeoutDialog({ onLock }: IdleTimeoutDialogProps) {
  const queryClient = useQueryClient()
  const { isWarned, stay } = useIdleTimeout(onLock)

  useEffect(() => {
    // The router keeps where pages were scrolled to, under their addresses, when the page goes.
    const forget = () => {
      sessionStorage.clear()
      localStorage.clear()
    }
    forget()
    addEventListener('pagehide', forget)
    return () => {
      removeEventListener('pagehide', forget)
      // She signed out, here or by the lock.
      if (queryClient.getQueryData(sessionQuery.queryKey) !== null) return
      forget()
      announceTimeout()
    }
  }, [queryClient])

  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title="Still there?"
      isOpen={isWarned}
      onOpenChange={(isOpen) => !isOpen && stay()}
      footer={
        <>
          <Button onPress={onLock}>Sign out now</Button>
          <Button tone="primary" onPress={stay} autoFocus>
            Stay signed in
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Nobody has used Lanyard here for 14 minutes. This is a shared computer, so you are signed out in a
        minute. What you have not saved is lost then.
      </p>
    </Dialog>
  )
}
