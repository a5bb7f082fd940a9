import { Link } from '@tanstack/react-router'
import type { Reminder } from '#shared/reminders/reminder.ts'

const linkClass =
  'inline-target font-semibold underline decoration-line-strong/60 underline-offset-4 hover:decoration-current'

type ReminderResourceLinkProps = { reminder: Reminder; children: string; onNavigate?: () => void }

/**
 * Links to the credential or health record of a reminder, to its cycle, or to the page that records an application
 * after a move.
 */
export function ReminderResourceLink({ reminder, children, onNavigate }: ReminderResourceLinkProps) {
  const { resourceId, resourceType, cycleId } = reminder
  if (resourceType === 'moveDeadline')
    return (
      <Link to="/credentials/states" onClick={onNavigate} className={linkClass}>
        {children}
      </Link>
    )
  if (resourceType === 'healthRecord')
    return (
      <Link
        to="/credentials/health/$recordId"
        params={{ recordId: resourceId }}
        onClick={onNavigate}
        className={linkClass}
      >
        {children}
      </Link>
    )
  if (resourceType === 'requirementList')
    return (
      <Link
        to="/credentials/lists/$listId"
        params={{ listId: resourceId }}
        onClick={onNavigate}
        className={linkClass}
      >
        {children}
      </Link>
    )
  return cycleId !== null ? (
    <Link to="/credentials/cycles/$cycleId" params={{ cycleId }} onClick={onNavigate} className={linkClass}>
      {children}
    </Link>
  ) : (
    <Link to="/credentials/$id" params={{ id: resourceId }} onClick={onNavigate} className={linkClass}>
      {children}
    </Link>
  )
}
