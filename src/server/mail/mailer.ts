import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Logger } from '#server/kernel/log.ts'
import { Problem } from '#shared/http/errors.ts'
import * as outbox from './outbox-store.ts'
import {
  createPost,
  type Letterhead,
  type Outcome,
  type Post,
  type PostSession,
  type Timeouts,
} from './smtp.ts'

/** One message, plain and HTML. `text` carries all that `html` says. */
export type Message = { to: string; subject: string; text: string; html: string; kind: string }

export type Mailer = {
  /** `smtp`, or `outbox` where no SMTP_URL is set and messages are only kept for `/debug-firebase`. */
  mode: 'smtp' | 'outbox'
  /**
   * Puts the message into the outbox table and returns at once; delivery and its retries happen behind it.
   * Inside a transaction hand it over as `db`. Only one plain address is accepted as `to`.
   */
  enqueue(message: Message, db?: Db): Promise<void>
  /**
   * Sends this one now and tells how that went; its retries are the caller's. `key` names the message: with the same
   * key it has the same Message-ID. In `outbox` mode it is kept to be looked at, and refused.
   */
  send(message: Message & { key: string; headers?: Record<string, string> }): Promise<Outcome>
  /** Sends everything that is due now; the loop in `serve.ts` and the tests call it. `stop` ends it early. */
  deliverDue(stop?: AbortSignal): Promise<void>
  /** Rejects when the mail server cannot be reached; always resolves in `outbox` mode. */
  check(): Promise<void>
}

export type MailerParts = { config: Config; db: Db; clock: Clock; log: Logger; timeouts?: Timeouts }

const minute = 60_000
const retryAfter = [1, 5, 30, 120, 720].map((minutes) => minutes * minute)
const batchSize = 5

/** A code is worth nothing after its life: such a message is given up then, and goes out before all others. */
const lifeOf: Record<string, number> = {
  sign_in_link: 15 * minute,
  reset_password: 30 * minute,
  verify_email: 24 * 60 * minute,
  change_email: 24 * 60 * minute,
}

export function createMailer({ config, db, clock, log, timeouts }: MailerParts): Mailer {
  const post = config.SMTP_URL ? createPost(config.SMTP_URL, config.MAIL_FROM, timeouts) : null
  const mode = post ? 'smtp' : 'outbox'
  const domain = new URL(config.publicUrl).hostname
  const direct = post ? createDirect(post) : null

  async function enqueue(message: Message, within: Db = db): Promise<void> {
    const { to, kind, text, html } = message
    if (!isPlainAddress(to)) {
      throw new Problem('invalid', {
        errors: [{ path: 'email', message: 'Enter one plain email address' }],
      })
    }
    const now = clock.now()
    await outbox.create(within, {
      ...{ kind, text, html, subject: oneLine(message.subject) },
      to: post || !outbox.isLast(kind) ? to : outbox.NO_ADDRESS,
      state: post ? 'queued' : 'kept',
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
      if (!direct) {
        await enqueue(message)
        return { result: 'refused', code: 'ENOSERVER' }
      }
      const { to, text, html } = message
      const subject = oneLine(message.subject)
      return direct({ to, text, html, subject, headers, messageId: `<${key}@${domain}>` })
    },
    async deliverDue(stop) {
      if (!post) return outbox.keepNewest(db)
      await outbox.giveUpOutdated(db, clock.now(), lifeOf)
      await deliver({ db, clock, log, post, stop: stop ?? new AbortController().signal })
    },
    async check() {
      await post?.check()
    },
  }
}

/** Messages that go out at the same time share their connections, and the last one closes them. */
function createDirect(post: Post): (letter: Letterhead) => Promise<Outcome> {
  let session: PostSession | undefined
  let sending = 0
  return async (letter) => {
    session ??= post.open()
    sending += 1
    try {
      return await session.send(letter, new AbortController().signal)
    } finally {
      sending -= 1
      if (sending === 0) {
        session.close()
        session = undefined
      }
    }
  }
}

type Delivery = { db: Db; clock: Clock; log: Logger; post: Post; stop: AbortSignal }

/** Batch by batch, so that a reset that comes in meanwhile is in the next one. Stops where the server itself is unwell. */
async function deliver({ db, clock, log, post, stop }: Delivery): Promise<void> {
  const urgent = Object.keys(lifeOf)
  const session = post.open()
  try {
    while (!stop.aborted) {
      const leaseEnds = new Date(clock.now().getTime() + session.totalMs + minute)
      const rows = await outbox.claimDue(db, { now: clock.now(), leaseEnds, urgent, limit: batchSize })
      if (rows.length === 0) return
      const outcomes = await Promise.all(
        rows.map(async (row) => {
          const outcome = await session.send(row, stop)
          await settle(db, clock, log, row, outcome)
          return outcome
        }),
      )
      if (outcomes.every(({ result }) => result === 'unreachable')) return
    }
  } finally {
    session.close()
  }
}

async function settle(
  db: Db,
  clock: Clock,
  log: Logger,
  row: outbox.Claimed,
  outcome: Outcome,
): Promise<void> {
  const { id, kind, attempts } = row
  const now = clock.now()
  if (outcome.result === 'accepted') {
    await outbox.markSent(db, row, now)
    log.info({ mail: id, kind, attempts }, 'mail sent')
    return
  }
  const delay = outcome.result === 'refused' ? undefined : retryAfter[attempts - 1]
  if (delay === undefined) {
    await outbox.markFailed(db, row, outcome.code)
    log.error({ mail: id, kind, attempts, code: outcome.code }, 'mail given up')
  } else {
    await outbox.markDeferred(db, row, outcome.code, new Date(now.getTime() + delay))
    log.warn({ mail: id, kind, attempts, code: outcome.code }, 'mail deferred')
  }
}

/** One recipient and nothing else: no display name, list, group, quoting or source route for a parser to reinterpret. */
export function isPlainAddress(to: string): boolean {
  const parts = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@([\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)$/u.exec(to)
  return parts !== null && to.length <= 254 && !to.includes('..') && !to.startsWith('-')
}

function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
