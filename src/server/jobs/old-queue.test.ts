import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDeliveries } from '#server/reminders/job.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeOldQueue } from './old-queue-store.ts'

// An upgrade from the version that also kept its deliveries in a pg-boss queue.

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
beforeEach(async () => {
  await services.database.clear()
  await run('drop schema if exists queue cascade')
  services.mailer.mode = 'outbox'
  ann = await services.nurse('ann')
  services.mailer.mode = 'smtp'
  services.mailer.messages.length = 0
})
afterAll(() => services.close())

const run = async (text: string, ...values: unknown[]) =>
  (await services.database.pool.query(text, values)).rows
const isQueueThere = async () =>
  (await run(`select 1 from pg_namespace where nspname = 'queue'`)).length === 1

/** Leaves the previous version's data: the tables of pg-boss with its queue, last used this long ago. */
async function leaveOldQueue(unusedFor: string, name = 'deliver'): Promise<void> {
  await services.database.pool.query(`
    create schema queue;
    create type queue.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create function queue.job_now() returns timestamptz language sql as $$ select now() $$;
    create table queue.version (version int primary key, cron_on timestamptz);
    create table queue.queue (name text primary key, policy text not null, retry_limit int not null,
      created_on timestamptz not null default queue.job_now(), monitor_on timestamptz,
      monitor_claim_on timestamptz, maintain_on timestamptz);
    create table queue.job (id uuid not null default gen_random_uuid(), name text not null, data jsonb,
      state queue.job_state not null default 'created', primary key (name, id)) partition by list (name);
    create table queue.job_common partition of queue.job default`)
  const used = `now() - interval '${unusedFor}'`
  await run(
    `insert into queue.queue values ($1, 'standard', 20, now() - interval '9 days', ${used}, ${used}, null),
      ('__pgboss__send-it', 'standard', 2, now() - interval '9 days', null, null, null)`,
    name,
  )
}

/** Queues a delivery like the previous version had when it was stopped. */
async function queueDelivery(): Promise<void> {
  const license = { kind: 'license', type: 'RN', state: 'TX', expiresAt: '2026-04-09' }
  expect((await ann.json('POST', '/api/credentials', license)).status).toBe(201)
  services.mailer.outcome = { result: 'unreachable', code: 'ECONNREFUSED' }
  await services.sweep()
  services.mailer.outcome = { result: 'accepted' }
  const [delivery] = await run(
    `update reminder_deliveries set attempts = 0, error = null, lease_until = null, send_after = $1, queued_at = $1
      where channel = 'email' returning id`,
    services.clock.now(),
  )
  await run(`insert into queue.job (name, data) values ('deliver', $1)`, { ids: [delivery.id] })
}

it('a delivery that waited in the old queue is sent once, and the old queue is removed', async () => {
  await leaveOldQueue('2 hours')
  await queueDelivery()
  await removeOldQueue(services.db)
  expect(await isQueueThere()).toBe(false)
  await createDeliveries(services).sendDue()
  await createDeliveries(services).sendDue()
  expect(services.mailer.messages.map(({ to }) => to)).toEqual([ann.email])
  await removeOldQueue(services.db)
})

it('the old queue stays while a process of the previous version may run, without delaying what waits', async () => {
  await leaveOldQueue('59 minutes')
  await queueDelivery()
  await removeOldQueue(services.db)
  expect(await isQueueThere()).toBe(true)
  await createDeliveries(services).sendDue()
  expect(services.mailer.messages.map(({ to }) => to)).toEqual([ann.email])
})

it('what another program keeps in a schema of that name stays', async () => {
  await leaveOldQueue('2 hours', 'of another program')
  await removeOldQueue(services.db)
  expect(await isQueueThere()).toBe(true)
  await run('drop table queue.queue')
  await removeOldQueue(services.db)
  expect(await isQueueThere()).toBe(true)
})
