import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '#shared/account/profile.ts'
import { warningTexts } from '#shared/reminders/reminder-text.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { reminderSummaryQuery } from './api.ts'
import { CalendarFeedView } from './calendar-feed-view.tsx'
import { ChannelTestView } from './channel-test-view.tsx'
import { PushView } from './push-view.tsx'
import { calendarFeedQuery, pushQuery, webhookQuery } from './settings-api.ts'
import { calendarSummary, pushSummary, webhookSummary } from './settings-summary-text.ts'
import { usePush } from './use-push.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Every channel, with its setup and a test. */
export function ReminderChannelList({ user }: { user: User }) {
  const { data } = useQuery(reminderSummaryQuery)
  const { data: push } = useQuery(pushQuery)
  const { data: feed } = useQuery(calendarFeedQuery)
  const { data: webhook } = useQuery(webhookQuery)
  const { state } = usePush()
  const hasNoMail = data?.warnings.some(({ code }) => code === 'mail_not_set_up')
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="border-line border-t">
        <Disclosure
          id="reminder-email"
          title={t`Email`}
          summary={hasNoMail ? t(warningTexts.mail_not_set_up) : t`To ${user.email}.`}
        >
          <ChannelTestView channel="email" />
        </Disclosure>
        <Disclosure
          id="reminder-push"
          title={t`Notifications on this device`}
          summary={pushSummary(state, push)}
        >
          <p className="text-muted">
            {t`You get them even when Lanyard is closed. They never show a license number.`}
          </p>
          <PushView />
        </Disclosure>
        <Disclosure id="reminder-calendar" title={t`Calendar`} summary={calendarSummary(feed)}>
          <p className="text-muted">
            {t`A private URL for your calendar app: every expiration date, with alarms.`}
          </p>
          <CalendarFeedView />
        </Disclosure>
        <Disclosure id="reminder-webhook" title={t`Webhook`} summary={webhookSummary(webhook)}>
          <p className="text-muted">
            <Trans>
              For your own tools: each reminder, and each opening of a share link, is posted to your URL as
              signed JSON.
            </Trans>
          </p>
          <WebhookForm />
        </Disclosure>
      </div>
      <p className="text-muted">
        <Trans>
          In Lanyard, reminders always appear under the bell.{' '}
          <Link to="/credentials/reminders" className="inline-target font-semibold text-ink underline">
            All reminders
          </Link>
        </Trans>
      </p>
    </div>
  )
}
