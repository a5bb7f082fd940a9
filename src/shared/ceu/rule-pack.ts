import { z } from 'zod'

/** The format of a pack and of the rules in it. A change that earlier versions cannot read increases the number. */
export const PACK_FORMAT = 2

/** The file of a pack that is not about CE rules. Packs of format 1 have none. */
export const COMPACT_FILE = 'compact.json'

export const MAX_PACK_BYTES = 8_000_000

/** Year and month of the edition, and a number that counts its packs: `2026-11.1`. */
export const packVersion = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])\.[1-9]\d{0,2}$/, 'A version is like 2026-11.1')

const fileName = z.string().regex(/^[a-z0-9-]{1,40}\.json$/)

export const packManifest = z.strictObject({
  format: z.literal([1, PACK_FORMAT]),
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
