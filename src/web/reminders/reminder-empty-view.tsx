import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Teaching = { title: string; body: string; action?: ReactNode }

const teachings: Record<'scheduled' | 'sent' | 'dismissed', Teaching> = {
  scheduled: {
    title: 'Nothing to remind you of yet',
    body: 'Add a license with the day on which it expires. You are told from 120 days before, in good time to renew.',
    action: (
      <Link to="/upload" className={buttonClass({ tone: 'primary' })}>
        Add a credential
      </Link>
    ),
  },
  sent: {
    title: 'No reminder has gone out yet',
    body: 'Once one does, it stands here: when it was sent, through which channels, and whether it reached you. You need not wait for it: send yourself a test.',
    action: (
      <Link to="/settings" search={{ section: 'reminders' }} className={buttonClass()}>
        Send me a test
      </Link>
    ),
  },
  dismissed: {
    title: 'You have dismissed nothing',
    body: 'When you dismiss a reminder, nothing more is said about that credential until its date changes. It waits here, in case you change your mind.',
  },
}

/** An empty list says what will stand in it, and how that begins. */
export function ReminderEmpty({ tab }: { tab: 'scheduled' | 'sent' | 'dismissed' }) {
  return <EmptyState {...teachings[tab]} />
}
