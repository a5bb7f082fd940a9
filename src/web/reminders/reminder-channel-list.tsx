import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { User } from '#shared/account/profile.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { reminderSummaryQuery, settingsQuery } from './api.ts'
import { CalendarFeedRow } from './calendar-feed-row.tsx'
import { ChannelRow, useChannelSwitch } from './channel-row.tsx'
import { ChannelTestView } from './channel-test-view.tsx'
import { PushRow } from './push-row.tsx'
import { SecondPersonRow } from './second-person-row.tsx'
import { webhookQuery } from './settings-api.ts'
import { emailState, webhookState } from './settings-summary-text.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Every channel with its state, its switch, its setup and a test. */
export function ReminderChannelList({ user }: { user: User }) {
  const { error, refetch, data } = useQuery(settingsQuery)
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="border-line border-t">
        <EmailRow user={user} />
        <PushRow />
        <CalendarFeedRow />
        <SecondPersonRow />
        <Disclosure
          id="reminder-advanced"
          title={t`Advanced`}
          summary={t`For your own tools: webhook and access tokens`}
        >
          <div className="border-line border-t pl-4">
            <WebhookRow />
            <Link
              to="/settings"
              search={{ section: 'security' }}
              hash="access-tokens"
              className="flex min-h-16 items-center font-semibold text-accent-strong underline"
            >{t`Access tokens`}</Link>
          </div>
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

function EmailRow({ user: { email } }: { user: User }) {
  const { data } = useQuery(reminderSummaryQuery)
  const { isOn, digest, change, problem } = useChannelSwitch('email')
  const isMissing = data?.warnings.some(({ code }) => code === 'mail_not_set_up') === true
  return (
    <ChannelRow
      id="reminder-email"
      title={t`Email`}
      state={data ? emailState({ isOn, isMissing, email, digest }) : ''}
      isOn={isOn === true}
      isUnavailable={isMissing}
      onChange={change}
      problem={problem}
      action={isOn === true && !isMissing && <ChannelTestView channel="email" />}
    >
      <p className="text-muted">
        {isMissing
          ? t`Whoever runs this server has to set up email. Until then, nothing is sent.`
          : t`To the address of your account. How often is set below.`}
      </p>
    </ChannelRow>
  )
}

/** Turning it on without a URL asks for one, and saving a URL turns it on. */
function WebhookRow() {
  const { data } = useQuery(webhookQuery)
  const { isOn, change, problem } = useChannelSwitch('webhook')
  const form = useRef<HTMLDivElement>(null)
  const isSetUp = data?.url != null
  return (
    <ChannelRow
      id="reminder-webhook"
      title={t`Webhook`}
      state={webhookState(data, isOn)}
      isOn={isSetUp && isOn === true}
      onChange={(next) => {
        if (isSetUp) change(next)
        else {
          form.current?.closest('details')?.setAttribute('open', '')
          form.current?.querySelector('input')?.focus()
        }
      }}
      problem={problem}
    >
      <p className="text-muted">
        <Trans>
          For your own tools: each reminder, and each opening of a share link, is posted to your URL as signed
          JSON.
        </Trans>
      </p>
      <div ref={form}>
        <WebhookForm onSaved={() => isOn === false && change(true)} />
      </div>
    </ChannelRow>
  )
}
