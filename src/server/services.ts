import type { Auth } from './auth/auth.ts'
import type { Rules } from './ceu/rules-service.ts'
import type { Database, Db } from './db/database.ts'
import type { OutboundHttp } from './http/safe-fetch.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Logger } from './kernel/log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Limits } from './rate-limits/store.ts'
import type { FieldCipher } from './storage/encryption/field-cipher.ts'
import type { Storage } from './storage/storage.ts'

/** Everything with side effects, built once in `serve.ts` (or by a test) and passed to each feature. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  db: Db
  storage: Storage
  /** Encrypts values that must not be readable in a row. */
  fieldCipher: FieldCipher
  mailer: Mailer
  outboundHttp: OutboundHttp
  limits: Limits
  auth: Auth
  /** The CE rules that are in use. */
  rules: Rules
}
