import { Counter, Gauge, Registry } from 'prom-client'
import { schedulerState } from '#server/jobs/scheduler.ts'
import { withTimeout } from '#server/kernel/with-timeout.ts'
import { countByState } from '#server/mail/outbox-store.ts'
import type { HealthOptions, HealthServices } from './health-service.ts'

export type Metrics = {
  contentType: string
  /** Counts one response. `route` is the pattern and never the path, which may contain a token. */
  countRequest(method: string, route: string, status: number): void
  /** All metrics as Prometheus text; without those of the database while it does not respond. */
  read(): Promise<string>
}

/** Never prom-client's global registry: tests run several apps in one process. */
export function createMetrics(
  services: HealthServices,
  { readReminderHealth, checkMs }: HealthOptions,
): Metrics {
  const registry = new Registry()
  const memory = gauge(registry, 'process_resident_memory_bytes', 'Resident memory.')
  const heap = gauge(registry, 'nodejs_heap_size_used_bytes', 'Heap in use.')
  const uptime = gauge(registry, 'process_uptime_seconds', 'Since this process started.')
  const requests = new Counter({
    name: 'lanyard_requests_total',
    help: 'Answers of this process.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const databaseUp = gauge(registry, 'lanyard_database_up', 'Whether the database answers.')

  return {
    contentType: registry.contentType,

    countRequest(method, route, status) {
      const known = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      requests.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` })
    },

    async read() {
      const { rss, heapUsed } = process.memoryUsage()
      memory.set(rss)
      heap.set(heapUsed)
      uptime.set(process.uptime())
      const reading = readStored(services, readReminderHealth)
      const isUp = (await withTimeout(reading, checkMs)) === 'ok'
      databaseUp.set(isUp ? 1 : 0)
      const own = await registry.metrics()
      return isUp ? `${own}\n${await (await reading).metrics()}` : own
    },
  }
}

/** Metrics from the database, in a new registry for each reading, so that old values are never repeated. */
async function readStored(
  { db, clock, mailer }: HealthServices,
  readReminderHealth: HealthOptions['readReminderHealth'],
): Promise<Registry> {
  const registry = new Registry()
  const set = (name: string, help: string, value: number) => gauge(registry, name, help).set(value)
  const mail = await countByState(db)
  const isLate = (await schedulerState({ db, clock })) === 'late'
  const { gauges } = await readReminderHealth()
  set(
    'lanyard_mail_queued',
    'Messages that wait or are being sent.',
    (mail.queued ?? 0) + (mail.sending ?? 0),
  )
  set('lanyard_mail_failed', 'Messages given up in the last month.', mail.failed ?? 0)
  set('lanyard_mail_set_up', 'Whether a mail server is set.', mailer.mode === 'smtp' ? 1 : 0)
  set('lanyard_scheduler_late', 'Whether a job is behind.', isLate ? 1 : 0)
  for (const { name, help, value } of gauges) set(name, help, value)
  return registry
}

function gauge(registry: Registry, name: string, help: string): Gauge {
  return new Gauge({ name, help, registers: [registry] })
}
