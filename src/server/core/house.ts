import type { Auth } from './auth.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Outside } from './outside.ts'
import type { Queue } from './queue.ts'
import type { Storage } from './storage.ts'

/** Everything with effects, made once in `serve.ts` (or by a test) and handed to each room. */
export type House = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  db: Db
  storage: Storage
  mailer: Mailer
  outside: Outside
  queue: Queue
  limits: Limits
  auth: Auth
}
