import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { isTlsRequired } from '#server/kernel/unsafe-start.ts'

/** Milliseconds to connect, and for one message in total. */
export type Timeouts = { connectMs: number; totalMs: number }

/**
 * `refused`: the server rejected this message permanently (5xx). `deferred`: for now (4xx). `unreachable`: it never
 * decided about the message. `code` contains nothing from the server's own message.
 */
export type Outcome =
  | { result: 'accepted' }
  | { result: 'refused' | 'deferred' | 'unreachable'; code: string }

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers?: Record<string, string>
}

/** A pool of at most five connections to the mail server. */
export type SmtpSession = {
  totalMs: number
  send(mail: OutgoingMail, stop: AbortSignal): Promise<Outcome>
  close(): void
}

/** `check` rejects if the server cannot be reached or rejects the login; `failureCode` says why. */
export type Smtp = { open(): SmtpSession; check(): Promise<void> }

/**
 * `smtps://` uses TLS from the start, `smtp://…?requireTLS` requires STARTTLS; neither ever falls back to plain text.
 * User and password are taken from the URL.
 */
export function createSmtp(
  url: string,
  from: string,
  { connectMs, totalMs }: Timeouts = { connectMs: 10_000, totalMs: 60_000 },
): Smtp {
  const connect = () => createTransport({ ...serverOf(url), ...transportOptions(connectMs, totalMs) })
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
      const timeout = AbortSignal.timeout(totalMs)
      try {
        await Promise.race([
          transport.verify(),
          once(timeout, 'abort').then(() => {
            throw timeout.reason
          }),
        ])
      } finally {
        transport.close()
      }
    },
  }
}

function serverOf(url: string) {
  const parsed = new URL(url)
  const { protocol, hostname, port, username, password } = parsed
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: secure || isTlsRequired(parsed),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/** No requeueing by the pool: it would repeat a message that the server may have accepted. The outbox retries. */
function transportOptions(connectMs: number, totalMs: number) {
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

const smtpError = z.object({
  code: z.string().catch('EUNKNOWN'),
  responseCode: z.number().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
})

/** Both 4xx and 5xx come as `EENVELOPE`, so the number decides. A 5xx to our greeting or login is not about the message. */
function outcomeOf(error: unknown): Outcome {
  const { code, responseCode } = smtpError.parse(error)
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutMessage && responseCode === undefined) return { result: 'refused', code }
  if (isAboutMessage && responseCode !== undefined && responseCode !== 421) {
    return { result: responseCode >= 500 ? 'refused' : 'deferred', code: String(responseCode) }
  }
  return { result: 'unreachable', code: failureCode(error) }
}

/** The number that the server answered, or the system's code, such as `ECONNREFUSED`. */
export function failureCode(error: unknown): string {
  const { code, responseCode, syscall, cause } = smtpError.parse(error)
  const isUnreachable = code === 'ESOCKET' && syscall === 'connect'
  return String(responseCode ?? causeOf(cause) ?? (isUnreachable ? 'ECONNECTION' : code))
}

/** The system's error code, such as `ECONNREFUSED`; our own timeout is a `TimeoutError`. */
function causeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if (cause.name === 'TimeoutError') return 'ETIMEDOUT'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
