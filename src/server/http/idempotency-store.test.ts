import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwnerId } from '#server/users/owner.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { withIdempotencyKey } from './idempotency-store.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('an account that was deleted meanwhile is signed out, and the work is not done', async () => {
  const request = { key: 'press', operation: 'POST /api/credentials', body: {} }
  const work = async () => {
    throw new Error('This was not to be run')
  }
  const gone = withIdempotencyKey(services.db, services.clock, asOwnerId('nobody'), request, work)
  await expect(gone).rejects.toMatchObject({ code: 'not_authenticated' })
})
