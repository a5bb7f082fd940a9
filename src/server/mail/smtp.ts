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
  originalCode: z.string().optional().catch(undefined),
  timeoutType: z.string().optional().catch(undefined),
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

/**
 * The number that the server answered, or the code of the system or of TLS, such as `ECONNREFUSED`. `EGREETING`: it took
 * the connection and said nothing, as a server does that waits for TLS.
 */
export function failureCode(error: unknown): string {
  const { code, responseCode, originalCode, timeoutType, cause } = smtpError.parse(error)
  const isSilent = timeoutType === 'GREETING_TIMEOUT'
  return String(responseCode ?? causeOf(cause) ?? originalCode ?? (isSilent ? 'EGREETING' : code))
}

/** What the operator can do about a `failureCode`, for a sentence that begins with the name of the mail server. */
export function mailAdvice(code: string): string {
  return advice[code] ?? `it answers ${code}.`
}

const unknownHost = 'the name of its host is not known: correct SMTP_URL.'
const noTls = 'no TLS there: use smtps:// for port 465, and smtp://…?requireTLS=true for port 587.'
const refusedLogin = 'it refuses the user or the password: correct SMTP_URL.'
const unreachable = 'it cannot be reached: correct the host and port in SMTP_URL.'
const untrusted =
  'its certificate is not from an authority that Lanyard trusts: set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority.'

const advice: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  EAUTH: refusedLogin,
  ECONNECTION: unreachable,
  ECONNREFUSED: unreachable,
  EDNS: unknownHost,
  EGREETING: 'it does not greet: use smtps:// for a port that begins with TLS, such as 465.',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unknownHost,
  EPROTOCOL: 'that is not a mail server: correct the port in SMTP_URL.',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: set the host in SMTP_URL to the name in the certificate.',
  ESOCKET: 'it closes the connection: see the log of the mail server.',
  ETIMEDOUT: 'it does not answer: many hosting providers block ports 25, 465 and 587 until you ask.',
  ETLS: 'it offers no TLS: use smtps:// for port 465, or another server.',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  '530': 'it requires a user and a password: add them to SMTP_URL.',
  '535': refusedLogin,
  '550': 'it refuses this sender or recipient: set MAIL_FROM to an address that it may send from.',
  '553': 'it refuses this sender: set MAIL_FROM to an address that it may send from.',
}

/** The system's error code, such as `ECONNREFUSED`; our own timeout is a `TimeoutError`. */
function causeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if (cause.name === 'TimeoutError') return 'ETIMEDOUT'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
