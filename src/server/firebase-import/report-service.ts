import type { OwnerPlan } from './plan-service.ts'
import type { ReportLine, Source } from './source-service.ts'

type Counts = { imported: number; already: number }

/** A document that could not be stored. A later run tries again. */
export type UnstoredFile = {
  owner: string
  /** The path in the bucket. */
  path: string
  reason: string
}

export type ImportReport = {
  lines: ReportLine[]
  /** The number of documents and accounts, by collection. */
  counts: Map<string, Counts>
  /** Files of an earlier run that this run attached to their records. */
  attached: number
  unstored: UnstoredFile[]
  plans: OwnerPlan[]
  source: Source
}

export function count({ counts }: ImportReport, collection: string, what: keyof Counts): void {
  const current = counts.get(collection) ?? { imported: 0, already: 0 }
  counts.set(collection, { ...current, [what]: current[what] + 1 })
}
