import { expect } from 'vitest'
import type { RequirementList } from '#shared/requirements/list.ts'
import type { Browser } from './browser.ts'

export const traveling = {
  name: 'ICU in Austin',
  startsOn: '2026-06-01',
  endsOn: '2026-08-30',
  items: [{ kind: 'certification', title: 'BLS', code: 'BLS', validThrough: 'last_day' }],
}

/** Adds a requirement list and returns its id. */
export async function addRequirementList(nurse: Browser, more: object = {}): Promise<string> {
  const answer = await nurse.json('POST', '/api/requirement-lists', { ...traveling, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as RequirementList).id
}
