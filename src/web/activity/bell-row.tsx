import { Link } from '@tanstack/react-router'
import { CalendarClock, Eye, type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BellItem, OpeningItem, SecurityItem } from '#shared/activity/bell.ts'
import type { Reminder } from '#shared/reminders/reminder.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { ReminderActions } from '#web/reminders/reminder-actions-view.tsx'
import { ReminderResourceLink } from '#web/reminders/reminder-resource-link-view.tsx'
import { endText, headlineOf } from '#web/reminders/reminder-text.ts'
import type { ReminderChanges } from '#web/reminders/use-reminder-changes.ts'
import { useUser } from '#web/session/session.ts'
import {
  openingDetailText,
  openingText,
  securityDeviceText,
  securitySection,
  securityText,
} from './bell-text.ts'

type BellRowProps = {
  item: BellItem
  isUnread: boolean
  today: string
  changes: ReminderChanges
  onNavigate: () => void
  onPickDay: (reminder: Reminder) => void
}

/** One item with its link; a reminder also has its actions. */
export function BellRow({ item, isUnread, today, changes, onNavigate, onPickDay }: BellRowProps) {
  const user = useUser()
  const at = formatInstant(item.at, user)
  if (item.kind === 'opening')
    return (
      <Row icon={Eye} isUnread={isUnread} detail={openingDetailText(item)} at={at}>
        <OpeningLink item={item} onNavigate={onNavigate} />
      </Row>
    )
  if (item.kind === 'security')
    return (
      <Row icon={ShieldAlert} isUnread={isUnread} detail={securityDeviceText(item)} at={at}>
        <SecurityLink item={item} onNavigate={onNavigate} />
      </Row>
    )
  const { reminder } = item
  return (
    <Row
      icon={CalendarClock}
      isUnread={isUnread}
      detail={endText(reminder, { today, locale: user.locale })}
      at={t`Sent ${at}`}
      actions={<ReminderActions reminder={reminder} today={today} changes={changes} onPickDay={onPickDay} />}
    >
      <ReminderResourceLink reminder={reminder} onNavigate={onNavigate}>
        {headlineOf(reminder, today)}
      </ReminderResourceLink>
    </Row>
  )
}

type RowProps = {
  icon: LucideIcon
  isUnread: boolean
  detail: string
  at: string
  actions?: ReactNode
  children: ReactNode
}

function Row({ icon: Icon, isUnread, detail, at, actions, children }: RowProps) {
  return (
    <li className="flex gap-3 py-2">
      <Icon aria-hidden className="mt-3 size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1">
        {children}
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {detail && <span className="block">{detail}</span>}
          <span className="flex flex-wrap items-center gap-x-2">
            {at}
            {isUnread && (
              <span className="rounded-full bg-accent-soft px-2 font-semibold text-accent-strong">{t`unread`}</span>
            )}
          </span>
        </p>
        {actions}
      </div>
    </li>
  )
}

const linkClass =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line-strong/60 underline-offset-4 hover:decoration-current [overflow-wrap:anywhere]'

function OpeningLink({ item, onNavigate }: { item: OpeningItem; onNavigate: () => void }) {
  const { shareId } = item
  return (
    <Link to="/credentials/shares/$shareId" params={{ shareId }} onClick={onNavigate} className={linkClass}>
      {openingText(item)}
    </Link>
  )
}

function SecurityLink({ item, onNavigate }: { item: SecurityItem; onNavigate: () => void }) {
  if (item.action === 'file_mail_held')
    return (
      <Link to="/upload" onClick={onNavigate} className={linkClass}>
        {securityText(item)}
      </Link>
    )
  return (
    <Link
      to="/settings"
      search={{ section: securitySection(item) }}
      onClick={onNavigate}
      className={linkClass}
    >
      {securityText(item)}
    </Link>
  )
}
