import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIN_LENGTH } from '#shared/auth/password.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { isLeakedPassword, leakedPasswordFile, loadLeakedPasswords } from './leaked-passwords.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const longEnough = () =>
  readFileSync(leakedPasswordFile, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LENGTH)

test('the list has more than 110,000 passwords of ten characters or more, and finds each', async () => {
  const known = longEnough()
  expect(known.length).toBeGreaterThan(110_000)
  expect((await loadLeakedPasswords()).length).toBeGreaterThan(110_000)
  for (const password of known.slice(0, 3000)) expect(await isLeakedPassword(password), password).toBe(true)
  expect(await isLeakedPassword((known[70_000] ?? '').toUpperCase())).toBe(true)
})

test('other passwords are almost never mistaken for leaked ones', async () => {
  let wrong = 0
  for (let index = 0; index < 20_000; index += 1)
    if (await isLeakedPassword(`violet tractor moon ${index}`)) wrong += 1
  expect(wrong).toBeLessThan(10)
})

test('a leaked password is refused with a reason even if it is strong enough', async () => {
  const leaked = 'vjht29061987'
  const body = { email: 'ann@nurses.example', password: leaked, name: 'Ann' }
  const answer = await services.stranger().json('POST', '/api/auth/sign-up/email', body)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: [{ path: 'password', message: expect.stringContaining('stolen from another site') }],
  })
})
