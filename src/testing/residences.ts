import { expect } from 'vitest'
import type { Residence } from '#shared/compact/residence.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { Browser } from './browser.ts'

let days = 0

/** Records a residence, by default starting on an unused day, and returns its id. */
export async function addResidence(nurse: Browser, more: object = {}): Promise<string> {
  days += 1
  const body = { state: 'CO', from: addDays('1990-01-01', days), ...more }
  const answer = await nurse.json('POST', '/api/residences', body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as Residence).id
}
