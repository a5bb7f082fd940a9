import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { t } from '#web/i18n/t.ts'
import { PlainButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { bellItemsQuery } from './api.ts'
import { bellText, countText, useUnread } from './use-unread.ts'

const BellDialog = lazyPart(() => import('./bell-dialog.tsx'), 'BellDialog')

/** Opens the list of new items: reminders, openings of share links and security notices. */
export function BellView() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const [snoozing, setSnoozing] = useState<Reminder | null>(null)
  const unread = useUnread(path)
  // Shown items are read now; their marks stay while the bell is open.
  const showRead = useCallback(
    (isOpen: boolean) => {
      if (!isOpen) void queryClient.invalidateQueries({ queryKey: bellItemsQuery.queryKey })
    },
    [queryClient],
  )
  const content = (
    <BellDialog snoozing={snoozing} onSnoozing={setSnoozing} onClose={() => popover.current?.hidePopover()} />
  )
  return (
    <>
      <PlainButton
        {...BellDialog.preloadHandlers}
        ref={button}
        aria-label={bellText(unread)}
        aria-haspopup="dialog"
        popoverTarget={id}
        className="relative inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
      >
        <BellIcon unread={unread} />
      </PlainButton>
      <Popover
        id={id}
        ref={popover}
        trigger={button}
        role="dialog"
        aria-label={t`Notices`}
        tabIndex={-1}
        onOpenChange={showRead}
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.focus()}
        className="w-[26rem] max-w-[92vw]"
      >
        {!snoozing && content}
      </Popover>
      {snoozing && content}
    </>
  )
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-expired px-1 font-semibold text-surface text-sm ring-2 ring-paper"
        >
          {countText(unread)}
        </span>
      )}
    </>
  )
}
