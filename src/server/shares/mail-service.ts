import { layOut } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/mailer.ts'

type OpenedShare = {
  to: string
  /** May be empty. */
  name: string
  titles: string[]
  recipient: string | null
  device: string | null
  openedAt: Date
  timeZone: string | null
  /** The owner's page of the share; the share link itself is never mailed. */
  url: string
}

const listed = new Intl.ListFormat('en-US')
const SHOWN = 5

/** For the first opening of a share. */
export function shareOpenedMessage(opened: OpenedShare): Message {
  const { to, name, titles, recipient, device, url } = opened
  const forWhom = recipient === null ? '' : ` for ${recipient}`
  const heading = recipient === null ? 'Your share link was opened' : `Your share link${forWhom} was opened`
  return {
    to,
    subject: heading,
    kind: 'share_opened',
    ...layOut({
      heading,
      name,
      paragraphs: [
        `The link${forWhom} to ${titlesText(titles)} was opened for the first time on ${whenText(opened)}${device === null ? '' : `, from ${device}`}.`,
        'We email you only about the first opening. The page of the link lists all of them.',
      ],
      action: { label: 'See who opened it', url },
      notYou: 'Not who you sent it to? End the link on that page. It stops working at once, files included.',
    }),
  }
}

function titlesText(titles: string[]): string {
  const more = titles.length - SHOWN
  return listed.format(more > 0 ? [...titles.slice(0, SHOWN), `${more} more`] : titles)
}

function whenText({ openedAt, timeZone }: OpenedShare): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(openedAt)
}
