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
  const props = { onClick: onNavigate, className: linkClass, children }
  if (resourceType === 'moveDeadline') return <Link to="/credentials/states" {...props} />
  if (resourceType === 'healthRecord')
    return <Link to="/credentials/health/$recordId" params={{ recordId: resourceId }} {...props} />
  if (resourceType === 'requirementList')
    return <Link to="/credentials/lists/$listId" params={{ listId: resourceId }} {...props} />
  if (cycleId !== null) return <Link to="/credentials/cycles/$cycleId" params={{ cycleId }} {...props} />
  return <Link to="/credentials/$id" params={{ id: resourceId }} {...props} />
}
