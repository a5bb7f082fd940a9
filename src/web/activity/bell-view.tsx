import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { PlainButton } from '#web/ui/button.tsx'
import { loadOnApproach } from '#web/ui/on-approach.ts'
import { bellText, countText } from './unread-text.ts'
import { useUnread } from './use-unread.ts'

const { Part: BellDialog, approach } = loadOnApproach(() =>
  import('./bell-dialog.tsx').then((module) => module.BellDialog),
)

/** Opens the list of new items: reminders, openings of share links and security notices. */
export function BellView() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const unread = useUnread(path)
  return (
    <>
      <PlainButton
        {...approach}
        ref={button}
        aria-label={bellText(unread)}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onPress={() => setOpen(true)}
        className="relative inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
      >
        <BellIcon unread={unread} />
      </PlainButton>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <BellDialog triggerRef={button} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
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
