import type { z } from 'zod'
import { compactMembers } from '#shared/compact/practice-answer.ts'
import { credentialPage, credentialSummary } from '#shared/credentials/credential.ts'
import { type NetworkStub, stubNetwork } from './network.ts'

type Vault = {
  byKind?: z.input<typeof credentialSummary>['byKind']
  items?: z.input<typeof credentialPage>['items']
}

/** Responds to the requests of the credential forms; by default for an empty vault. */
export function stubCredentialNetwork({
  byKind = { license: 0, certification: 0 },
  items = [],
}: Vault = {}): NetworkStub {
  const network = stubNetwork()
  network.answer('GET', '/api/practice/members', compactMembers, { asOf: '2026-07-02', members: ['TX'] })
  network.answer('GET', '/api/credentials', credentialPage, { items, nextCursor: null })
  network.answer('GET', '/api/credentials/summary', credentialSummary, {
    total: byKind.license + byKind.certification,
    byStatus: { active: 0, renewal_due: 0, expiring_soon: 0, expired: 0 },
    dateMissing: 0,
    archived: 0,
    byKind,
    tags: [],
  })
  return network
}
