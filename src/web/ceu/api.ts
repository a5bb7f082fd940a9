import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  CeuCycle,
  CeuCyclePatch,
  CycleProposal,
  CycleRemoval,
  ceuCycleInput,
} from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryPatch, ceuEntryInput, EntrySuggestions } from '#shared/ceu/entry.ts'
import { request, requestOrNull } from '#web/http/api.ts'

export type NewCycle = z.input<typeof ceuCycleInput>
export type NewEntry = z.input<typeof ceuEntryInput>
export type CycleFilter = { licenseId?: string; certificationId?: string }
export type Likeness = Pick<CeuEntry, 'title' | 'completedAt' | 'hours'>
type Cycles = { items: CeuCycle[] }
type Entries = { items: CeuEntry[] }
type EntryPage = Entries & { nextCursor: string | null }

const CYCLES = '/api/ceu-cycles'
const ENTRIES = '/api/ceu-entries'
const PAGE = 200

/** Every cycle, entry, proposal and suggestion lies under this key: a change of one makes all of them stale. */
export const ceuKey = ['ceu'] as const

/** Newest start first; of one license or certification only, when named. */
export const cyclesQuery = (filter: CycleFilter = {}) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycles', filter],
    queryFn: ({ signal }) => request<Cycles>('GET', CYCLES, { query: filter, signal }),
  })

/** `null` when there is no such cycle. */
export const cycleQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycle', id],
    queryFn: ({ signal }) => requestOrNull<CeuCycle>(`${CYCLES}/${encodeURIComponent(id)}`, { signal }),
  })

/** Every entry that counts in this cycle, newest first; `null` when there is no such cycle. */
export const cycleEntriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycle', id, 'entries'],
    queryFn: ({ signal }) => requestOrNull<Entries>(`${ENTRIES}/cycle/${encodeURIComponent(id)}`, { signal }),
  })

/** What a new cycle could be, for each license and certification. */
export const proposalsQuery = queryOptions({
  queryKey: [...ceuKey, 'proposals'],
  queryFn: ({ signal }) => request<{ items: CycleProposal[] }>('GET', `${CYCLES}/proposals`, { signal }),
})

/** `null` when there is no such entry. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'entry', id],
    queryFn: ({ signal }) => requestOrNull<CeuEntry>(`${ENTRIES}/${encodeURIComponent(id)}`, { signal }),
  })

/** The providers and topics entered last. */
export const suggestionsQuery = queryOptions({
  queryKey: [...ceuKey, 'suggestions'],
  queryFn: ({ signal }) => request<EntrySuggestions>('GET', `${ENTRIES}/suggestions`, { signal }),
})

/** Newest first, one page. */
export function listEntries(cursor?: string, signal?: AbortSignal): Promise<EntryPage> {
  return request('GET', ENTRIES, { query: { limit: PAGE, cursor }, ...(signal ? { signal } : {}) })
}

/** `idempotencyKey` is one for each form: a second press, or a retry after a lost answer, makes no second record. */
export function createCycle(input: NewCycle, idempotencyKey: string): Promise<CeuCycle> {
  return request('POST', CYCLES, { body: input, idempotencyKey })
}

export function updateCycle(id: string, patch: CeuCyclePatch): Promise<CeuCycle> {
  return request('PATCH', `${CYCLES}/${id}`, { body: patch })
}

/** Takes the newer rule over; what was not overridden follows it. */
export function acceptRule(id: string): Promise<CeuCycle> {
  return request('POST', `${CYCLES}/${id}/rule`)
}

/** What `removeCycle` would do to the entries. */
export function findRemoval(id: string): Promise<CycleRemoval> {
  return request('GET', `${CYCLES}/${id}/removal`)
}

export function removeCycle(id: string): Promise<void> {
  return request('DELETE', `${CYCLES}/${id}`)
}

export function restoreCycle(id: string): Promise<CeuCycle> {
  return request('POST', `${CYCLES}/${id}/restore`)
}

export function createEntry(input: NewEntry, idempotencyKey: string): Promise<CeuEntry> {
  return request('POST', ENTRIES, { body: input, idempotencyKey })
}

export function updateEntry(id: string, patch: CeuEntryPatch): Promise<CeuEntry> {
  return request('PATCH', `${ENTRIES}/${id}`, { body: patch })
}

export function removeEntry(id: string): Promise<void> {
  return request('DELETE', `${ENTRIES}/${id}`)
}

export function restoreEntry(id: string): Promise<CeuEntry> {
  return request('POST', `${ENTRIES}/${id}/restore`)
}

/** What may be the same activity, entered before. */
export function listSimilar({ title, completedAt, hours }: Likeness, signal?: AbortSignal): Promise<Entries> {
  const query = { title, completedAt, hours }
  return request('GET', `${ENTRIES}/similar`, { query, ...(signal ? { signal } : {}) })
}

/** All of them or none; a refusal names each bad field as `entries.{index}.{field}`. */
export function importEntries(
  entries: NewEntry[],
  idempotencyKey: string,
): Promise<{ importId: string; count: number }> {
  return request('POST', `${ENTRIES}/import`, { body: { entries }, idempotencyKey })
}

/** Undoes an import: deletes those of its entries that are still there. */
export function removeImport(importId: string): Promise<{ deleted: number }> {
  return request('DELETE', `${ENTRIES}/import/${importId}`)
}
