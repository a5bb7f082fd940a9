import { and, eq, lt, sql } from 'drizzle-orm'
import type { Services } from '#server/services.ts'
import { reminderChanges, reminderDeliveries, reminders } from './table.ts'

const HOUR = 3_600_000

type Gauge = { name: string; help: string; value: number }

/** For all owners together: a status for `/readyz` and gauges for `/metrics`. */
export async function reminderHealth({
  db,
  clock,
  mailer,
}: Services): Promise<{ status: string; isHealthy: boolean; gauges: Gauge[] }> {
  const now = clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  const { state, sendAfter, at } = reminderDeliveries
  const late = await db.$count(
    reminders,
    and(eq(reminders.state, 'scheduled'), lt(reminders.remindAt, ago(HOUR))),
  )
  const [unplanned] = await db.select({ isAny: sql<boolean>`true` }).from(reminderChanges).limit(1)
  const waiting = await db.$count(reminderDeliveries, and(eq(state, 'waiting'), lt(sendAfter, ago(0))))
  const stuck = await db.$count(reminderDeliveries, and(eq(state, 'waiting'), lt(sendAfter, ago(HOUR))))
  const failed = await db.$count(
    reminderDeliveries,
    and(eq(state, 'failed'), sql`${at} > ${ago(24 * HOUR).toISOString()}::timestamptz`),
  )
  const gauges = [
    { name: 'lanyard_reminders_late', help: 'Reminders overdue by more than an hour.', value: late },
    {
      name: 'lanyard_reminders_unplanned',
      help: 'Whether changes wait to be planned.',
      value: unplanned ? 1 : 0,
    },
    { name: 'lanyard_deliveries_waiting', help: 'Deliveries that are due.', value: waiting },
    {
      name: 'lanyard_deliveries_failed',
      help: 'Deliveries that failed in the last 24 hours.',
      value: failed,
    },
  ]
  if (late > 0) return { status: 'late', isHealthy: false, gauges }
  if (stuck > 0) return { status: 'stuck', isHealthy: false, gauges }
  if (failed > 0) return { status: 'failing', isHealthy: false, gauges }
  return { status: mailer.mode === 'smtp' ? 'ok' : 'mail not set up', isHealthy: true, gauges }
}
