import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { retryAt } from '#server/db/lease.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Logger } from '#server/kernel/log.ts'
import { reuseWithin } from '#server/kernel/reuse-within.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import * as outbox from './outbox-store.ts'
import {
  createSmtp,
  type Outcome,
  type OutgoingMail,
  type Smtp,
  type SmtpSession,
  type Timeouts,
} from './smtp.ts'

/** `text` contains everything that `html` does. */
export type Message = { to: string; subject: string; text: string; html: string; kind: string }

export type Mailer = {
  /** `outbox` without an SMTP_URL: messages are only kept for `/debug-firebase`. */
  mode: 'smtp' | 'outbox'
  /**
   * Adds the message to the outbox, from which `deliverDue` sends it, with retries. Pass a transaction as `db` to
   * send only if it commits. Rejects with `invalid` unless `to` is one plain address.
   */
  enqueue(message: Message, db?: Db): Promise<void>
  /**
   * Sends the message now; retrying is up to the caller. Messages with the same `key` have the same Message-ID. In
   * `outbox` mode the message is kept there and the outcome is `refused` with `ENOSERVER`.
   */
  send(message: Message & { key: string; headers?: Record<string, string> }): Promise<Outcome>
  /** Sends everything that is due; `stop` ends it early. */
  deliverDue(stop?: AbortSignal): Promise<void>
  /** Rejects when the mail server could not be reached in the last 30 s; always resolves in `outbox` mode. */
  check(): Promise<void>
}

export type MailerParts = { config: Config; db: Db; clock: Clock; log: Logger; timeouts?: Timeouts }

const MINUTE_MS = 60_000
const BATCH_SIZE = 5
/** `check` connects at most this often, however many ask. */
const CHECK_MS = 30_000

/** Kinds with a link that expires, in milliseconds. They are sent first, and fail when the link has expired. */
const lifetimes: Record<string, number> = {
  sign_in_link: 15 * MINUTE_MS,
  reset_password: 30 * MINUTE_MS,
  verify_email: 24 * 60 * MINUTE_MS,
  change_email: 24 * 60 * MINUTE_MS,
  invitation: 7 * 24 * 60 * MINUTE_MS,
  second_person_asked: 7 * 24 * 60 * MINUTE_MS,
}

export function createMailer({ config, db, clock, log, timeouts }: MailerParts): Mailer {
  const smtp = config.SMTP_URL ? createSmtp(config.SMTP_URL, config.MAIL_FROM, timeouts) : null
  const mode = smtp ? 'smtp' : 'outbox'
  const domain = new URL(config.publicUrl).hostname
  const sendNow = smtp ? createDirectSender(smtp) : null

  async function enqueue(message: Message, within: Db = db): Promise<void> {
    const { to, kind, text, html } = message
    if (!isPlainAddress(to)) {
      throw new Problem('invalid', {
        errors: [{ path: 'email', message: msg`Enter one plain email address` }],
      })
    }
    const now = clock.now()
    await outbox.insertMessage(within, {
      ...{ kind, text, html, subject: oneLine(message.subject) },
      to: smtp || !outbox.isFinal(kind) ? to : outbox.NO_ADDRESS,
      state: smtp ? 'queued' : 'kept',
      nextAttemptAt: now,
      createdAt: now,
      messageId: `<${randomUUID()}@${domain}>`,
    })
  }

  return {
    mode,
    enqueue,
    async send({ key, headers = {}, ...message }) {
      if (!isPlainAddress(message.to)) return { result: 'refused', code: 'EADDRESS' }
      if (!sendNow) {
        await enqueue(message)
        return { result: 'refused', code: 'ENOSERVER' }
      }
      const { to, text, html } = message
      const subject = oneLine(message.subject)
      return sendNow({ to, text, html, subject, headers, messageId: `<${key}@${domain}>` })
    },
    async deliverDue(stop) {
      if (!smtp) return outbox.keepQueued(db)
      await outbox.failOutdated(db, clock.now(), lifetimes)
      await deliver({ db, clock, log, smtp, stop: stop ?? new AbortController().signal })
    },
    check: reuseWithin(clock, CHECK_MS, async () => smtp?.check()),
  }
}

/** Concurrent messages share one session; the last one to finish closes it. */
function createDirectSender(smtp: Smtp): (mail: OutgoingMail) => Promise<Outcome> {
  let session: SmtpSession | undefined
  let sending = 0
  return async (mail) => {
    session ??= smtp.open()
    sending += 1
    try {
      return await session.send(mail, new AbortController().signal)
    } finally {
      sending -= 1
      if (sending === 0) {
        session.close()
        session = undefined
      }
    }
  }
}

type Delivery = { db: Db; clock: Clock; log: Logger; smtp: Smtp; stop: AbortSignal }

/**
 * In small batches, so that an urgent message that arrives in the meantime is in the next one. Stops if the server is
 * unreachable.
 */
async function deliver({ db, clock, log, smtp, stop }: Delivery): Promise<void> {
  const urgent = Object.keys(lifetimes)
  const session = smtp.open()
  try {
    while (!stop.aborted) {
      const leaseMs = session.totalMs + MINUTE_MS
      const claimed = await outbox.claimMessages(db, { now: clock.now(), leaseMs, urgent, limit: BATCH_SIZE })
      if (claimed.length === 0) return
      const outcomes = await Promise.all(
        claimed.map(async (message) => {
          const outcome = await session.send(message.row, stop)
          await recordOutcome(db, clock, log, message, outcome)
          return outcome
        }),
      )
      if (outcomes.every(({ result }) => result === 'unreachable')) return
    }
  } finally {
    session.close()
  }
}

async function recordOutcome(
  db: Db,
  clock: Clock,
  log: Logger,
  message: outbox.ClaimedMessage,
  outcome: Outcome,
): Promise<void> {
  const { id, kind, attempts } = message.row
  const now = clock.now()
  if (outcome.result === 'accepted') {
    await outbox.markSent(db, message, now)
    log.info({ mail: id, kind, attempts }, 'mail sent')
    return
  }
  const nextAttemptAt = outcome.result === 'refused' ? null : retryAt(attempts, now)
  if (nextAttemptAt === null) {
    await outbox.markFailed(db, message, outcome.code)
    log.error({ mail: id, kind, attempts, code: outcome.code }, 'mail given up')
  } else {
    await outbox.markDeferred(db, message, outcome.code, nextAttemptAt)
    log.warn({ mail: id, kind, attempts, code: outcome.code }, 'mail deferred')
  }
}

/** Accepts one address only: no display name, list, group, quoting or source route for a parser to reinterpret. */
export function isPlainAddress(to: string): boolean {
  const parts = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)$/u.exec(to)
  return parts !== null && to.length <= 254 && !to.includes('..') && !to.startsWith('-')
}

function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
