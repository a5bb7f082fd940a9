import type { ReactNode } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page.tsx'

type EmptyText = { title: string; body: string; action?: () => ReactNode }

const emptyTexts: Record<'scheduled' | 'sent' | 'dismissed', EmptyText> = {
  scheduled: {
    title: msg`No upcoming reminders`,
    body: msg`Add a license with its expiration date. Reminders start 30 days before, or earlier if you choose so in Settings.`,
    action: () => <ButtonLink to="/upload" tone="primary">{t`Add a credential`}</ButtonLink>,
  },
  sent: {
    title: msg`No reminders sent yet`,
    body: msg`You will see here when each reminder was sent, through which channels, and whether it arrived. You can send yourself a test now.`,
    action: () => (
      <ButtonLink to="/settings" search={{ section: 'reminders' }}>{t`Send me a test`}</ButtonLink>
    ),
  },
  dismissed: {
    title: msg`No dismissed reminders`,
    body: msg`After you dismiss a reminder, you get no more about that credential until its date changes. You can undo it here.`,
  },
}

const planningText: EmptyText = {
  title: msg`Your reminders are being planned`,
  body: msg`This takes up to a minute after you add or change something.`,
}

type ReminderEmptyViewProps = { tab: 'scheduled' | 'sent' | 'dismissed'; isPlanned: boolean }

export function ReminderEmptyView({ tab, isPlanned }: ReminderEmptyViewProps) {
  const { title, body, action } = tab === 'scheduled' && !isPlanned ? planningText : emptyTexts[tab]
  return <EmptyState title={t(title)} body={t(body)} action={action?.()} />
}
