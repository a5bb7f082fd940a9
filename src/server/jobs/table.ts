import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

/** One row for each job, whatever the number of processes: who runs it, when it last ran and how that went. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  everySeconds: integer().notNull(),
  /** Names one run; only its holder may finish it or prolong the lease. */
  holder: text().notNull(),
  startedAt: instant().notNull(),
  finishedAt: instant(),
  /** Until then nobody else starts it; a living process prolongs this while it works. */
  leaseUntil: instant().notNull(),
  lastError: text(),
})
