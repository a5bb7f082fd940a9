import type { z } from 'zod'
import type { lookupFields } from './record.ts'

/** A look-up with every field filled in: the type requires a value for each new field. */
export const sampleLookup: Required<z.input<typeof lookupFields>> = {
  lookedUpOn: '2026-02-20',
  place: 'Nursys QuickConfirm',
  status: 'Unencumbered (full unrestricted license)',
  expiresAt: '2027-03-31',
  lastFour: '4821',
  fileIds: [],
}
