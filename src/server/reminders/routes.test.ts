import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Nurse, openTestHouse, type TestHouse } from '#testing/house.ts'

let house: TestHouse
let ann: Nurse
beforeAll(async () => {
  house = await openTestHouse()
  ann = await house.nurse('ann')
})
afterAll(() => house.close())

it('is an empty list to a nurse, and nothing to who is signed out', async () => {
  const answer = await ann.fetch('/api/reminders')
  expect([answer.status, await answer.json()]).toEqual([200, { items: [] }])
  expect((await house.stranger().fetch('/api/reminders')).status).toBe(401)
})

it('does not pretend to keep anything', async () => {
  const answer = await ann.json('POST', '/api/reminders', { title: 'x' })
  expect(answer.status).toBe(404)
})
