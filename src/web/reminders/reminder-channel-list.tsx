import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#shared/account/profile.ts'
import { warningTexts } from '#shared/reminders/reminder-text.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { reminderSummaryQuery } from './api.ts'
import { CalendarFeedView } from './calendar-feed-view.tsx'
import { ChannelTestView } from './channel-test-view.tsx'
import { PushView } from './push-view.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Every channel: set it up and test it. */
export function ReminderChannelList({ user }: { user: User }) {
  const { data } = useQuery(reminderSummaryQuery)
  const hasNoMail = data?.warnings.some(({ code }) => code === 'mail_not_set_up')
  return (
    <div className="grid grid-cols-1 gap-8">
      <Channel
        title="Email"
        intro={`To ${user.email}${hasNoMail ? `. ${warningTexts.mail_not_set_up}` : ''}`}
      >
        <ChannelTestView channel="email" />
      </Channel>
      <Channel
        title="Notifications on this device"
        intro="You get them even when Lanyard is closed. They never show a license number."
      >
        <PushView />
      </Channel>
      <Channel
        title="Calendar"
        intro="A private URL for your calendar app: every expiration date, with alarms."
      >
        <CalendarFeedView />
      </Channel>
      <Channel
        title="Webhook"
        intro="For your own tools: each reminder is posted to your URL as signed JSON."
      >
        <WebhookForm />
      </Channel>
      <Channel title="In Lanyard" intro="Under the bell. This channel is always on.">
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
