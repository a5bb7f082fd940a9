import { addYears } from '#shared/kernel/dates.ts'

/** The retention period of a CE rule. */
export type RetentionRule = {
  keepRecordsYears: number | null
  board: string
  boardUrl: string
  evidence: readonly { url: string; supports: readonly string[] }[]
  readOn: string
}

/** A cycle in which an entry counts; without a rule nothing is known. */
export type CountedIn = { cycleEnd: string; rule: RetentionRule | null }

/** How long the proof of an entry is to be kept. */
export type ProofRetention = {
  /** The strictest of the rules; `null` if none of them gives a period. */
  strictest: {
    /** The last day, `YYYY-MM-DD`. */
    until: string
    years: number
    board: string
    source: RetentionSource
  } | null
  /** The boards for which we found no period. */
  silent: string[]
  /** It counts in a cycle without a rule. */
  isRuleMissing: boolean
}

/** `isCited`: a text that states the period; otherwise only the board's page. */
export type RetentionSource = { url: string; isCited: boolean; readOn: string }

/**
 * The years are counted from the end of the cycle, or from the activity if that was later: rules count from one or the
 * other, and the later day is never too early.
 */
export function retentionOf(completedAt: string, cycles: readonly CountedIn[]): ProofRetention {
  const found: NonNullable<ProofRetention['strictest']>[] = []
  const silent = new Set<string>()
  for (const { cycleEnd, rule } of cycles) {
    if (rule === null) continue
    const { keepRecordsYears: years, board } = rule
    if (years === null) silent.add(board)
    else {
      const from = completedAt > cycleEnd ? completedAt : cycleEnd
      found.push({ until: addYears(from, Math.ceil(years)), years, board, source: sourceOf(rule) })
    }
  }
  const [strictest = null] = found.toSorted((a, b) => (a.until < b.until ? 1 : a.until > b.until ? -1 : 0))
  return {
    strictest,
    silent: [...silent],
    isRuleMissing: cycles.length === 0 || cycles.some(({ rule }) => rule === null),
  }
}

function sourceOf({ evidence, boardUrl, readOn }: RetentionRule): RetentionSource {
  const cited = evidence.find(({ supports }) => supports.includes('keepRecordsYears'))
  return cited ? { url: cited.url, isCited: true, readOn } : { url: boardUrl, isCited: false, readOn }
}

/** `over` only if every rule gives a period and all of them have passed. */
export function retentionState(
  { strictest, silent, isRuleMissing }: ProofRetention,
  today: string,
): 'keep' | 'unknown' | 'over' {
  if (strictest !== null && strictest.until >= today) return 'keep'
  return strictest === null || silent.length > 0 || isRuleMissing ? 'unknown' : 'over'
}
