import { layOut } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/mailer.ts'

type Opened = {
  to: string
  /** As the owner typed it; may be empty. */
  name: string
  titles: string[]
  recipient: string | null
  device: string | null
  openedAt: Date
  timeZone: string | null
  /** Of the owner's own page of this link: the link itself is in no mail. */
  url: string
}

const listed = new Intl.ListFormat('en-US')
const SHOWN = 5

/** "Your link was opened": once for each share, at its first opening. */
export function openedMessage(opened: Opened): Message {
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
        `The link${forWhom} to ${thingsText(titles)} was opened for the first time on ${whenText(opened)}${device === null ? '' : `, from ${device}`}.`,
        'You only get a message about the first opening. The page of the link shows all of them.',
      ],
      action: { label: 'See who opened it', url },
      notYou: 'Not who you meant it for? End the link on that page: it closes at once, files included.',
    }),
  }
}

function thingsText(titles: string[]): string {
  const more = titles.length - SHOWN
  return listed.format(more > 0 ? [...titles.slice(0, SHOWN), `${more} more`] : titles)
}

function whenText({ openedAt, timeZone }: Opened): string {
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
