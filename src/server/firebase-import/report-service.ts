import type { OwnerPlan } from './plan-service.ts'
import type { ReportLine, Source } from './source-service.ts'

type Counts = { imported: number; already: number }

/** A document that would be imported, but could not be stored: a later run tries again. */
export type UnstoredFile = {
  owner: string
  /** In the bucket. */
  path: string
  reason: string
}

export type ImportReport = {
  lines: ReportLine[]
  /** Documents and accounts, by collection. */
  counts: Map<string, Counts>
  /** Files of an earlier run that were attached to their records only now. */
  attached: number
  unstored: UnstoredFile[]
  plans: OwnerPlan[]
  source: Source
}

export function count({ counts }: ImportReport, collection: string, what: keyof Counts): void {
  const current = counts.get(collection) ?? { imported: 0, already: 0 }
  counts.set(collection, { ...current, [what]: current[what] + 1 })
}
