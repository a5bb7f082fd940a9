import type { z } from 'zod'
import type { healthRecordInput } from './record.ts'

/** A record with every field filled in: the type requires a value for each new field. */
export const sampleHealthRecord: Required<z.input<typeof healthRecordInput>> = {
  kind: 'hepatitis_b',
  performedOn: null,
  dueOn: '2027-03-01',
  fields: { schedule: '3', provider: "St. Anne's & Co. Hospital" },
  doses: [
    { givenOn: '2024-01-10', product: 'Engerix-B' },
    { givenOn: '2024-02-12', product: null },
  ],
  titers: [{ takenOn: '2025-03-01', result: 'immune', antigen: null }],
  notes: 'Third dose at the county clinic.',
  fileIds: [],
}
