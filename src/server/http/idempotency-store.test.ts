import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeOldKeys, withIdempotencyKey } from './idempotency-store.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('rejects a deleted account as signed out without doing the work', async () => {
  const request = { key: 'press', operation: 'POST /api/credentials', body: {} }
  const work = async () => {
    throw new Error('This was not to be run')
  }
  const gone = withIdempotencyKey(services.db, services.clock, asOwnerId('nobody'), request, work)
  await expect(gone).rejects.toMatchObject({ code: 'not_authenticated' })
})

test('does not repeat a change that is sent again days later', async () => {
  const owner = asOwnerId((await services.nurse('ann')).id)
  const { db, clock } = services
  const request = { key: 'waited', operation: 'POST /api/credentials', body: { title: 'a' } }
  let made = 0
  const make = () =>
    withIdempotencyKey(db, clock, owner, request, async () => {
      made += 1
      return { made }
    })
  const pass = async (days: number) => {
    clock.advance(days * 86_400_000)
    await removeOldKeys(db, clock)
  }
  await make()
  await expect(make()).resolves.toEqual({ made: 1 })
  await pass(30)
  await expect(make()).rejects.toMatchObject({ code: 'already_done' })
  expect(made).toBe(1)
  await pass(17)
  await expect(make()).resolves.toEqual({ made: 2 })
})
