import type { z } from 'zod'
import type { requirementListInput } from './list.ts'

/** A list with an item of each kind: the type requires a value for each new field. */
export const sampleList: Required<z.input<typeof requirementListInput>> = {
  name: 'ICU contract at St. Anne’s & Co.',
  startsOn: '2026-06-01',
  endsOn: '2026-08-30',
  requestedBy: "Dana O'Brien, Lone Star Staffing",
  items: [
    { kind: 'license', title: 'RN license - TX or compact', type: 'RN', state: 'TX', orCompact: true },
    { kind: 'certification', title: 'BLS (AHA)', code: 'BLS', validThrough: 'last_day' },
    { kind: 'ce', title: '2 hours of ethics', topic: 'Ethics', hours: 2, since: '2025-06-01' },
    {
      ...{ kind: 'health', title: 'TB within 12 months', record: 'tb_test' },
      issuedWithin: { amount: 12, unit: 'months' },
    },
    { kind: 'document', title: 'Resume', note: 'Two pages at most', needsCheck: true },
    { kind: 'form', title: 'Signed handbook form' },
  ],
}
