import { z } from 'zod'
import compact from '#rules/compact.json' with { type: 'json' }
import { type Compact, createCompact } from '#shared/credentials/compact.ts'
import { findState } from '#shared/credentials/states.ts'
import { isInEffect } from './requirements.ts'
import { type CeRule, ceRule } from './rule.ts'

const rulesFile = z.object({
  version: z.string(),
  asOf: z.iso.date(),
  records: z.array(z.unknown()),
  compact: z.unknown().optional(),
})

/** The rules of a data file. Throws with the name of an invalid rule, which stops the program at start. */
export function parseRules(file: unknown): readonly CeRule[] {
  return rulesFile.parse(file).records.map((record, index) => {
    const parsed = ceRule.safeParse(record)
    if (parsed.success) return parsed.data
    const identified = z.object({ id: z.string() }).safeParse(record)
    const name = identified.success ? identified.data.id : `at position ${index}`
    throw new Error(`The CE rule ${name} is invalid:\n${z.prettifyError(parsed.error)}`)
  })
}

export type RuleBook = {
  /** The version of the pack: `2026-11.1`. */
  version: string
  /** The day on which its rules were gathered. */
  asOf: string
  rules: readonly CeRule[]
  /** Where the Nurse Licensure Compact is in force. A pack without this list uses the program's own. */
  compact: Compact
  /** The rule of this id (`TX-RN`, `CERT-CCRN`) for a cycle that ends on this date. */
  find(id: string, cycleEnd: string): CeRule | null
  /** The rule for a license, by state (code or name) and type; `null` for aides, degrees and unknown states. */
  forLicense(license: { state: string; type: string }, cycleEnd: string): CeRule | null
  /** The rule for a certification, by its code, such as `CCRN`. */
  forCertification(code: string, cycleEnd: string): CeRule | null
}

type LicenseKind = NonNullable<CeRule['license']>
type Role = NonNullable<CeRule['roles']>[number]

const kinds: Record<LicenseKind, readonly string[]> = {
  RN: ['RN'],
  LPN: ['LPN', 'LVN'],
  APRN: [
    'APRN',
    'FNP',
    'AGPCNP',
    'AGACNP',
    'PNP',
    'PMHNP',
    'WHNP',
    'NNP',
    'ACNP',
    'NP',
    'CNS',
    'CNM',
    'CRNA',
  ],
}
const rolesByType: Partial<Record<string, Role>> = { CNS: 'CNS', CNM: 'CNM', CRNA: 'CRNA' }

/** Throws if two rules of one id are in effect on one day. */
export function createRuleBook(file: unknown): RuleBook {
  const rules = parseRules(file)
  const byId = Map.groupBy(rules, ({ id }) => id)
  for (const [id, records] of byId) requireNoOverlap(id, records)
  const find = (id: string, cycleEnd: string) =>
    byId.get(id)?.find((rule) => isInEffect(rule, cycleEnd)) ?? null

  const { version, asOf, compact: own } = rulesFile.parse(file)

  return {
    version,
    asOf,
    rules,
    compact: createCompact(own ?? compact),
    find,
    forLicense({ state, type }, cycleEnd) {
      const stateCode = findState(state)?.code
      const code = type.trim().toUpperCase()
      const kind = Object.entries(kinds).find(([, types]) => types.includes(code))?.[0]
      if (!stateCode || !kind) return null
      if (kind !== 'APRN') return find(`${stateCode}-${kind}`, cycleEnd)
      const role = code === 'APRN' ? null : (rolesByType[code] ?? 'NP')
      const general = find(`${stateCode}-APRN`, cycleEnd)
      if (role === null) return general?.roles === null ? general : null
      const own = find(`${stateCode}-APRN-${role}`, cycleEnd)
      return own ?? (general && (general.roles === null || general.roles.includes(role)) ? general : null)
    },
    forCertification: (code, cycleEnd) => find(`CERT-${code.trim().toUpperCase()}`, cycleEnd),
  }
}

function requireNoOverlap(id: string, records: readonly CeRule[]): void {
  const inOrder = records.toSorted((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
  for (const [at, later] of inOrder.slice(1).entries()) {
    const { effectiveUntil } = inOrder[at] as CeRule
    if (effectiveUntil === null || effectiveUntil >= (later.effectiveFrom ?? ''))
      throw new Error(`Two CE rules ${id} are in effect on the same day`)
  }
}
