import type { Owner } from '#server/users/owner.ts'
import type { ChannelName, WatchedKind } from '#shared/reminders/reminder.ts'
import type { Step } from '#shared/reminders/reminder-schedule.ts'

/** What a message says of one thing. No number of a license is in it. */
export type Notice = {
  resourceType: WatchedKind
  resourceId: string
  title: string
  step: Step
  dueOn: string
  leadDays: number
  /** On the owner's day of sending; negative after the end. */
  daysLeft: number
  /** The one line, such as "Texas RN license expires in 30 days". */
  headline: string
  /** Absolute, and of ours. */
  url: string
}

/** One message to one owner: about one thing, or in a digest about several. */
export type Delivery = {
  /** The same at every try, so that a repeat can be told. */
  id: string
  owner: Owner
  isTest: boolean
  notices: [Notice, ...Notice[]]
}

/** `retry`: refused for now. `error` is a sentence for the owner, never the words of a server. */
export type Sent = { result: 'sent' } | { result: 'retry' | 'failed' | 'skipped'; error: string }

/** A way to the owner. `send` never rejects for what the other side does, and ends within a minute. */
export type Channel = {
  name: ChannelName
  send(delivery: Delivery): Promise<Sent>
}
