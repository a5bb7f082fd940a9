import { expect } from 'vitest'
import type { HealthRecord } from '#shared/health/record.ts'
import type { Browser } from './browser.ts'

export const tbTest = {
  kind: 'tb_test',
  performedOn: '2026-02-14',
  dueOn: '2026-03-30',
  fields: { testType: 'igra', result: 'negative' },
}

/** Adds a health record and returns its id. */
export async function addHealthRecord(nurse: Browser, more: object = {}): Promise<string> {
  const answer = await nurse.json('POST', '/api/health-records', { ...tbTest, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as HealthRecord).id
}
