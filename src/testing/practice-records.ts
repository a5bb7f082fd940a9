import { expect } from 'vitest'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import type { Browser } from './browser.ts'

export const exam = { kind: 'exam', title: 'CCRN', endDate: '2026-02-14' }

/** Adds a record to the practice log and returns its id. */
export async function addPracticeRecord(nurse: Browser, more: object = {}): Promise<string> {
  const answer = await nurse.json('POST', '/api/competency-records', { ...exam, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as CompetencyRecord).id
}
