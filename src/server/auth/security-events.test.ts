import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { defaultRateLimits } from '#server/rate-limits/store.ts'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({
    rateLimits: { ...defaultRateLimits, signInAccount: { tries: 2, seconds: 3600 } },
  })
})
afterAll(() => services.close())
afterEach(() => vi.restoreAllMocks())

const eventsOf = (spy: { mock: { calls: unknown[][] } }) =>
  spy.mock.calls.map(([line]) => line).filter((line) => Object(line).event === 'security')

test('sign-ins at their limit are logged in one line, without the address that was tried', async () => {
  await services.nurse('ann')
  const warn = vi.spyOn(services.log, 'warn')
  const body = { email: 'ann@nurses.example', password: 'amber kettle glacier 7' }
  for (let time = 0; time < 6; time += 1)
    await services.stranger().json('POST', '/api/auth/sign-in/email', body)
  const events = eventsOf(warn)
  const what = '/api/auth/sign-in/email'
  expect(events).toMatchObject([
    { kind: 'sign_in_failed', what, count: 1 },
    { kind: 'limit_reached', what, count: 1 },
  ])
  expect(JSON.stringify(events)).not.toMatch(/ann@|amber/)
})

test('failures of the other ways to sign in are logged for each way', async () => {
  const warn = vi.spyOn(services.log, 'warn')
  const stranger = services.stranger()
  await stranger.json('POST', '/api/auth/sign-in/link', { token: 'made-up' })
  await stranger.json('POST', '/v1/accounts:signInWithPassword?key=any', {
    ...{ email: 'nobody@nurses.example', password: 'amber kettle glacier 7' },
  })
  expect(eventsOf(warn)).toMatchObject([
    { kind: 'sign_in_failed', what: '/api/auth/sign-in/link' },
    { kind: 'sign_in_failed', what: '/v1/accounts:signInWithPassword' },
  ])
})

test('a changed password is logged in one line with the id of its owner', async () => {
  const bea = await services.nurse('bea')
  const warn = vi.spyOn(services.log, 'warn')
  const body = { currentPassword: testPassword, newPassword: 'amber kettle glacier 7' }
  expect((await bea.json('POST', '/api/auth/change-password', body)).status).toBe(200)
  const events = eventsOf(warn)
  expect(events).toMatchObject([{ kind: 'factor_changed', what: 'auth_password_changed', ownerId: bea.id }])
  expect(JSON.stringify(events)).not.toMatch(/bea@|amber|tractor/)
})
