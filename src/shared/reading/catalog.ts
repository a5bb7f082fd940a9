import { nursingRoles } from '#shared/account/roles.ts'
import certificationData from '#shared/data/certifications.json' with { type: 'json' }
import stateData from '#shared/data/states.json' with { type: 'json' }
import territoryData from '#shared/data/territories.json' with { type: 'json' }
import type { Cell, Span } from './cells.ts'

/** A name of the catalogs, found in the document. */
export type Match = Span & { value: string; cell: Cell; weight: number }
/** `start`: its first letters, in lower case. Most texts lack them, and the pattern need not be tried. */
type Entry = { pattern: RegExp; start: string; value: string; weight: number }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const entry = (text: string, pattern: RegExp, value: string, weight: number): Entry => ({
  pattern,
  start: text.slice(0, 3).toLowerCase(),
  value,
  weight,
})
/** In small or capital letters, also where it has no hyphen or is spelled the British way. */
function named(name: string, value: string, weight = 10 + name.length): Entry {
  const pattern = escaped(name).replaceAll('-', '[- ]').replace('Licensed', 'Licen[sc]ed')
  return entry(name, new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'gi'), value, weight)
}
const coded = (code: string, value: string, weight: number) =>
  entry(code, new RegExp(`(?<![\\w-])${escaped(code)}(?![\\w-])`, 'g'), value, weight)

/** "Psychiatric-Mental Health Nursing, Board Certified": the part before a comma or parenthesis also names it. */
const shortNameOf = (name: string) => name.match(/^[^,(/]{12,}[^ ,(/](?= ?[,(/])/) ?? []
const MAX_CODE = 6

const records = certificationData.records.filter(({ code }) => code !== 'OTHER')
/** Names that other bodies give to the same program. */
const otherNames: Record<string, string> = {
  'Advanced Cardiac Life Support': 'ACLS',
  'Advanced Life Support': 'ACLS',
}

const certifications = [
  ...Object.entries(otherNames).map(([name, code]) => named(name, code)),
  ...records.flatMap(({ code, name, aliases }) =>
    [name, ...shortNameOf(name), ...aliases, code].map((each) =>
      each === code || each.length <= MAX_CODE ? coded(each, code, each.length) : named(each, code),
    ),
  ),
]

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
const issuers = [
  ...[...new Set(records.flatMap((record) => record.issuers))].map((name) => named(name, name)),
  ...Object.entries(shortIssuers).map(([short, value]) => coded(short, value, 1)),
]

const states = [
  ...stateData.records.map(({ code, name, board, lpnBoard = board }) => ({
    ...{ stored: code, name, boards: [board, lpnBoard] },
  })),
  ...territoryData.records.map(({ name, boards }) => ({ stored: name, name, boards })),
].flatMap(({ stored, name, boards }) => [
  ...[
    ...new Set([...boards, `${name} Board of Nursing`, `${name} State Board of Nursing`]),
    ...[
      `State of ${name}`,
      `Commonwealth of ${name}`,
      `Gobierno de ${name}`,
      `${name} State Department`,
      `${name} Department of`,
    ],
  ].map((each) => named(each, stored)),
  named(name, stored, name.length / 10),
])

export const placeNames = [...stateData.records, ...territoryData.records].map(({ name }) => name)

const otherRoleNames: Record<string, string> = {
  'Registered Professional Nurse': 'RN',
  'Licensed Professional Nurse': 'RN',
  'Advanced Practice Nurse': 'APRN',
  'Advanced Registered Nurse Practitioner': 'APRN',
  'Vocational Nurse': 'LVN',
  'Practical Nurse': 'LPN',
  'Nurse Aide': 'CNA',
  'Certified Nurse Practitioner': 'APRN',
  'Enfermera Generalista': 'RN',
  'Enfermero Generalista': 'RN',
  'Enfermera Práctica': 'LPN',
  'Enfermero Práctico': 'LPN',
}
/** The form takes any type of license; that of a nurse counts more. */
const otherProfessions = [
  'Respiratory Therapist',
  'Respiratory Care Practitioner',
  'Radiologic Technologist',
  'Radiographer',
  'Pharmacist',
  'Pharmacy Technician',
  'Physician Assistant',
  'Paramedic',
  'Emergency Medical Technician',
  'Physical Therapist',
  'Physical Therapist Assistant',
  'Occupational Therapist',
  'Occupational Therapy Assistant',
  'Dental Hygienist',
  'Speech-Language Pathologist',
  'Clinical Social Worker',
  'Dietitian',
  'Surgical Technologist',
  'Medical Assistant',
  'Medical Laboratory Scientist',
  'Massage Therapist',
]
const OTHER = 0.1

const roles = [
  ...Object.entries(nursingRoles).flatMap(([code, name]) => [
    named(name, code),
    coded(code, code, code.length / 10),
  ]),
  ...Object.entries(otherRoleNames).map(([name, code]) => named(name, code)),
  ...otherProfessions.map((name) => named(name, name, OTHER)),
]

const MAX_MATCHES = 50
/** "Minnesota" in a line of its own is more than the end of an address. */
const ALONE = 8
/** The apostrophes and hyphens that printed documents use. */
const plain = (text: string) => text.replaceAll('’', "'").replace(/[‐-–]/g, '-')

function matchesOf(entries: readonly Entry[]) {
  return (cells: readonly Cell[]): Match[] => {
    const found: Match[] = []
    for (const cell of cells) {
      const text = plain(cell.text)
      const small = text.toLowerCase()
      for (const { pattern, start, value, weight } of entries) {
        if (!small.includes(start)) continue
        for (const match of text.matchAll(pattern)) {
          if (found.length >= MAX_MATCHES) return found
          const isAlone = match[0].length === text.length
          const end = match.index + match[0].length
          found.push({ start: match.index, end, value, cell, weight: isAlone ? weight + ALONE : weight })
        }
      }
    }
    return found
  }
}

/** By its name, or by initials in a line of their own. */
export const isNamed = ({ weight }: Match) => weight > 10

const namesOfCertifications = matchesOf(certifications)
export const issuersIn = matchesOf(issuers)

/**
 * "Pediatric Nursing Certification Board" is no certification in pediatric nursing, and "Pediatric Advanced Life Support"
 * is not "Advanced Life Support".
 */
export function certificationsIn(cells: readonly Cell[]): Match[] {
  const names = namesOfCertifications(cells)
  const bodies = names.length > 0 ? issuersIn(cells) : []
  const isOther = (own: Match) => (body: Match) => !issuersOf(own.value).includes(body.value)
  return names.filter(
    (own) => !bodies.filter(isOther(own)).some(isInside(own)) && !names.some(isInLonger(own)),
  )
}

const isInside = (own: Match) => (other: Match) =>
  other.cell === own.cell && other.start <= own.start && own.end <= other.end && other.value !== own.value
const isInLonger = (own: Match) => (other: Match) =>
  other.end - other.start > own.end - own.start && isInside(own)(other)

export const statesIn = matchesOf(states)
const namesOfRoles = matchesOf(roles)

/** An "Advanced Practice Registered Nurse" is no second license as a "Registered Nurse". */
export function rolesIn(cells: readonly Cell[]): Match[] {
  const names = namesOfRoles(cells)
  return names.filter((own) => !names.some(isInLonger(own)))
}

/** The bodies that issue this certification. */
export function issuersOf(code: string): readonly string[] {
  return records.filter((record) => record.code === code).flatMap((record) => record.issuers)
}

/**
 * The match with the highest weight, and whether another value is equally probable. `isOwn` decides between two of them:
 * several bodies certify family nurse practitioners.
 */
export function bestMatch(
  matches: readonly Match[],
  isOwn: (match: Match) => boolean = () => false,
): { match: Match; isSole: boolean } | null {
  const ranked = matches.toSorted((a, b) => b.weight - a.weight)
  const equal = ranked.filter(({ weight }) => weight >= (ranked[0]?.weight ?? 0) * 0.9)
  const [match] = [...equal.filter(isOwn), ...equal]
  if (!match) return null
  const rivals = equal.filter(({ value }) => value !== match.value)
  return { match, isSole: rivals.length === 0 || (isOwn(match) && !rivals.some(isOwn)) }
}
