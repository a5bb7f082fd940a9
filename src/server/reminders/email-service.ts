import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecret } from '#server/auth/secret.ts'
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
import { type ScheduledKind, scheduledKind } from '#shared/reminders/reminder.ts'
import { scheduledKindOf } from '#shared/reminders/settings.ts'
import type { Channel, Delivery, Notice, SendResult } from './channel-service.ts'
import { findRecipient } from './delivery-store.ts'

/** Sends at once instead of through the outbox, so that the reminder shows what the mail server answered. */
export function emailChannel(services: Services): Channel {
  const { db, mailer, config, clock } = services
  return {
    name: 'email',
    async send(delivery) {
      const to = await findRecipient(db, delivery.owner)
      if (to === null) return { result: 'skipped', error: 'The account was deleted' }
      const kinds = [...new Set(delivery.notices.map(({ resourceType }) => scheduledKindOf(resourceType)))]
      const headers = {
        'List-Unsubscribe': `<${unsubscribeUrl(config, delivery.owner, kinds)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      // They follow the settings of certifications.
      const hasHealth = delivery.notices.some(({ resourceType }) => resourceType === 'healthRecord')
      const others = hasHealth ? ' and health records' : ''
      const unsubscribeLines = kinds.map((kind) => {
        const url = unsubscribeUrl(config, delivery.owner, [kind])
        return `No more email about ${kindNames[kind]}${kind === 'certification' ? others : ''}: ${url}`
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
  if (code === 'ENOSERVER') return { result: 'skipped', error: 'Email is not set up' }
  if (result === 'refused')
    return { result: 'failed', error: `The mail server refused this address (${code})` }
  return {
    result: 'retry',
    error:
      result === 'deferred'
        ? `The mail server asked us to try later (${code})`
        : `The mail server could not be reached (${code})`,
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

export const kindNames: Record<ScheduledKind, string> = {
  license: 'licenses',
  certification: 'certifications',
  ceuCycle: 'CE cycles',
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function reminderMessage(
  { notices, isTest }: Delivery,
  { email, name, unsubscribeLines, verdict, config }: MessageContext,
): Message {
  const [first, ...others] = notices
  const heading = others.length === 0 ? first.headline : `${first.headline}, and ${others.length} more`
  return {
    to: email,
    subject: heading,
    kind: 'reminder',
    ...layOut({
      heading,
      name,
      paragraphs: isTest
        ? ['You asked for a test. Your reminders will arrive at this address, just like this one.']
        : [
            ...notices.map((notice) => lineOf(notice, others.length > 0)),
            `Are you clear to work? ${verdict}`,
          ],
      action:
        others.length === 0
          ? { label: isTest ? 'Open my settings' : 'Open it in Lanyard', url: first.url }
          : { label: 'Open my vault', url: `${config.publicUrl}/credentials` },
      notYou: `You get this because email reminders are on in Lanyard. ${unsubscribeLines.join(' ')}`,
    }),
  }
}

function lineOf({ step, title, dueOn, daysLeft, headline, resourceType }: Notice, isList: boolean): string {
  const day = dayText.format(new Date(`${dueOn}T00:00:00Z`))
  if (isList) return `${headline}: ${day}.`
  if (step === 'book_class')
    return `${title} expires on ${day}. Classes fill up early, so this is a good time to book yours.`
  if (resourceType === 'ceuCycle')
    return daysLeft < 0
      ? `The cycle ended on ${day} with hours missing. Enter them to stop these reminders.`
      : `The cycle ends on ${day}, and hours are still missing. Open Lanyard to see which.`
  if (resourceType === 'ceuDeadline')
    return `It ${daysLeft < 0 ? 'was' : 'is'} due on ${day}. Log the course to stop these reminders.`
  if (resourceType === 'moveDeadline')
    return `After your move, it ${daysLeft < 0 ? 'was' : 'is'} due on ${day}. Record when you applied to stop these reminders.`
  if (resourceType === 'healthRecord')
    return `It ${daysLeft < 0 ? 'was' : 'is'} due on ${day}. Once it is done, record it or change the date to stop these reminders.`
  if (resourceType === 'requirementList')
    return `It starts on ${day}, and something it asks for is missing, too old, or not confirmed. Open the list to see what.`
  if (resourceType === 'ceuRunOut')
    return `What you took ${daysLeft < 0 ? 'counted' : 'counts'} until ${day}. Log a newer course to stop these reminders.`
  if (daysLeft < 0) return `It expired on ${day}. After renewing, update the date to stop these reminders.`
  return `It expires on ${day}. After renewing, update the date to stop these reminders.`
}

function signatureOf(config: Config, text: string): string {
  const key = createHmac('sha256', authSecret(config)).update('lanyard: unsubscribe').digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Works without signing in, and can only turn off email about these kinds for this owner. */
export function unsubscribeUrl(config: Config, owner: Owner, kinds: ScheduledKind[]): string {
  const text = `${Buffer.from(owner).toString('base64url')}.${kinds.join('-')}`
  return `${config.publicUrl}/api/unsubscribe/${text}.${signatureOf(config, text)}`
}

/** The owner and kinds of a token; `null` if its signature is wrong. */
export function readUnsubscribe(
  config: Config,
  token: string,
): { owner: Owner; kinds: ScheduledKind[] } | null {
  const [owner = '', kinds = '', signature = ''] = token.split('.')
  const known = scheduledKind.array().safeParse(kinds.split('-'))
  const expected = Buffer.from(signatureOf(config, `${owner}.${kinds}`))
  const actual = Buffer.from(signature)
  const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected)
  if (!isSigned || !known.success) return null
  return { owner: asOwnerId(Buffer.from(owner, 'base64url').toString()), kinds: known.data }
}
