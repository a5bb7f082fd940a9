import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type EmptyText = { title: string; body: string; action?: ReactNode }

const emptyTexts: Record<'scheduled' | 'sent' | 'dismissed', EmptyText> = {
  scheduled: {
    title: 'No upcoming reminders',
    body: 'Add a license with its expiration date. Reminders start 30 days before, or earlier if you choose so in Settings.',
    action: (
      <Link to="/upload" className={buttonClass({ tone: 'primary' })}>
        Add a credential
      </Link>
    ),
  },
  sent: {
    title: 'No reminders sent yet',
    body: 'You will see here when each reminder was sent, through which channels, and whether it arrived. You can send yourself a test now.',
    action: (
      <Link to="/settings" search={{ section: 'reminders' }} className={buttonClass()}>
        Send me a test
      </Link>
    ),
  },
  dismissed: {
    title: 'No dismissed reminders',
    body: 'After you dismiss a reminder, you get no more about that credential until its date changes. You can undo it here.',
  },
}

const planningText: EmptyText = {
  title: 'Your reminders are being planned',
  body: 'This takes up to a minute after you add or change something.',
}

type ReminderEmptyViewProps = { tab: 'scheduled' | 'sent' | 'dismissed'; isPlanned: boolean }

export function ReminderEmptyView({ tab, isPlanned }: ReminderEmptyViewProps) {
  return <EmptyState {...(tab === 'scheduled' && !isPlanned ? planningText : emptyTexts[tab])} />
}
