import { ImapFlow } from 'imapflow'
import { errorCode } from '#server/kernel/error-details.ts'
import { isLoopbackHost } from '#server/kernel/loopback.ts'
import type { Services } from '#server/services.ts'
import { MAX_MAIL_BYTES } from '#shared/mail-in/mail-in.ts'
import { MAX_HEAD_BYTES } from './head-service.ts'
import { receiveMail } from './receive-service.ts'

/** Mails of one poll; the rest waits for the next. */
const MAX_MAILS = 100
/** After so many mails that could not be stored the poll ends: more would fail, too. */
const MAX_FAILURES = 20

/**
 * Takes each unread mail of the operator's mailbox, and marks it as read only after it is stored. A process that dies
 * in between takes it again, which stores nothing twice.
 */
export async function pollMailbox(services: Services, stop: AbortSignal): Promise<void> {
  const { MAIL_IN_IMAP_URL: url, MAIL_IN_ADDRESS } = services.config
  if (url === undefined || MAIL_IN_ADDRESS === undefined) return
  let client: ImapFlow | null = null
  try {
    client = await openMailbox(url)
    await takeUnread(services, client, stop)
    await client.logout()
  } catch (error) {
    // The message of a server may contain the name of the mailbox.
    services.log.error({ code: errorCode(error) ?? 'refused' }, 'the mailbox for documents cannot be read')
  } finally {
    client?.close()
  }
}

/** Signs in and opens the folder of `url`, which is INBOX unless its path names another. */
export async function openMailbox(url: string): Promise<ImapFlow> {
  const { folder, ...server } = mailboxOf(url)
  const client = new ImapFlow({
    ...server,
    ...{ logger: false, disableAutoIdle: true, connectionTimeout: 20_000, greetingTimeout: 20_000 },
    socketTimeout: 60_000,
  })
  // Every command rejects, too. Without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(folder)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

async function takeUnread(services: Services, client: ImapFlow, stop: AbortSignal): Promise<void> {
  const unread = await client.search({ seen: false, deleted: false }, { uid: true })
  let failures = 0
  for (const uid of (unread || []).slice(0, MAX_MAILS)) {
    if (stop.aborted || failures === MAX_FAILURES) return
    const isDone = await takeOne(services, client, String(uid))
    if (isDone) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    else failures += 1
  }
}

/** Whether the mail needs no second look. */
async function takeOne(services: Services, client: ImapFlow, uid: string): Promise<boolean> {
  const described = await client.fetchOne(uid, { size: true }, { uid: true })
  if (!described) return false
  const isCut = (described.size ?? 0) > MAX_MAIL_BYTES
  const part = isCut ? { start: 0, maxLength: MAX_HEAD_BYTES } : true
  const fetched = await client.fetchOne(uid, { source: part }, { uid: true })
  const source = fetched ? fetched.source : undefined
  if (!source) return false
  try {
    await receiveMail(services, source, { isCut })
    return true
  } catch (err) {
    services.log.error({ err }, 'a mail could not be stored')
    return false
  }
}

/** `imap://` uses STARTTLS and never falls back to plain text, except on this machine. */
function mailboxOf(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    ...(secure || isLoopbackHost(host) ? {} : { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
}
