import type { Database } from '#server/db/database.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Logger } from '#server/kernel/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Limits } from '#server/rate-limits/store.ts'
import type { PasswordCost } from './password-hash.ts'
import type { ResponseTimePadding } from './response-time.ts'

/** The dependencies of authentication. */
export type AuthOptions = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  mailer: Mailer
  limits: Limits
  /** For tests; by default `responseTimePadding`. */
  responseTimePadding?: ResponseTimePadding | undefined
  /** For tests; by default `passwordCost`. */
  passwordCost?: PasswordCost | undefined
}
