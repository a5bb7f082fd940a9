import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import { sampleLookup } from '#shared/lookups/sample.ts'
import { sampleList } from '#shared/requirements/sample.ts'

/** Ids in the examples. A test puts those of its own records in their place. */
export const exampleIds = {
  license: '5f0c2b1e-8a63-4d0e-9a55-0f1d3c7b2a10',
  cycle: '9d2f4c7a-1b3e-4f60-8c21-6e5a9b0d3f48',
} as const

const createdAt = '2026-03-10T15:00:00.000Z'
const id = exampleIds.license

const license = {
  ...sampleLicense,
  ...{ id, followsSchedule: false, status: 'active', daysLeft: 386, dateMissing: false, archivedAt: null },
  ...{ userId: 'b1f3a9c2', createdAt, updatedAt: createdAt },
}

/** A body to send, or what is answered, for an endpoint in the OpenAPI document. */
export type ApiExample = { request?: object; answer?: object }

/** By endpoint. Tests validate each against its schema, and send the requests to a server. */
export const apiExamples: Readonly<Record<string, ApiExample>> = {
  'POST /api/users/me/tokens': { request: { name: 'Backup script', scopes: ['read'], days: 90 } },
  'GET /api/credentials': { answer: { items: [license], nextCursor: null } },
  'POST /api/credentials': { request: sampleCertification },
  'GET /api/credentials/{id}': { answer: license },
  'PATCH /api/credentials/{id}': { request: { expiresAt: '2029-03-31', notes: null }, answer: license },
  'GET /api/credentials/verdict': {
    answer: {
      ...{ verdict: 'yes', until: '2027-03-31' },
      headline: 'Yes, until Mar 31, 2027. Texas RN license expires first.',
      action: null,
      states: [{ state: 'TX', verdict: 'yes', until: '2027-03-31', reasons: [] }],
    },
  },
  'POST /api/credentials/{id}/renewals': { request: { fee: 68 } },
  'POST /api/lookups': { request: { ...sampleLookup, credentialId: id } },
  'POST /api/ceu-cycles': { request: { ...sampleCycle, licenseId: id } },
  'POST /api/ceu-entries': { request: { ...sampleEntry, cycleId: exampleIds.cycle } },
  'POST /api/competency-records': { request: sampleRecord },
  'POST /api/health-records': { request: sampleHealthRecord },
  'POST /api/requirement-lists': { request: sampleList },
  'POST /api/residences': { request: { state: 'TX', from: '2019-05-01' } },
  'POST /api/share': {
    request: { resourceType: 'license', resourceId: id, masks: { hideNumber: true }, recipient: 'Agency' },
  },
}
