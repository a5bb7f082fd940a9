import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openQueue, type Queue } from './queue.ts'

let database: TestDatabase
let queue: Queue
const done: object[] = []
const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await openTestDatabase()
  queue = openQueue(database, log)
  await queue.open()
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

const patience = { timeout: 15_000, interval: 100 }

it('keeps a job until a process runs it, and only if its transaction committed', async () => {
  await database.db.transaction((tx) => queue.add(tx, [{ ids: ['one'] }, { ids: ['two'] }]))
  const failing = database.db.transaction(async (tx) => {
    await queue.add(tx, [{ ids: ['three'] }])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await queue.waiting()).toBe(2)
  await queue.start(async (job) => void done.push(job))
  await expect.poll(() => done.length, patience).toBe(2)
  expect(done).toEqual(expect.arrayContaining([{ ids: ['one'] }, { ids: ['two'] }]))
  await expect.poll(() => queue.waiting(), patience).toBe(0)
})

it('retries a failed job', async () => {
  const other = openQueue(database, log)
  await queue.stop()
  let tries = 0
  await other.start(async () => {
    tries += 1
    if (tries === 1) throw new Error('not now')
  })
  await database.db.transaction((tx) => other.add(tx, [{ ids: ['four'] }]))
  await expect.poll(() => tries, { timeout: 18_000, interval: 100 }).toBe(2)
  await expect.poll(() => other.waiting(), patience).toBe(0)
  await other.stop()
}, 40_000)
