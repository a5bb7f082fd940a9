import { type MailServer, plainText, type ReceivedMail, startMailServer } from '#testing/mail-server.ts'
import { advanceServerClock, waitUntil, withMovableClock } from './clock.ts'
import type { RunningServer } from './server.ts'

/** How often the server sends its outbox. */
const OUTBOX_INTERVAL_MS = 5000

export type Mailbox = {
  /** For `startServer`: mail arrives here, and the test can move the server's clock to the next delivery. */
  settings: Record<string, string>
  received: ReceivedMail[]
  /** Resolves once `isReceived` is true. Due mail is sent immediately. */
  until(server: RunningServer, isReceived: () => boolean): Promise<void>
  /** The link of this mode in the newest mail to `email`. */
  linkTo(server: RunningServer, email: string, mode: string): Promise<string>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const mailServer: MailServer = await startMailServer()
  const { received } = mailServer

  async function untilReceived(server: RunningServer, isReceived: () => boolean): Promise<void> {
    for (const end = Date.now() + 15_000; !isReceived() && Date.now() < end; ) {
      await advanceServerClock(server, OUTBOX_INTERVAL_MS)
      await waitUntil(isReceived, 'a mail', 1000).catch(() => {})
    }
    if (isReceived()) return
    const subjects = received.map(({ to, subject }) => `${to}: ${subject}`)
    throw new Error(`The mail did not come; received so far: ${subjects.join(', ') || 'nothing'}`)
  }

  return {
    settings: { ...withMovableClock(), SMTP_URL: mailServer.url },
    received,
    until: untilReceived,
    async linkTo(server, email, mode) {
      const link = new RegExp(`${server.url}/login\\?mode=${mode}&oobCode=[\\w-]+`)
      const newest = () =>
        received.filter(({ to }) => to === email).findLast((mail) => link.test(plainText(mail)))
      await untilReceived(server, () => newest() !== undefined)
      return link.exec(plainText(newest() as ReceivedMail))?.[0] ?? ''
    },
    close: mailServer.close,
  }
}
