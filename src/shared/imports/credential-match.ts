import { nursingRoles } from '#shared/account/roles.ts'
import { certifications, type KnownCertification } from '#shared/credentials/known-certifications.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { findState, type State, states } from '#shared/credentials/states.ts'

const normalized = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const known = certifications.filter(({ code }) => code !== OTHER)
const byName = new Map<string, KnownCertification>()
for (const each of known)
  for (const name of [each.code, each.name, ...each.aliases])
    if (!byName.has(normalized(name))) byName.set(normalized(name), each)
const namesByLength = [...byName].sort(([a], [b]) => b.length - a.length)

/**
 * The certification of the catalog that a text names by its code, name or an alias. The text may contain other words.
 */
export function findCertificationIn(text: string): KnownCertification | null {
  const words = normalized(text.slice(0, 300))
  const exact = byName.get(words)
  if (exact) return exact
  const padded = ` ${words} `
  return namesByLength.find(([name]) => name.length > 2 && padded.includes(` ${name} `))?.[1] ?? null
}

/**
 * The state that a text names by its code, its name, or the name of its board. A code counts only as a separate word.
 */
export function findStateIn(text: string): State | null {
  const trimmed = text.trim().slice(0, 300)
  const alone = findState(trimmed.replace(/^state of /i, ''))
  if (alone) return alone
  const padded = ` ${normalized(trimmed)} `
  const named = states.filter(({ name }) => padded.includes(` ${normalized(name)} `))
  // "West Virginia" also names Virginia.
  return named.sort((a, b) => b.name.length - a.name.length)[0] ?? null
}

const roles = Object.entries(nursingRoles).sort(([, a], [, b]) => b.length - a.length)

/** The license type that a text names, such as RN for "Registered Nurse, Texas". */
export function findRoleIn(text: string): string | null {
  const padded = ` ${normalized(text.slice(0, 300))} `
  const [code] =
    roles.find(([, name]) => padded.includes(` ${normalized(name)} `)) ??
    roles.find(([each]) => padded.includes(` ${normalized(each)} `)) ??
    []
  return code ?? null
}
