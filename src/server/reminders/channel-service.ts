import type { Owner } from '#server/users/owner.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { ChannelName, WatchedKind } from '#shared/reminders/reminder.ts'
import type { ReminderStepKind } from '#shared/reminders/reminder-schedule.ts'

/** The content of a message about one credential, cycle, duty or health record. It contains no license number. */
export type Notice = {
  resourceType: WatchedKind
  resourceId: string
  title: string
  step: ReminderStepKind
  dueOn: string
  leadDays: number
  /** Counted on the owner's date when it is sent; negative after the end. */
  daysLeft: number
  /** Such as "Texas RN license expires in 30 days". */
  headline: string
  /** An absolute URL of this installation. */
  url: string
}

/** One message to one owner; a digest has several notices. */
export type Delivery = {
  /** The same at every attempt, so that the receiver can recognize a repeat. */
  id: string
  owner: Owner
  isTest: boolean
  /** In the language of the account; in English for a program. */
  t: Translate
  notices: [Notice, ...Notice[]]
}

/**
 * `retry`: refused for now. `error` is our own sentence for the owner, never a server's message. It is stored in
 * English and translated when it is displayed (`sendErrorIn`).
 */
export type SendResult = { result: 'sent' } | { result: 'retry' | 'failed' | 'skipped'; error: string }

/** `send` settles within a minute and does not reject for what the other side does. */
export type Channel = {
  name: ChannelName
  send(delivery: Delivery): Promise<SendResult>
}
