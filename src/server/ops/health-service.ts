import { schedulerState } from '#server/jobs/scheduler.ts'
import { reuseWithin } from '#server/kernel/reuse-within.ts'
import { withTimeout } from '#server/kernel/with-timeout.ts'
import type { Services } from '#server/services.ts'
import type { Readiness } from '#shared/ops/health.ts'
import { pingDatabase } from './health-store.ts'

/** Anyone may request `/readyz`; the services are checked at most this often. */
const READINESS_MS = 1000

export type Gauge = { name: string; help: string; value: number }

/** The state of reminders: `status` for `/readyz`, and gauges for `/metrics`. */
export type ReminderHealth = { status: string; isHealthy: boolean; gauges: Gauge[] }

/** The services that health checks use. */
export type HealthServices = Pick<Services, 'db' | 'clock'> & {
  storage: Pick<Services['storage'], 'check'>
  mailer: Pick<Services['mailer'], 'check' | 'mode'>
}

export type HealthOptions = {
  readReminderHealth: () => Promise<ReminderHealth>
  /** A check that takes longer, in milliseconds, is `slow`. */
  checkMs: number
}

/**
 * Builds the response of `/readyz`. A failing mail server or job is `degraded`, not `unavailable`: otherwise one mail
 * outage would take every process out of rotation.
 */
export function createReadinessCheck(
  services: HealthServices,
  { readReminderHealth, checkMs }: HealthOptions,
): () => Promise<Readiness> {
  return reuseWithin(services.clock, READINESS_MS, async () => {
    const reading = readReminderHealth()
    const [database, files, mail, scheduler, reminders] = await Promise.all([
      withTimeout(pingDatabase(services.db), checkMs),
      withTimeout(services.storage.check(), checkMs),
      withTimeout(services.mailer.check(), checkMs),
      checkScheduler(services, checkMs),
      withTimeout(reading, checkMs),
    ])
    const reminderHealth = reminders === 'ok' ? await reading : { status: reminders, isHealthy: false }
    const isAvailable = database === 'ok' && files === 'ok'
    const isScheduled = scheduler === 'ok' || scheduler === 'waiting'
    const isHealthy = mail === 'ok' && isScheduled && reminderHealth.isHealthy
    return {
      status: isAvailable ? (isHealthy ? 'ok' : 'degraded') : 'unavailable',
      checks: { database, files, mail, scheduler, reminders: reminderHealth.status },
    }
  })
}

async function checkScheduler(services: HealthServices, checkMs: number): Promise<string> {
  const state = schedulerState(services)
  const reached = await withTimeout(state, checkMs)
  return reached === 'ok' ? state : reached
}
