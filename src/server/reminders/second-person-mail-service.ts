import type { Config } from '#server/kernel/config.ts'
import { layOut, plainLine } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/mailer.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import type { UserRow } from '#server/users/store.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { formatLongDate } from '#shared/kernel/format-date.ts'
import type { Unanswered } from './second-person-due-store.ts'
import { endKey, type SecondPersonRow } from './second-person-store.ts'
import { readToken, signToken } from './signed-link-service.ts'

/** Works without signing in, and only for this invitation. */
export function confirmUrl(config: Config, { id }: SecondPersonRow): string {
  return urlOf(config, ['confirm', id])
}

/** Works without signing in, for this owner and address, also after the owner removed the person. */
export function endUrl(config: Config, person: Pick<SecondPersonRow, 'ownerId' | 'email'>): string {
  return urlOf(config, ['end', ...endKey(person)])
}

function urlOf(config: Config, parts: string[]): string {
  return `${config.publicUrl}/api/second-person/${signToken(config, 'second person', parts)}`
}

export type SecondPersonLink =
  | { purpose: 'confirm'; id: string }
  | { purpose: 'end'; owner: Owner; emailHash: string }

/** `null` if the signature of the token is wrong. */
export function readSecondPersonToken(config: Config, token: string): SecondPersonLink | null {
  const [purpose, first = '', emailHash = ''] = readToken(config, 'second person', token) ?? []
  if (purpose === 'confirm' && uuid.safeParse(first).success) return { purpose, id: first }
  if (purpose === 'end')
    return { purpose, owner: asOwnerId(Buffer.from(first, 'base64url').toString()), emailHash }
  return null
}

/** "Ann Lee (ann@example.com)": the address says who it is, whatever name was typed. No name has a phone number. */
export function ownerLabel({ name, email }: Pick<UserRow, 'name' | 'email'>): string {
  const line = plainLine(name)
  return line === '' || hasLongNumber(line) ? email : `${line} (${email})`
}

type Mailed = { person: SecondPersonRow; owner: UserRow; config: Config; t: Translate }

/** Asks the person. The link works for 7 days. */
export function askedMessage({ person, owner, config, t }: Mailed): Message {
  const label = ownerLabel(owner)
  const end = endUrl(config, person)
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
        action: { label: t`Read and decide`, url: confirmUrl(config, person) },
        lifetime: t`The link works for 7 days. You get nothing unless you confirm.`,
        notYou: t`Not for you? You can ignore this message. Or end this now, so that they cannot ask you again:`,
        notYouLink: { label: t`Do not ask me again`, url: end },
      },
      t,
    ),
  }
}

/** One mail for all items of a day: titles and dates only. */
export function toldMessage({ person, owner, config, t, items }: Mailed & { items: Unanswered[] }): Message {
  const label = ownerLabel(owner)
  const heading = t`${label} may be missing an expiration date`
  const end = endUrl(config, person)
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
          ...itemLines(items, t),
          t`Please talk to them. You cannot see or change anything in their vault.`,
        ],
        action: { label: t`End these emails`, url: end },
        notYou: t`You get this because you agreed to be the second person for the reminders of ${label}. The link ends it, without an account.`,
      },
      t,
    ),
  }
}

/** A line for each item; equal ones once, with their number. */
function itemLines(items: Unanswered[], t: Translate): string[] {
  const counts = new Map<string, number>()
  for (const item of items) {
    const line = itemLine(item, t)
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (×${count})`))
}

function itemLine({ resourceType, title, number, dueOn, isPast }: Unanswered, t: Translate): string {
  const day = formatLongDate(dueOn, t.locale)
  const name = safeTitle(title, number) ?? (resourceType === 'license' ? t`A license` : t`A certification`)
  return isPast ? t`${name} expired on ${day}.` : t`${name} expires on ${day}.`
}

/** A name that the owner typed may have a number in it, or an address that a mail program makes a link of. */
function safeTitle(title: string, number: string | null): string | null {
  const line = plainLine(title)
  const own = lettersAndDigits(number ?? '')
  const hasOwnNumber = own !== '' && lettersAndDigits(line).includes(own)
  return line === '' || hasOwnNumber || hasLongNumber(line) ? null : line
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
const hasLongNumber = (text: string) => /\p{Nd}{4}/u.test(lettersAndDigits(text))
