import { type CeuCycle, ceuCycleItems } from '#shared/ceu/cycle.ts'
import {
  ceuEntry,
  ceuEntryItems,
  ceuEntryPage,
  declinedTopicItems,
  entrySuggestions,
} from '#shared/ceu/entry.ts'
import { filePage } from '#shared/files/file.ts'
import { ceuNow, ethicsEntry, floridaCycle, texasCycle } from './ceu-samples.ts'
import { type NetworkStub, stubNetwork } from './network.ts'
import { stopClock } from './render.tsx'

export const cyclesPath = '/api/ceu-cycles'
export const entriesPath = '/api/ceu-entries'
export const similarPath = '/api/ceu-entries/similar'
export const declinedPath = '/api/ceu-cycles/declined-topics'

/**
 * Stubs the requests of the entry forms: two cycles, no similar entries, no files. A saved entry returns `ethicsEntry`.
 */
export function stubCeuNetwork(cycles: CeuCycle[] = [texasCycle, floridaCycle]): NetworkStub {
  stopClock(ceuNow)
  const network = stubNetwork()
  network.answer('GET', cyclesPath, ceuCycleItems, { items: cycles })
  network.answer('GET', entriesPath, ceuEntryPage, { items: [], nextCursor: null })
  network.answer('GET', '/api/ceu-entries/suggestions', entrySuggestions, {
    providers: [{ provider: 'Mayo Clinic', approvedBy: 'ANCC', providerNumber: 'P-77' }],
    topics: ['Pain management'],
  })
  network.answer('GET', declinedPath, declinedTopicItems, { items: [] })
  network.answer('GET', similarPath, ceuEntryItems, { items: [] })
  network.answer('GET', '/api/upload', filePage, { items: [], nextCursor: null })
  network.answer('POST', entriesPath, ceuEntry, ethicsEntry)
  return network
}
