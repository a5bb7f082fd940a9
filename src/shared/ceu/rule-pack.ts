import { z } from 'zod'
import { keysOf } from '#shared/kernel/keys-of.ts'
import type { CeRule } from './rule.ts'

/** The format of a pack and of the rules in it. A change that earlier versions cannot read increases the number. */
export const PACK_FORMAT = 3

/** The file of a pack that is not about CE rules. Packs of format 1 have none. */
export const COMPACT_FILE = 'compact.json'

export const MAX_PACK_BYTES = 8_000_000

/** Year and month of the edition, and a number that counts its packs: `2026-11.1`. */
export const packVersion = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])\.[1-9]\d{0,2}$/, 'A version is like 2026-11.1')

const fileName = z.string().regex(/^[a-z0-9-]{1,40}\.json$/)

export const packManifest = z.strictObject({
  format: z.literal([1, 2, PACK_FORMAT]),
  version: packVersion,
  /** The day on which the rules were gathered. */
  asOf: z.iso.date(),
  /** The changes since the previous version, by record id. */
  changelog: z
    .array(z.strictObject({ id: z.string().min(1).max(60), what: z.string().min(1).max(1000) }))
    .max(2000),
  /** The SHA-256 of each file, in hexadecimal. */
  files: z.record(fileName, z.string().regex(/^[0-9a-f]{64}$/)),
})
export type PackManifest = z.infer<typeof packManifest>

/** A pack as one file. The texts are exactly the signed bytes. */
export const packFile = z.strictObject({
  kind: z.literal('lanyard-rules'),
  manifest: z.string(),
  /** The Ed25519 signature of the manifest. */
  signature: z.base64(),
  files: z.record(fileName, z.string()),
})
export type PackFile = z.infer<typeof packFile>

/** A file of records in a pack. */
export const packRecords = z.strictObject({ $about: z.string().optional(), records: z.array(z.unknown()) })

/** Negative if `a` is older than `b`. */
export function comparePackVersions(a: string, b: string): number {
  const [edition = '', number] = a.split('.')
  const [otherEdition = '', otherNumber] = b.split('.')
  if (edition !== otherEdition) return edition < otherEdition ? -1 : 1
  return Number(number) - Number(otherNumber)
}

export type RuleDifferences = {
  added: string[]
  removed: string[]
  /** `fields` are the parts of the record that differ. */
  changed: { id: string; fields: string[] }[]
}

/** How `after` differs from `before`, by the ids of the records. */
export function compareRules(before: readonly CeRule[], after: readonly CeRule[]): RuleDifferences {
  const earlier = new Map(before.map((rule) => [nameOf(rule), rule]))
  const later = new Map(after.map((rule) => [nameOf(rule), rule]))
  return {
    added: [...later.keys()].filter((name) => !earlier.has(name)),
    removed: [...earlier.keys()].filter((name) => !later.has(name)),
    changed: [...later].flatMap(([id, rule]) => {
      const old = earlier.get(id)
      const fields = old ? differingFields(old, rule) : []
      return fields.length > 0 ? [{ id, fields }] : []
    }),
  }
}

/** Two records of one id follow each other in time. */
function nameOf({ id, effectiveFrom }: CeRule): string {
  return effectiveFrom === null ? id : `${id} from ${effectiveFrom}`
}

function differingFields(before: CeRule, after: CeRule): string[] {
  const fields = keysOf(after)
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}
