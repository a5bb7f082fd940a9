import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ceuCycleContract, ceuEntryContract } from '#shared/ceu/contract.ts'
import type {
  CeuCycle,
  CeuCyclePatch,
  CeuCycleQuery,
  CycleRemoval,
  ceuCycleInput,
} from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryPatch, DeclinedTopic } from '#shared/ceu/entry.ts'
import type { NewEntry } from '#shared/imports/new-entry.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'

export const useCycles = () => useQuery(cyclesQuery())

export const useProposals = () => useQuery(proposalsQuery)

export type NewCycle = z.input<typeof ceuCycleInput>
export type SimilarEntryQuery = Pick<CeuEntry, 'title' | 'completedAt' | 'hours'>

const PAGE_SIZE = 200

const cycles = client<typeof ceuCycleContract>()
const entries = client<typeof ceuEntryContract>()

/** Every cycle, entry, proposal and suggestion is cached under this key. A change to one makes all of them stale. */
export const ceuKey = ['ceu'] as const

/** Newest start date first, optionally only the cycles of one license or certification. */
export const cyclesQuery = (query: CeuCycleQuery = {}) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycles', query],
    queryFn: ({ signal }) => cycles.call('GET /api/ceu-cycles', { query, signal }),
  })

/** `null` if there is no such cycle. */
export const cycleQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycle', id],
    queryFn: ({ signal }) => cycles.find('GET /api/ceu-cycles/{id}', { params: { id }, signal }),
  })

/** Every entry that counts in this cycle, newest first; `null` if there is no such cycle. */
export const cycleEntriesQuery = (cycleId: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'cycle', cycleId, 'entries'],
    queryFn: ({ signal }) =>
      entries.find('GET /api/ceu-entries/cycle/{cycleId}', { params: { cycleId }, signal }),
  })

/** The next cycle of each license and certification, as its rule suggests it. */
export const proposalsQuery = queryOptions({
  queryKey: [...ceuKey, 'proposals'],
  queryFn: ({ signal }) => cycles.call('GET /api/ceu-cycles/proposals', { signal }),
})

/** `null` if there is no such entry. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'entry', id],
    queryFn: ({ signal }) => entries.find('GET /api/ceu-entries/{id}', { params: { id }, signal }),
  })

/** The labels that, according to the owner, do not mean a required topic. */
export const declinedTopicsQuery = queryOptions({
  queryKey: [...ceuKey, 'declined-topics'],
  queryFn: ({ signal }) => cycles.call('GET /api/ceu-cycles/declined-topics', { signal }),
})

export function declineTopic(body: DeclinedTopic): Promise<void> {
  return cycles.call('POST /api/ceu-cycles/declined-topics', { body })
}

/** The providers and topics entered recently. */
export const suggestionsQuery = queryOptions({
  queryKey: [...ceuKey, 'suggestions'],
  queryFn: ({ signal }) => entries.call('GET /api/ceu-entries/suggestions', { signal }),
})

/** Newest first, one page. */
export function listEntries(cursor?: string, signal?: AbortSignal) {
  return entries.call('GET /api/ceu-entries', { query: { limit: PAGE_SIZE, cursor }, signal })
}

/**
 * Each form has one `idempotencyKey`, so that pressing twice, or retrying after a lost response, creates no second
 * record.
 */
export function createCycle(body: NewCycle, idempotencyKey: string): Promise<CeuCycle> {
  return cycles.call('POST /api/ceu-cycles', { body, idempotencyKey })
}

export function updateCycle(id: string, body: CeuCyclePatch): Promise<CeuCycle> {
  return cycles.call('PATCH /api/ceu-cycles/{id}', { params: { id }, body })
}

/** Switches the cycle to the current version of its rule; values the owner set stay. */
export function acceptRule(id: string): Promise<CeuCycle> {
  return cycles.call('POST /api/ceu-cycles/{id}/rule', { params: { id } })
}

/** The entries that `removeCycle` would affect. */
export function findRemoval(id: string): Promise<CycleRemoval> {
  return cycles.call('GET /api/ceu-cycles/{id}/removal', { params: { id } })
}

export function removeCycle(id: string, keepShared: boolean): Promise<void> {
  return cycles.call('DELETE /api/ceu-cycles/{id}', {
    params: { id },
    query: { keepShared: keepShared ? 'true' : 'false' },
  })
}

/** Undoes `createCycle`. Refused once a course was logged in the cycle. */
export function removeEmptyCycle(id: string): Promise<void> {
  return cycles.call('DELETE /api/ceu-cycles/{id}', { params: { id }, query: { onlyEmpty: 'true' } })
}

export function restoreCycle(id: string): Promise<CeuCycle> {
  return cycles.call('POST /api/ceu-cycles/{id}/restore', { params: { id } })
}

/** What the PDF of the packet leaves out. */
export const packetCheckQuery = (id: string) =>
  queryOptions({
    queryKey: [...ceuKey, 'packet-check', id],
    queryFn: ({ signal }) => cycles.call('GET /api/ceu-cycles/{id}/packet/check', { params: { id }, signal }),
  })

/** Where the browser downloads the packet of a cycle; with `progress`, lines of JSON precede the PDF. */
export function packetUrl(id: string, query: { format: 'pdf' | 'zip'; progress?: 'true' }): string {
  return cycles.url('GET /api/ceu-cycles/{id}/packet', { params: { id }, query })
}

export function createEntry(body: NewEntry, idempotencyKey: string): Promise<CeuEntry> {
  return entries.call('POST /api/ceu-entries', { body, idempotencyKey, waits: { title: body.title } })
}

/** `seen` is the record that the form showed. */
export function updateEntry(seen: CeuEntry, body: CeuEntryPatch): Promise<CeuEntry> {
  const waits = { title: seen.title }
  return entries.call('PATCH /api/ceu-entries/{id}', { params: { id: seen.id }, body, seen, waits })
}

export function removeEntry(id: string): Promise<void> {
  return entries.call('DELETE /api/ceu-entries/{id}', { params: { id } })
}

export function restoreEntry(id: string): Promise<CeuEntry> {
  return entries.call('POST /api/ceu-entries/{id}/restore', { params: { id } })
}

/** From every cycle in which the entry counts. */
export const entryRemoval = {
  nameOf: ({ title }: CeuEntry) => title,
  effectOf: ({ counts }: CeuEntry) =>
    counts.length > 1 ? t`It no longer counts in any of its cycles.` : null,
  remove: ({ id }: CeuEntry) => removeEntry(id),
  restore: ({ id }: CeuEntry) => restoreEntry(id),
}

/** Entries that may be the same activity. */
export function listSimilarEntries({ title, completedAt, hours }: SimilarEntryQuery, signal?: AbortSignal) {
  return entries.call('GET /api/ceu-entries/similar', { query: { title, completedAt, hours }, signal })
}

/** Imports all entries or none. A rejection names each invalid field as `entries.{index}.{field}`. */
export function importEntries(list: NewEntry[], duplicates: 'skip' | 'keep', idempotencyKey: string) {
  return entries.call('POST /api/ceu-entries/import', { body: { entries: list, duplicates }, idempotencyKey })
}

/** Undoes an import: deletes the entries of the import that still exist. */
export function removeImport(importId: string) {
  return entries.call('DELETE /api/ceu-entries/import/{importId}', { params: { importId } })
}

/** The cycles in which an entry counts. `shown` is already loaded. The others are fetched only if there are any. */
export function useCyclesOf(entry: CeuEntry, shown: CeuCycle): CeuCycle[] {
  const { data } = useQuery({ ...cyclesQuery(), enabled: entry.counts.length > 1 })
  const others = (data?.items ?? []).filter(
    ({ id }) => id !== shown.id && entry.counts.some(({ cycleId }) => cycleId === id),
  )
  return [shown, ...others]
}
