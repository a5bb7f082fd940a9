import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { useReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { popoverClass } from '#web/ui/fields/field-class.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { bellItemsQuery } from './api.ts'
import { BellList } from './bell-list.tsx'

const SnoozeDialog = lazyPart(() =>
  import('#web/reminders/snooze-dialog.tsx').then((module) => module.SnoozeDialog),
)

type BellDialogProps = {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

/** What the bell opens. */
export function BellDialog({ triggerRef, isOpen, onOpenChange }: BellDialogProps) {
  const changes = useReminderChanges()
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const queryClient = useQueryClient()
  // Shown items are read now; their marks stay while the bell is open.
  const close = () => {
    onOpenChange(false)
    void queryClient.invalidateQueries({ queryKey: bellItemsQuery.queryKey })
  }
  return (
    <>
      <Popover
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={(isNowOpen) => !isNowOpen && close()}
        placement="bottom end"
        className={`${popoverClass} w-[26rem] max-w-[92vw]`}
      >
        <Dialog aria-label={t`Notices`} className="outline-none">
          <BellList
            changes={changes}
            onNavigate={close}
            onPickDay={(reminder) => {
              onOpenChange(false)
              setSnoozing(reminder)
            }}
          />
        </Dialog>
      </Popover>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog reminder={snoozing} onClose={() => setSnoozing(null)} onSnooze={changes.snooze} />
        </Suspense>
      )}
    </>
  )
}
