import { expect } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Browser } from './browser.ts'

export const texas = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
export const florida = { state: 'FL', cycleStart: '2025-05-01', cycleEnd: '2027-04-30', requiredHours: 24 }
export const ethics = { title: 'Ethics', provider: 'Gulf Coast', hours: 5, completedAt: '2026-02-14' }
export const unknownId = '00000000-0000-4000-8000-000000000000'

export type ProblemAnswer = { status: number; code: string; detail: string; errors?: FieldError[] }
type FieldError = { path: string; message: string }
type Items = { items: CeuEntry[] }

export async function readJson<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}

/** A nurse's CE records through the API. An unexpected status fails immediately. */
export function ceuClient(nurse: Browser) {
  async function expectStatus<T>(status: number, asked: Promise<Response>): Promise<T> {
    const answer = await asked
    expect(answer.status, await answer.clone().text()).toBe(status)
    return (status === 204 ? undefined : await answer.json()) as T
  }
  return {
    addCycle: (input: object = texas) =>
      expectStatus<CeuCycle>(201, nurse.json('POST', '/api/ceu-cycles', input)),
    /** It counts in its main cycle alone, unless `input` says otherwise. */
    addEntry: (input: object) =>
      expectStatus<CeuEntry>(
        201,
        nurse.json('POST', '/api/ceu-entries', { ...ethics, counts: [], ...input }),
      ),
    change: <T = CeuEntry>(path: string, patch: object) =>
      expectStatus<T>(200, nurse.json('PATCH', `/api/${path}`, patch)),
    remove: (path: string) => expectStatus<void>(204, nurse.fetch(`/api/${path}`, { method: 'DELETE' })),
    restore: <T = CeuEntry>(path: string) =>
      expectStatus<T>(200, nurse.fetch(`/api/${path}/restore`, { method: 'POST' })),
    refusal: (method: string, path: string, body?: object) =>
      readJson<ProblemAnswer>(nurse.json(method, `/api/${path}`, body)),
    get: <T>(path: string) => expectStatus<T>(200, nurse.fetch(`/api/${path}`)),
    cycle: (id: string) => expectStatus<CeuCycle>(200, nurse.fetch(`/api/ceu-cycles/${id}`)),
    entry: (id: string) => expectStatus<CeuEntry>(200, nurse.fetch(`/api/ceu-entries/${id}`)),
    entriesOf: async (id: string) =>
      (await expectStatus<Items>(200, nurse.fetch(`/api/ceu-entries/cycle/${id}`))).items,
    status: async (method: string, path: string, body?: object) =>
      (await nurse.json(method, `/api/${path}`, body)).status,
  }
}
