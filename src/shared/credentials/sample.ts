import type { z } from 'zod'
import type { certificationInput, licenseInput } from './credential.ts'

/** A license with every field filled in: the type requires a value for each new field. */
export const sampleLicense: Required<z.input<typeof licenseInput>> = {
  kind: 'license',
  title: 'Texas RN license',
  type: 'RN',
  state: 'TX',
  issuer: 'Texas Board of Nursing',
  number: '0O1l-884213',
  issuedAt: '2024-04-01',
  expiresAt: '2027-03-31',
  neverExpires: false,
  renewalCycle: 2,
  reminderDays: 45,
  multistate: true,
  tags: ['travel', "O'Brien & co"],
  fileId: null,
  fileIds: [],
  notes: 'Renew in the portal.',
  extra: [{ name: 'Nursys ID', value: '12345678' }],
}

export const sampleCertification: Required<z.input<typeof certificationInput>> = {
  kind: 'certification',
  name: 'Basic Life Support',
  issuer: 'American Heart Association',
  code: 'BLS',
  number: 'eCard 2251',
  issuedAt: '2025-06-12',
  expiresAt: '2027-06-30',
  neverExpires: false,
  requiredForWork: true,
  reminderDays: null,
  tags: ['life support'],
  fileId: null,
  fileIds: [],
  notes: null,
}
