import { once } from 'node:events'
import { createTransport } from 'nodemailer'

/** Milliseconds: until connected, and for one message altogether. */
export type Timeouts = { connectMs: number; totalMs: number }

/**
 * `refused` for good (5xx on this message), `deferred` for now (4xx), or `unreachable`: the server did not get so far
 * as to judge the message. `code` names the cause without a word of the server's own.
 */
export type Outcome =
  | { result: 'accepted' }
  | { result: 'refused' | 'deferred' | 'unreachable'; code: string }

export type Letterhead = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers?: Record<string, string>
}

/** A row of connections to the mail server, at most five, for as long as one delivery lasts. */
export type PostSession = {
  totalMs: number
  send(message: Letterhead, stop: AbortSignal): Promise<Outcome>
  close(): void
}

export type Post = { open(): PostSession; check(): Promise<void> }

/**
 * `smtps://` is TLS from the first byte. `smtp://…?requireTLS` demands STARTTLS; nothing ever falls back to plain text
 * once TLS was demanded. User and password are those of the URL.
 */
export function createPost(
  url: string,
  from: string,
  { connectMs, totalMs }: Timeouts = { connectMs: 10_000, totalMs: 60_000 },
): Post {
  const connect = () => createTransport({ ...placeOf(url), ...rules(connectMs, totalMs) })
  return {
    open() {
      const transport = connect()
      return {
        totalMs,
        async send({ to, subject, text, html, messageId, headers = {} }, stop) {
          const signal = AbortSignal.any([stop, AbortSignal.timeout(totalMs)])
          try {
            await transport.sendMail({
              from,
              to: { name: '', address: to },
              subject,
              text,
              html,
              messageId,
              headers,
              signal,
            })
            return { result: 'accepted' }
          } catch (error) {
            return outcomeOf(error)
          }
        },
        close: () => transport.close(),
      }
    },
    async check() {
      const transport = connect()
      const late = AbortSignal.timeout(totalMs)
      try {
        await Promise.race([
          transport.verify(),
          once(late, 'abort').then(() => {
            throw late.reason
          }),
        ])
      } finally {
        transport.close()
      }
    },
  }
}

function placeOf(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const demanded = searchParams.get('requireTLS')
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: secure || (demanded !== null && demanded !== 'false' && demanded !== '0'),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** Retries are ours, from the outbox: the pool's own would send a message again that the server may have taken. */
function rules(connectMs: number, totalMs: number) {
  return {
    pool: true as const,
    maxConnections: 5,
    maxRequeues: 0,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Both 4xx and 5xx come as `EENVELOPE`, so the number decides; a 5xx to our greeting or password is not the message's. */
function outcomeOf(error: unknown): Outcome {
  const {
    code = 'EUNKNOWN',
    responseCode,
    cause,
  } = error as { code?: string; responseCode?: number; cause?: unknown }
  const judged = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (judged && responseCode === undefined) return { result: 'refused', code }
  if (judged && responseCode !== undefined && responseCode !== 421) {
    return { result: responseCode >= 500 ? 'refused' : 'deferred', code: String(responseCode) }
  }
  return { result: 'unreachable', code: String(responseCode ?? causeOf(cause) ?? code) }
}

/** The system's word, such as `ECONNREFUSED`; our own total timeout comes as a `TimeoutError`. */
function causeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if (cause.name === 'TimeoutError') return 'ETIMEDOUT'
  const { code } = cause as NodeJS.ErrnoException
  return typeof code === 'string' ? code : undefined
}
