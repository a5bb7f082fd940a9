import type { Config } from '#server/kernel/config.ts'
import { layOut, plainLine } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/mailer.ts'
import type { UserRow } from '#server/users/store.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { formatLongDate } from '#shared/kernel/format-date.ts'
import type { Unanswered } from './second-person-due-store.ts'
import type { SecondPersonRow } from './second-person-store.ts'
import { readToken, signToken } from './signed-link-service.ts'

export type LinkPurpose = 'confirm' | 'end'

/** Works without signing in, and only for this person of this owner. */
export function secondPersonUrl(config: Config, purpose: LinkPurpose, id: string): string {
  return `${config.publicUrl}/api/second-person/${signToken(config, 'second person', `${purpose}.${id}`)}`
}

/** `null` if the signature of the token is wrong. */
export function readSecondPersonToken(
  config: Config,
  token: string,
): { purpose: LinkPurpose; id: string } | null {
  const [purpose, id] = readToken(config, 'second person', token) ?? []
  const isKnown = purpose === 'confirm' || purpose === 'end'
  return isKnown && uuid.safeParse(id).success ? { purpose, id: id ?? '' } : null
}

/** "Ann Lee (ann@example.com)": the address says who it is, whatever name was typed. */
export function ownerLabel({ name, email }: Pick<UserRow, 'name' | 'email'>): string {
  const line = plainLine(name)
  return line === '' ? email : `${line} (${email})`
}

type Mailed = { person: SecondPersonRow; owner: UserRow; config: Config; t: Translate }

/** Asks the person. The link works for 7 days. */
export function askedMessage({ person, owner, config, t }: Mailed): Message {
  const label = ownerLabel(owner)
  const endUrl = secondPersonUrl(config, 'end', person.id)
  const heading = t`${label} asks you to be the second person for their reminders`
  return {
    to: person.email,
    subject: heading,
    kind: 'second_person_asked',
    ...layOut(
      {
        heading,
        name: person.name,
        paragraphs: [
          t`${label} keeps licenses and certifications in Lanyard. If you agree, you get an email when one of them expires within 7 days and they have not reacted to reminders, and again after it has expired.`,
          t`Each email has titles and dates, nothing else, and there is at most one a day. You need no account.`,
        ],
        action: { label: t`Read and decide`, url: secondPersonUrl(config, 'confirm', person.id) },
        lifetime: t`The link works for 7 days. You get nothing unless you confirm.`,
        notYou: t`Not for you? You can ignore this message. To end this now, so that they cannot ask you again: ${endUrl}`,
      },
      t,
    ),
  }
}

/** One mail for all items of a day: titles and dates only. */
export function toldMessage({ person, owner, config, t, items }: Mailed & { items: Unanswered[] }): Message {
  const label = ownerLabel(owner)
  const heading = t`${label} may be missing an expiration date`
  return {
    to: person.email,
    subject: heading,
    kind: 'second_person_told',
    ...layOut(
      {
        heading,
        name: person.name,
        paragraphs: [
          t`Lanyard reminded them, and they have not reacted.`,
          ...items.map((item) => itemLine(item, t)),
          t`Please talk to them. You cannot see or change anything in their vault.`,
        ],
        action: { label: t`End these emails`, url: secondPersonUrl(config, 'end', person.id) },
        notYou: t`You get this because you agreed to be the second person for the reminders of ${label}. The button ends it, without an account.`,
      },
      t,
    ),
  }
}

function itemLine({ resourceType, title, dueOn, isPast }: Unanswered, t: Translate): string {
  const day = formatLongDate(dueOn, t.locale)
  const name = safeTitle(title) ?? (resourceType === 'license' ? t`A license` : t`A certification`)
  return isPast ? t`${name} expired on ${day}.` : t`${name} expires on ${day}.`
}

/** A name that the owner typed may have a number in it, or an address that a mail program makes a link of. */
function safeTitle(title: string): string | null {
  const line = plainLine(title)
  const hasNumber = /\p{Nd}{4}/u.test(line.replace(/[^\p{L}\p{N}]/gu, ''))
  return line === '' || hasNumber ? null : line
}
