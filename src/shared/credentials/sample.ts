import type { z } from 'zod'
import { certificationFields } from './certification.ts'
import type { certificationInput, licenseInput } from './credential.ts'
import { samplesOf } from './field.ts'
import { licenseFields } from './license.ts'

/** A license with every field filled in. */
export const sampleLicense: Required<z.input<typeof licenseInput>> = {
  kind: 'license',
  ...samplesOf(licenseFields),
}

/** A certification with every field filled in except its notes. */
export const sampleCertification: Required<z.input<typeof certificationInput>> = {
  kind: 'certification',
  ...samplesOf(certificationFields),
  number: 'eCard 2251',
  issuedAt: '2025-06-12',
  expiresAt: '2027-06-30',
  reminderDays: null,
  tags: ['life support'],
  notes: null,
}
