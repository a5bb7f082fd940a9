import { z } from 'zod'
import { findState } from './states.ts'

/** `enacted-pending`: the law is passed but not fully in force. */
export const compactStatus = z.enum(['member', 'enacted-pending', 'none'])

const compactRecord = z.strictObject({
  /** Two letters. */
  jurisdiction: z.string().regex(/^[A-Z]{2}$/),
  name: z.string().min(1).max(60),
  status: compactStatus,
  /** The day from which the compact is, or will be, fully in force in the state. */
  implementationDate: z.iso.date().nullable(),
  /** Whether a multistate license of another state counts in this state; `null` if no source says so either way. */
  honorsMultistate: z.boolean().nullable(),
  note: z.string().max(1000).nullable(),
  sources: z.array(z.url({ protocol: /^https?$/ })).min(1),
  /** The month in which the sources were read: `2026-07`. */
  asOf: z.string().regex(/^\d{4}-\d{2}$/),
  confidence: z.enum(['high', 'medium', 'low']),
})
export type CompactRecord = z.infer<typeof compactRecord>

/** `compact.json` of a rule pack: where the Nurse Licensure Compact is in force. */
export const compactFile = z.strictObject({
  $about: z.string().optional(),
  /** The day on which the whole list was last compared with its source. */
  asOf: z.iso.date(),
  /** How many days a nurse has to apply for a license after moving to another member state. */
  move: z.strictObject({
    days: z.int().min(1).max(365),
    effectiveFrom: z.iso.date(),
    sources: z.array(z.url({ protocol: /^https?$/ })).min(1),
  }),
  records: z.array(compactRecord).min(1).max(100),
})

export type Compact = {
  asOf: string
  move: z.infer<typeof compactFile>['move']
  records: readonly CompactRecord[]
  /** By two-letter code or name; `null` for a place without data. */
  find(place: string): CompactRecord | null
}

/** The faults of a `compact.json` of valid shape; empty if it can be used. */
export function findCompactFaults({ records }: z.infer<typeof compactFile>): string[] {
  return records.flatMap(({ jurisdiction, status, implementationDate }, index) => {
    const isTwice = records.slice(0, index).some((other) => other.jurisdiction === jurisdiction)
    return [
      ...(isTwice ? [`${jurisdiction} is there twice`] : []),
      ...(status === 'member' && implementationDate === null
        ? [`${jurisdiction} is a member without a date`]
        : []),
      ...(status === 'none' && implementationDate !== null
        ? [`${jurisdiction} is no member and has a date`]
        : []),
    ]
  })
}

/** Throws if the file cannot be used. */
export function createCompact(file: unknown): Compact {
  const parsed = compactFile.parse(file)
  const faults = findCompactFaults(parsed)
  if (faults.length > 0) throw new Error(`compact.json is invalid: ${faults.join(', ')}`)
  const { asOf, move, records } = parsed
  const byName = new Map(
    records.flatMap((record) => [
      [record.jurisdiction.toLowerCase(), record] as const,
      [record.name.toLowerCase(), record] as const,
    ]),
  )
  return {
    asOf,
    move,
    records,
    find(place) {
      const known = findState(place)?.code ?? place.trim()
      return byName.get(known.toLowerCase()) ?? null
    },
  }
}
