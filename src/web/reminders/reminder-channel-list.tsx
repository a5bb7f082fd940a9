import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#shared/account/profile.ts'
import { warningTexts } from '#shared/reminders/reminder-text.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { summaryQuery } from './api.ts'
import { CalendarView } from './calendar-feed-view.tsx'
import { TestView } from './channel-test-view.tsx'
import { PushView } from './push-view.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Each way in which reminders reach her: set it up, and try it now. */
export function ReminderChannelList({ user }: { user: User }) {
  const { data } = useQuery(summaryQuery)
  const hasNoMail = data?.warnings.some(({ code }) => code === 'mail_not_set_up')
  return (
    <div className="grid grid-cols-1 gap-8">
      <Channel
        title="Email"
        intro={`To ${user.email}${hasNoMail ? `. ${warningTexts.mail_not_set_up}` : ''}`}
      >
        <TestView channel="email" />
      </Channel>
      <Channel
        title="Notifications on this device"
        intro="They come even when Lanyard is not open. Nothing in them names a license number."
      >
        <PushView />
      </Channel>
      <Channel
        title="Calendar"
        intro="A private address that your calendar reads: every last day, with alarms."
      >
        <CalendarView />
      </Channel>
      <Channel
        title="Webhook"
        intro="For your own tools: each reminder is posted to your address as JSON, with a signature."
      >
        <WebhookForm />
      </Channel>
      <Channel title="In Lanyard" intro="Under the bell. It cannot be turned off.">
        <Link to="/credentials/reminders" className={`justify-self-start ${buttonClass()}`}>
          All reminders
        </Link>
      </Channel>
    </div>
  )
}

function Channel({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3 border-line border-t pt-5">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="max-w-[62ch] text-muted">{intro}</p>
      </div>
      {children}
    </section>
  )
}
