import { createHash, verify } from 'node:crypto'
import { z } from 'zod'
import { createRuleBook, type RuleBook } from '#shared/ceu/rule-book.ts'
import { findRuleFaults } from '#shared/ceu/rule-check.ts'
import {
  COMPACT_FILE,
  compareRules,
  MAX_PACK_BYTES,
  PACK_FORMAT,
  type PackManifest,
  packFile,
  packManifest,
  packRecords,
  type RuleDifferences,
} from '#shared/ceu/rule-pack.ts'
import { compactFile, findCompactFaults } from '#shared/credentials/compact.ts'
import { Problem } from '#shared/http/errors.ts'
import type { TrustedKey } from './rule-key-service.ts'

/** A pack whose signature, files and rules have all been checked. */
export type RulePack = { manifest: PackManifest; keyId: string; book: RuleBook }

/** At most this many faults are listed in a refusal. */
const MOST_FAULTS = 5

/** Checks all of a pack: its size, its signature, then each file and rule. Throws `rule_pack_refused` with the reason. */
export function openPack(content: string, keys: readonly TrustedKey[]): RulePack {
  if (Buffer.byteLength(content) > MAX_PACK_BYTES) throw tooLarge()
  const file = parsed(packFile, content, 'This is not a rule pack, or only a part of one')
  const signature = Buffer.from(file.signature, 'base64')
  const signer = keys.find(({ key }) => verify(null, Buffer.from(file.manifest), key, signature))
  if (!signer)
    throw refusal(
      'The pack was changed after it was signed, or it was signed with a key that this installation does not trust. Download it again, or add the public key to RULES_PUBLIC_KEYS.',
    )
  const manifest = readManifest(file.manifest)
  requireFiles(manifest, file.files)
  const { [COMPACT_FILE]: compactText, ...ruleTexts } = file.files
  const rules = Object.entries(ruleTexts).flatMap(([name, text]) => {
    return parsed(packRecords, text, unreadable(name)).records
  })
  const compact = compactText === undefined ? undefined : readCompact(compactText)
  return { manifest, keyId: signer.id, book: bookOf(manifest, rules, compact) }
}

function readCompact(text: string): z.infer<typeof compactFile> {
  const compact = parsed(compactFile, text, unreadable(COMPACT_FILE))
  const [fault] = findCompactFaults(compact)
  if (fault) throw refusal(`${unreadable(COMPACT_FILE)}: ${fault}.`)
  return compact
}

const unreadable = (name: string) => `The file ${name} of the pack is not readable`

/** An older program must report that it is too old, even if a later format changes everything else. */
function readManifest(text: string): PackManifest {
  const { format } = parsed(z.object({ format: z.int() }), text, 'The manifest of the pack is not readable')
  if (format > PACK_FORMAT)
    throw refusal(
      `This pack has format ${format}, and this version of Lanyard reads format ${PACK_FORMAT}: upgrade Lanyard first.`,
    )
  return parsed(packManifest, text, 'The manifest of the pack is not readable')
}

function requireFiles({ files: hashes }: PackManifest, files: Record<string, string>): void {
  const names = new Set([...Object.keys(hashes), ...Object.keys(files)])
  for (const name of names) {
    const text = files[name]
    if (text === undefined) throw refusal(`The file ${name} of the pack is missing.`)
    if (sha256(text) !== hashes[name]) throw refusal(`The file ${name} is not the one that was signed.`)
  }
}

function bookOf({ version, asOf }: PackManifest, records: unknown[], compact: unknown): RuleBook {
  const faults = findRuleFaults(records)
  if (faults.length > 0) {
    const listed = faults.slice(0, MOST_FAULTS).map(({ id, field, what }) => `${id}, ${field}: ${what}`)
    const others = faults.length - listed.length
    throw refusal(
      `The rules are not valid. ${listed.join('. ')}${others > 0 ? `, and ${others} more.` : '.'}`,
    )
  }
  return createRuleBook({ version, asOf, records, compact })
}

/** The changes that a pack would make to the rules in use. */
export function differencesTo(current: RuleBook, { book }: Pick<RulePack, 'book'>): RuleDifferences {
  return compareRules(current.rules, book.rules)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function tooLarge(): Problem {
  return refusal(`This is larger than a rule pack may be (${MAX_PACK_BYTES / 1_000_000} MB).`)
}

export function refusal(detail: string): Problem {
  return new Problem('rule_pack_refused', { detail })
}

function parsed<S extends z.ZodType>(schema: S, text: string, otherwise: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal(`${otherwise}.`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw refusal(`${otherwise} (${issue?.path.join('.') || 'the whole'}: ${issue?.message}).`)
}
