import { z } from 'zod'
import { findState } from '#shared/credentials/states.ts'
import data from '#shared/data/ce-rules.json' with { type: 'json' }
import { type CeRule, ceRule } from './rule.ts'

const rulesFile = z.object({ $about: z.string(), asOf: z.iso.date(), records: z.array(z.unknown()) })

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

/** About 200 kB: for the server only. The browser gets single rules from the API. */
export const ceRules = parseRules(data)

const byId = new Map(ceRules.map((rule) => [rule.id, rule]))
if (byId.size !== ceRules.length) throw new Error('Two CE rules have the same id')

/** The rule of this id: `TX-RN`, `CERT-CCRN`. */
export function findRule(id: string): CeRule | null {
  return byId.get(id) ?? null
}

type LicenseKind = NonNullable<CeRule['license']>

const kinds: Record<LicenseKind, readonly string[]> = {
  RN: ['RN'],
  LPN: ['LPN', 'LVN'],
  APRN: ['APRN', 'FNP', 'AGPCNP', 'AGACNP', 'PNP', 'PMHNP', 'WHNP', 'NNP', 'ACNP', 'CNS', 'CNM', 'CRNA'],
}

/** The rule for a license, by state (code or name) and type; `null` for aides, degrees and unknown states. */
export function ruleForLicense({ state, type }: { state: string; type: string }): CeRule | null {
  const stateCode = findState(state)?.code
  const code = type.trim().toUpperCase()
  const kind = Object.entries(kinds).find(([, types]) => types.includes(code))?.[0]
  return stateCode && kind ? findRule(`${stateCode}-${kind}`) : null
}

/** The rule for a certification, by its code, such as `CCRN`. */
export function ruleForCertification(code: string): CeRule | null {
  return findRule(`CERT-${code.trim().toUpperCase()}`)
}
