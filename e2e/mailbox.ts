import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type MailServer, plainText, type ReceivedMail, startMailServer } from '#testing/mail-server.ts'
import { send, signUp } from './browser.ts'
import { movable, putForward, until } from './clock.ts'
import type { RunningServer } from './server.ts'

/** As often as the program empties its outbox. */
const ROUND_MS = 5000

export type Mailbox = {
  /** For `startServer`: mail comes here, without a wait for its next round. */
  settings: Record<string, string>
  received: ReceivedMail[]
  /** Resolves when that is so of what was received; mail that is due is sent at once. */
  until(server: RunningServer, isSo: () => boolean): Promise<void>
  /** The link of this mode in the newest mail to `email`. */
  linkTo(server: RunningServer, email: string, mode: string): Promise<string>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const post: MailServer = await startMailServer()
  const { received } = post

  async function untilMailed(server: RunningServer, isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + 15_000; !isSo() && Date.now() < end; ) {
      await putForward(server, ROUND_MS)
      await until(isSo, 'a mail', 1000).catch(() => {})
    }
    expect(
      isSo(),
      `it is mailed; so far came ${received.map(({ to, subject }) => `${to}: ${subject}`)}`,
    ).toBe(true)
  }

  return {
    settings: { ...movable(), SMTP_URL: post.url },
    received,
    until: untilMailed,
    async linkTo(server, email, mode) {
      const link = new RegExp(`${server.url}/login\\?mode=${mode}&oobCode=[\\w-]+`)
      const newest = () =>
        received.filter(({ to }) => to === email).findLast((mail) => link.test(plainText(mail)))
      await untilMailed(server, () => newest() !== undefined)
      return link.exec(plainText(newest() as ReceivedMail))?.[0] ?? ''
    },
    close: post.close,
  }
}

/** Signs a nurse up behind the screens, her address confirmed by the link that she was mailed. */
export async function enroll(
  page: Page,
  server: RunningServer,
  mailbox: Mailbox,
  email: string,
): Promise<void> {
  await signUp(page, server.url, email)
  const link = await mailbox.linkTo(server, email, 'verifyEmail')
  const token = new URL(link).searchParams.get('oobCode')
  await send(page, server.url, '/api/auth/verify-email', { token })
}
