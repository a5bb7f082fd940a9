import type { z } from 'zod'
import type { shareInput } from './share.ts'

/**
 * A packet with every field filled except its resources, which must exist. The type requires every new field here too.
 */
export const sampleShare: Required<Omit<z.input<typeof shareInput>, 'resources' | 'redactions'>> = {
  resourceType: 'packet',
  resourceId: null,
  masks: { hideNumber: true },
  includeFiles: true,
  allowDownloads: false,
  mode: 'frozen',
  recipient: "Dana O'Brien, Gulf Coast Staffing & co",
  note: 'My compact license and the cards for the ICU.',
  expiresAt: null,
  passcode: 'violet moon 41',
  viewLimit: 50,
  language: 'es',
}
