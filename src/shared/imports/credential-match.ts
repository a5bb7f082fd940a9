import { nursingRoles, otherRoleNames } from '#shared/account/roles.ts'
import { certifications, type KnownCertification } from '#shared/credentials/known-certifications.ts'
import { otherNamesOf, places } from '#shared/credentials/place-names.ts'
import { OTHER } from '#shared/credentials/short-title.ts'

const normalized = (text: string) =>
  text
    .slice(0, 300)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’‘ʻʼ]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

type Named<T> = readonly (readonly [name: string, T])[]

const longestFirst = <T>(names: (readonly [string, T])[]): Named<T> =>
  names.sort(([a], [b]) => b.length - a.length)

/** Everything that a text names, each word used once, so that "West Virginia" does not name Virginia, too. */
function namesIn<T>(text: string, names: Named<T>): { found: T[]; rest: string } {
  let rest = ` ${normalized(text)} `
  const found: T[] = []
  for (const [name, value] of names) {
    if (name === '' || !rest.includes(` ${name} `)) continue
    rest = rest.replaceAll(` ${name} `, ' / ')
    if (!found.includes(value)) found.push(value)
  }
  return { found, rest: rest.replaceAll('/', ' ').replace(/\s+/g, ' ').trim() }
}

const known = certifications.filter(({ code }) => code !== OTHER)
const byName = new Map<string, KnownCertification>()
for (const each of known)
  for (const name of [each.code, each.name, ...each.aliases])
    if (!byName.has(normalized(name))) byName.set(normalized(name), each)
const certificationNames = longestFirst([...byName].filter(([name]) => name.length > 2))

/** Words that make another credential of a name: a teacher's card, a class before the examination. */
const other = /\b(?:instructor|trainer|teacher|faculty|coordinator|prep|preparation|review)\b/

/**
 * The certification of the catalog that a text names by its code, name or an alias. The text may contain other words.
 * `several`: it names more than one.
 */
export function readCertification(text: string): { known: KnownCertification | null; isSeveral: boolean } {
  const exact = byName.get(normalized(text))
  if (exact) return { known: exact, isSeveral: false }
  const { found, rest } = namesIn(text, certificationNames)
  if (other.test(rest)) return { known: null, isSeveral: false }
  // "BLS/CPR" is one card.
  const own = found.filter(({ code }) => code !== 'CPR' || !found.some((each) => each.code === 'BLS'))
  return { known: own[0] ?? null, isSeveral: own.length > 1 }
}

/** The only one of a certification's issuers that a text names, by a part of its name or by its initials: "AHA". */
export function findIssuerIn(text: string, issuers: readonly string[]): string | null {
  const words = ` ${normalized(text)} `
  if (words.trim() === '') return null
  const found = issuers.filter((issuer) => {
    const name = normalized(issuer)
    const initials = name.split(' ').reduce((letters, [first]) => letters + first, '')
    // "American" alone is every issuer, and "Red Cross" is one.
    const parts = [name, name.replace(/^american /, ''), initials]
    return (
      name.startsWith(words.trim()) || parts.some((part) => part.length > 2 && words.includes(` ${part} `))
    )
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

export const findCertificationIn = (text: string) => readCertification(text).known

const placeNames = longestFirst(
  places.flatMap(({ code, name, stored }) =>
    [normalized(name), ...otherNamesOf(code)].map((each): [string, string] => [each, stored]),
  ),
)
const placeCodes = new Map(places.map(({ code, stored }) => [code, stored]))

/** A city with the name of another state than its own. */
const city = /\b(?:kansas|nevada|california|delaware|missouri|michigan) city\b/gi

/** Words beside a state that do not change it. */
const besideState =
  /\b(?:state|estado|of|de|the|licen[cs]ed?|lic|board|nursing|nurses?|rn|lpn|lvn|pn|vn|cna|aprn|multi ?state|compact|multi|single|home|only|non|not|ms|ss|us|usa)\b/g
const exactPlace = (text: string): string | null => {
  const name = normalized(text)
  const code = name.replaceAll(' ', '').toUpperCase()
  return placeNames.find(([each]) => each === name)?.[1] ?? placeCodes.get(code) ?? null
}

/**
 * The state in a cell of a column of states, with words that do not change it: "Kansas City, MO" is in Missouri, and
 * "Kansas City" alone is no state.
 */
export function readStateCell(text: string): { state: string | null; isSeveral: boolean } {
  const cell = text
    .trim()
    .slice(0, 300)
    .replace(/,?\s+\d{5}(?:-\d{4})?$/, '')
  const whole = exactPlace(cell)
  if (whole !== null) return { state: whole, isSeveral: false }
  const parts = cell.split(/[,/&;+|]|\b(?:and|or|y|o)\b/)
  const listed = new Set(parts.flatMap((part) => exactPlace(part) ?? []))
  const last = exactPlace(cell.split(',').at(-1) ?? '')
  if (cell.includes(',') && last !== null) return { state: last, isSeveral: listed.size > 1 }
  const ofCity = afterCity(cell)
  if (ofCity !== null) return ofCity
  const read = readState(cell)
  const isSeveral = read.isSeveral || listed.size > 1
  const { rest } = namesIn(cell, placeNames)
  const codes = cell.match(/\b[A-Z]{2}\b/g)?.filter((code) => placeCodes.has(code)) ?? []
  const others = codes.reduce((words, code) => words.replace(new RegExp(`\\b${code}\\b`, 'i'), ''), rest)
  return { state: others.replace(besideState, '').trim() === '' ? read.state : null, isSeveral }
}

/** "Austin TX": the state in capitals after the name of a city. "Pending TX" and "not in TX" are asked about. */
function afterCity(cell: string): { state: string; isSeveral: boolean } | null {
  const [, city = '', code = ''] = cell.match(/^(\p{Lu}[\p{L}.'’ -]*?),? ([A-Z]{2})$/u) ?? []
  const state = placeCodes.get(code)
  if (state === undefined || isNoCity.test(city)) return null
  const other = exactPlace(city)
  return { state, isSeveral: other !== null && other !== state }
}

const isNoCity =
  /(?:^|\s)(?:not?|from|ex|former|pending|expired|applied|applying|inactive|old|prior|other|except|lapsed|near|outside|endors\w*|reciprocity|waiting|moved|and|or|y|o)(?=\s|$)/i

/** The state that a text names. `isSeveral`: it names more than one. */
export function readState(text: string): { state: string | null; isSeveral: boolean } {
  const trimmed = text
    .trim()
    .slice(0, 300)
    .replace(/\b(D|N|S|R)\. ?([CDHIJMY])\./g, '$1$2')
  const short = normalized(trimmed.replace(/^state of /i, ''))
    .toUpperCase()
    .replaceAll(' ', '')
  const alone = short.length === 2 ? placeCodes.get(short) : undefined
  if (alone !== undefined) return { state: alone, isSeveral: false }
  const { found } = namesIn(trimmed.replace(city, ''), placeNames)
  // A code counts only as a word in capitals.
  const codes =
    trimmed.length > 40
      ? []
      : (trimmed.match(/\b[A-Z]{2}\b/g) ?? []).flatMap((code) => placeCodes.get(code) ?? [])
  const all = [...new Set(found.length > 0 ? found : codes)]
  return { state: all[0] ?? null, isSeveral: all.length > 1 }
}

const roleNames = longestFirst<string | null>([
  ...Object.entries(nursingRoles).flatMap(([code, name]) =>
    [name, code].map((each): [string, string] => [normalized(each), code]),
  ),
  ...Object.entries(otherRoleNames).flatMap(([code, names]) =>
    names.map((name): [string, string] => [name, code]),
  ),
  // They name a registered nurse, but are other licenses, which have no type of ours.
  ...[
    'certified registered nurse practitioner',
    'registered nurse first assistant',
    'registered nurse practitioner',
  ].map((name): [string, null] => [name, null]),
])

const basic = new Set<string | null>(['RN', 'LPN', 'LVN', 'CNA'])

/** The license type that a text names, such as RN for "Registered Nurse, Texas". `isSeveral`: it names two licenses. */
export function readRole(text: string): { role: string | null; isSeveral: boolean; rest: string } {
  const { found, rest } = namesIn(text, roleNames)
  return { role: found[0] ?? null, isSeveral: found.filter((role) => basic.has(role)).length > 1, rest }
}

/** Words that make another license of a type: "Graduate Nurse", "RN applicant", "not an RN". */
const otherType =
  /\b(?:graduate|student|applicant|candidate|inactive|retired|emeritus|temp(?:orary)?|interim|provisional|limited|restricted|volunteer|former|permit|intern|extern|estudiante|solicitante|inactiv[oa]|jubilad[oa]|temporal|(?:not?|non)(?! ?(?:compact|multi)))\b/

export const isOtherType = (text: string) => otherType.test(normalized(text))

/** The type in a column of types, where "Nurse Practitioner" alone is the license and not a certification. */
export function readType(text: string): ReturnType<typeof readRole> {
  const isPractitioner = /^(?:licensed |certified |advanced practice )?nurse practitioner$/.test(
    normalized(text),
  )
  return isPractitioner ? { role: 'APRN', isSeveral: false, rest: '' } : readRole(text)
}

export const findRoleIn = (text: string) => readRole(text).role

/** "TX RN", "RN license - Texas": a name that says no more than the type and the state. */
export function readLicenseName(name: string): { state: string | null; saysMore: boolean } {
  const { rest } = readRole(name)
  const words = rest
    .replace(city, '')
    .replace(/\b(?:licen[cs]es?|lic|nursing|nurse|state|of|the|compact|multistate|multi|single)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (words === '') return { state: null, saysMore: false }
  const { found, rest: more } = namesIn(words, placeNames)
  const code = words.length === 2 ? placeCodes.get(words.toUpperCase()) : undefined
  const state = found[0] ?? code ?? null
  return { state, saysMore: code === undefined && more !== '' }
}
