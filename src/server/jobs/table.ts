import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** One row per job, shared by all processes. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  everySeconds: integer().notNull(),
  /** Host name and process id, for people to read. */
  holder: text().notNull(),
  /** 1970-01-01 before the first run. */
  startedAt: instant().notNull(),
  finishedAt: instant(),
  /** Until this time no other process starts the job. Prolonged while the job runs. */
  leaseUntil: instant().notNull(),
  lastError: text(),
})
