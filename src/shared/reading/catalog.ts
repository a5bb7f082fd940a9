import { nursingRoles } from '#shared/account/roles.ts'
import certificationData from '#shared/data/certifications.json' with { type: 'json' }
import stateData from '#shared/data/states.json' with { type: 'json' }
import type { Cell, Span } from './cells.ts'

/** A name of the catalogs, found in the document. */
export type Match = Span & { value: string; cell: Cell; weight: number }
/** `word`: a part of all that `pattern` matches, in lower case. Most texts lack it, and the pattern need not be tried. */
type Whole = { pattern: RegExp; word: string }
type Entry = Whole & { value: string; weight: number }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
const whole = (text: string, flags: string): Whole => ({
  pattern: new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, flags),
  word: (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '').toLowerCase(),
})
const wholeName = (name: string) => whole(name, 'gi')
const wholeCode = (code: string) => whole(code, 'g')

/** "Psychiatric-Mental Health Nursing, Board Certified": the part before a comma or parenthesis also names it. */
function shortNames(name: string): string[] {
  const short = name.split(/\s*[,(/]/)[0] ?? name
  return short.length > 12 && short !== name ? [name, short] : [name]
}

const records = certificationData.records.filter(({ code }) => code !== 'OTHER')
const certifications: Entry[] = records.flatMap(({ code, name, aliases }) => [
  ...[...shortNames(name), ...aliases.filter((alias) => alias.length > 6)].map((each) => ({
    ...wholeName(each),
    value: code,
    weight: 10 + each.length,
  })),
  ...[code, ...aliases.filter((alias) => alias.length <= 6)].map((each) => ({
    ...wholeCode(each),
    value: code,
    weight: each.length,
  })),
])

const shortIssuers: Record<string, string> = {
  AHA: 'American Heart Association',
  ANCC: 'American Nurses Credentialing Center',
  AACN: 'AACN Certification Corporation',
  BCEN: 'Board of Certification for Emergency Nursing',
  ENA: 'Emergency Nurses Association',
  AAP: 'American Academy of Pediatrics',
  ONCC: 'Oncology Nursing Certification Corporation',
  'Red Cross': 'American Red Cross',
}
const issuers: Entry[] = [
  ...[...new Set(records.flatMap((record) => record.issuers))].map((name) => ({
    ...wholeName(name),
    value: name,
    weight: 10 + name.length,
  })),
  ...Object.entries(shortIssuers).map(([short, value]) => ({ ...wholeCode(short), value, weight: 1 })),
]

const states: Entry[] = stateData.records.flatMap(({ code, name, ...state }) => [
  ...[
    state.board,
    ...('lpnBoard' in state && state.lpnBoard ? [state.lpnBoard] : []),
    `${name} Board of Nursing`,
  ].map((board) => ({
    ...wholeName(board),
    value: code,
    weight: 10 + board.length,
  })),
  { ...wholeName(`State of ${name}`), value: code, weight: 9 + name.length },
  { ...wholeName(name), value: code, weight: name.length / 10 },
])

const roles: Entry[] = Object.entries(nursingRoles).flatMap(([code, name]) => [
  { ...wholeName(name), value: code, weight: 10 + name.length },
  {
    ...wholeName(name.replace('Licensed', 'Licenced').replaceAll('-', ' ')),
    value: code,
    weight: 9 + name.length,
  },
  { ...wholeCode(code), value: code, weight: code.length / 10 },
])
const otherRoleNames: Record<string, string> = {
  'Registered Professional Nurse': 'RN',
  'Licensed Professional Nurse': 'RN',
  'Advanced Practice Nurse': 'APRN',
  'Advanced Registered Nurse Practitioner': 'APRN',
  'Vocational Nurse': 'LVN',
  'Practical Nurse': 'LPN',
}
roles.push(
  ...Object.entries(otherRoleNames).map(([name, value]) => ({
    ...wholeName(name),
    value,
    weight: 8 + name.length,
  })),
)

const MAX_MATCHES = 50

function matchesOf(entries: readonly Entry[]) {
  return (cells: readonly Cell[]): Match[] => {
    const found: Match[] = []
    for (const cell of cells) {
      const text = cell.text.toLowerCase()
      for (const { pattern, value, weight, word } of entries) {
        if (!text.includes(word)) continue
        for (const match of cell.text.matchAll(pattern)) {
          if (found.length >= MAX_MATCHES) return found
          const span = { start: match.index, end: match.index + match[0].length }
          found.push({ ...span, value, cell, weight })
        }
      }
    }
    return found
  }
}

export const certificationsIn = matchesOf(certifications)
export const issuersIn = matchesOf(issuers)
export const statesIn = matchesOf(states)
export const rolesIn = matchesOf(roles)

/** The bodies that issue this certification. */
export function issuersOf(code: string): readonly string[] {
  return records.find((record) => record.code === code)?.issuers ?? []
}

/** The weightiest match, and whether another value is as probable. */
export function bestMatch(matches: readonly Match[]): { match: Match; isSole: boolean } | null {
  const [match] = matches.toSorted((a, b) => b.weight - a.weight)
  if (!match) return null
  const rival = matches.some(({ value, weight }) => value !== match.value && weight >= match.weight * 0.9)
  return { match, isSole: !rival }
}
