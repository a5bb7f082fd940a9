import { translateFor } from '#server/i18n/translations.ts'
import type { Config } from '#server/kernel/config.ts'
import { layOut } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/mailer.ts'
import type { Outcome } from '#server/mail/smtp.ts'
import { findVerdict } from '#server/renewals/verdict-store.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { verdictSentence } from '#shared/credentials/verdict-basis.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { formatLongDate } from '#shared/kernel/format-date.ts'
import { type ScheduledKind, scheduledKind } from '#shared/reminders/reminder.ts'
import { scheduledKindOf } from '#shared/reminders/settings.ts'
import type { Channel, Delivery, Notice, SendResult } from './channel-service.ts'
import { findRecipient } from './delivery-store.ts'
import { readToken, signToken } from './signed-link-service.ts'

/** Sends immediately instead of through the outbox, so that the reminder shows the mail server's response. */
export function emailChannel(services: Services): Channel {
  const { db, mailer, config, clock } = services
  return {
    name: 'email',
    async send(delivery) {
      const to = await findRecipient(db, delivery.owner)
      if (to === null) return { result: 'skipped', error: msg`The account was deleted` }
      const kinds = [...new Set(delivery.notices.map(({ resourceType }) => scheduledKindOf(resourceType)))]
      const headers = {
        'List-Unsubscribe': `<${unsubscribeUrl(config, delivery.owner, kinds)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      // These follow the settings for certifications.
      const hasHealth = delivery.notices.some(({ resourceType }) => resourceType === 'healthRecord')
      const unsubscribeLines = kinds.map((kind) => {
        const url = unsubscribeUrl(config, delivery.owner, [kind])
        return unsubscribeLine(kind === 'certification' && hasHealth ? 'healthToo' : kind, url, delivery.t)
      })
      const t = translateFor(await findUserById(db, delivery.owner))
      const verdict = verdictSentence(await findVerdict(services, delivery.owner, clock.now()), t)
      const message = reminderMessage(delivery, { ...to, unsubscribeLines, verdict, config })
      return toSendResult(await mailer.send({ ...message, headers, key: `reminder-${delivery.id}` }))
    },
  }
}

function toSendResult(outcome: Outcome): SendResult {
  if (outcome.result === 'accepted') return { result: 'sent' }
  const { result, code } = outcome
  if (code === 'ENOSERVER') return { result: 'skipped', error: msg`Email is not set up` }
  if (result === 'refused')
    return { result: 'failed', error: `${msg`The mail server refused this address`} (${code})` }
  return {
    result: 'retry',
    error:
      result === 'deferred'
        ? `${msg`The mail server asked us to try later`} (${code})`
        : `${msg`The mail server could not be reached`} (${code})`,
  }
}

type MessageContext = {
  email: string
  name: string
  unsubscribeLines: string[]
  /** Whether the owner is clear to work, in a sentence. */
  verdict: string
  config: Config
}

function unsubscribeLine(kind: ScheduledKind | 'healthToo', url: string, t: Translate): string {
  if (kind === 'license') return t`No more email about licenses: ${url}`
  if (kind === 'certification') return t`No more email about certifications: ${url}`
  if (kind === 'ceuCycle') return t`No more email about CE cycles: ${url}`
  return t`No more email about certifications and health records: ${url}`
}

function reminderMessage(
  { notices, isTest, t }: Delivery,
  { email, name, unsubscribeLines, verdict, config }: MessageContext,
): Message {
  const [first, ...others] = notices
  const more = others.length
  const heading = more === 0 ? first.headline : t`${first.headline}, and ${more} more`
  return {
    to: email,
    subject: heading,
    kind: 'reminder',
    ...layOut(
      {
        heading,
        name,
        paragraphs: isTest
          ? [t`You asked for a test. Your reminders will arrive at this address, just like this one.`]
          : [...notices.map((notice) => lineOf(notice, more > 0, t)), t`Are you clear to work? ${verdict}`],
        action:
          more === 0
            ? { label: isTest ? t`Open my settings` : t`Open it in Lanyard`, url: first.url }
            : { label: t`Open my vault`, url: `${config.publicUrl}/credentials` },
        notYou: `${t`You get this because email reminders are on in Lanyard.`} ${unsubscribeLines.join(' ')}`,
      },
      t,
    ),
  }
}

function lineOf(notice: Notice, isList: boolean, t: Translate): string {
  const { step, title, dueOn, daysLeft, headline, resourceType } = notice
  const day = formatLongDate(dueOn, t.locale)
  const isOver = daysLeft < 0
  if (isList) return `${headline}: ${day}.`
  if (step === 'book_class')
    return t`${title} expires on ${day}. Classes fill up early, so this is a good time to book yours.`
  if (step === 'apply')
    return isOver
      ? t`The last day was ${day}. Record the renewal as submitted, or ask your board or issuer about late renewal.`
      : t`The last day is ${day}. Record the renewal as submitted to stop these reminders.`
  if (step === 'duty')
    return isOver
      ? t`It was due on ${day}. Open the renewal in Lanyard to see what it is.`
      : t`It is due on ${day}. Open the renewal in Lanyard to see what it is, and mark it as done or as not for you to stop these reminders.`
  switch (resourceType) {
    case 'ceuCycle':
      return isOver
        ? t`The cycle ended on ${day} with hours missing. Enter them to stop these reminders.`
        : t`The cycle ends on ${day}, and hours are still missing. Open Lanyard to see which.`
    case 'ceuDeadline':
      return isOver
        ? t`It was due on ${day}. Log the course to stop these reminders.`
        : t`It is due on ${day}. Log the course to stop these reminders.`
    case 'moveDeadline':
      return isOver
        ? t`After your move, it was due on ${day}. Record when you applied to stop these reminders.`
        : t`After your move, it is due on ${day}. Record when you applied to stop these reminders.`
    case 'healthRecord':
      return isOver
        ? t`It was due on ${day}. Once it is done, record it or change the date to stop these reminders.`
        : t`It is due on ${day}. Once it is done, record it or change the date to stop these reminders.`
    case 'requirementList':
      return t`It starts on ${day}, and something it asks for is missing, too old, or not confirmed. Open the list to see what.`
    case 'ceuRunOut':
      return isOver
        ? t`What you took counted until ${day}. Log a newer course to stop these reminders.`
        : t`What you took counts until ${day}. Log a newer course to stop these reminders.`
    default:
      return isOver
        ? t`It expired on ${day}. After renewing, update the date to stop these reminders.`
        : t`It expires on ${day}. After renewing, update the date to stop these reminders.`
  }
}

/** Works without signing in, and can only turn off email about these kinds for this owner. */
export function unsubscribeUrl(config: Config, owner: Owner, kinds: ScheduledKind[]): string {
  const parts = [Buffer.from(owner).toString('base64url'), kinds.join('-')]
  return `${config.publicUrl}/api/unsubscribe/${signToken(config, 'unsubscribe', parts)}`
}

/** The owner and kinds of a token; `null` if its signature is wrong. */
export function readUnsubscribe(
  config: Config,
  token: string,
): { owner: Owner; kinds: ScheduledKind[] } | null {
  const [owner = '', kinds = ''] = readToken(config, 'unsubscribe', token) ?? []
  const known = scheduledKind.array().safeParse(kinds.split('-'))
  return known.success
    ? { owner: asOwnerId(Buffer.from(owner, 'base64url').toString()), kinds: known.data }
    : null
}
