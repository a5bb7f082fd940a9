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
  const answer = await ann.fetch('/api/share')
  expect([answer.status, await answer.json()]).toEqual([200, { items: [] }])
  expect((await house.stranger().fetch('/api/share')).status).toBe(401)
})

it('does not pretend to keep anything', async () => {
  const answer = await ann.json('POST', '/api/share', { title: 'x' })
  expect(answer.status).toBe(404)
})

it.each(['x', 'A'.repeat(43), '%00', '..'])('the share link %s shows nothing to anybody', async (token) => {
  for (const browser of [ann, house.stranger()]) {
    const answer = await browser.fetch(`/api/share/${token}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'page_not_found' })
  }
})
