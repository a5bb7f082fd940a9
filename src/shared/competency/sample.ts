import type { z } from 'zod'
import type { competencyRecordInput } from './record.ts'

/** A record with every field filled in: the type requires a value for each new field. */
export const sampleRecord: Required<z.input<typeof competencyRecordInput>> = {
  kind: 'practice_hours',
  title: 'Staff RN, ICU',
  amount: 480.25,
  startDate: '2025-10-01',
  endDate: '2025-12-31',
  organization: "St. Anne's & Co. Hospital",
  fileIds: [],
  notes: 'Nights, 36 hours a week.',
}
