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

/** Words that make another credential of a name: a teacher's card. */
const other = /\b(?:instructor|trainer|teacher|faculty|coordinator)\b/

export const isTeacher = (text: string) => other.test(normalized(text))

const initialsOf = (name: string) =>
  normalized(name)
    .split(' ')
    .reduce((letters, [first]) => letters + first, '')
const issuerWords = new Set(
  known.flatMap(({ issuers }) =>
    issuers.flatMap((name) => [...normalized(name).split(' '), initialsOf(name)]),
  ),
)
/** Words beside the name of a certification that do not change it. */
const besideCertification =
  /^(?:e?cards?|certs?|certificates?|certifications?|certified|certificacion|certificado|tarjeta|providers?|course|class|curso|for|of|the|in|and|with|a|by|my|de|del|la|el|en|y|e|health ?care|hcp|professionals?|rn|registered|nurses?|nursing|adults?|pediatrics?|neonatal|infant|child|current|active|online|blended|initial|basic|advanced|life|support|cpr|aed|first|aid|heart ?code|diploma|specialty|credential|aha|arc|hsi|ashi|asc?|edition|heartsaver|stroke|scale|group|[ab]|yrs?|years?|exp|\d|(?:19|20)\d\d|\d(?:st|nd|rd|th))$/

/**
 * The certification of the catalog that a text names by its code, name or an alias. `isSeveral`: it names more than
 * one. `saysMore`: other words may make another credential of it, such as EP in "ACLS-EP".
 */
export function readCertification(text: string): {
  known: KnownCertification | null
  isSeveral: boolean
  saysMore: boolean
} {
  const exact = byName.get(normalized(text))
  if (exact) return { known: exact, isSeveral: false, saysMore: false }
  const { found, rest } = namesIn(text, certificationNames)
  // "BLS/CPR" is one card.
  const own = found.filter(({ code }) => code !== 'CPR' || !found.some((each) => each.code === 'BLS'))
  const isBeside = (word: string) => besideCertification.test(word) || issuerWords.has(word)
  const words = rest.replace(other, '').split(' ').filter(Boolean)
  const isOther = other.test(rest)
  const saysMore = own.length > 0 && !words.every((word) => isBeside(word) && !(isOther && word === 'course'))
  if (isOther) return { known: null, isSeveral: false, saysMore }
  return { known: own[0] ?? null, isSeveral: own.length > 1, saysMore }
}

/** The only one of a certification's issuers that a text names, by a part of its name or by its initials: "AHA". */
export function findIssuerIn(text: string, issuers: readonly string[]): string | null {
  const words = ` ${normalized(text)} `
  if (words.trim() === '') return null
  const found = issuers.filter((issuer) => {
    const name = normalized(issuer)
    // "American" alone is every issuer, and "Red Cross" is one.
    const parts = [name, name.replace(/^american /, ''), initialsOf(issuer)]
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
  /\b(?:state|estado|commonwealth|of|de|the|licen[cs]ed?|lic|board|nursing|nurses?|rn|lpn|lvn|pn|vn|cna|aprn|multi ?state|compact|multi|single|home|only|non|not|ms|ss|us|usa)\b/g
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
  ...['registered nurse first assistant', 'registered nurse practitioner'].map((name): [string, null] => [
    name,
    null,
  ]),
])

export const basic = new Set<string | null>(['RN', 'LPN', 'LVN', 'CNA'])

/** The license type that a text names, such as RN for "Registered Nurse, Texas". `isSeveral`: it names two licenses. */
export function readRole(text: string): { role: string | null; isSeveral: boolean; rest: string } {
  const { found, rest } = namesIn(text, roleNames)
  const isSeveral =
    found.filter((role) => basic.has(role)).length > 1 || (found.includes('RN') && found.length > 1)
  return { role: found[0] ?? null, isSeveral, rest }
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

/** Words beside the type of a license that do not change it, and those that name it alone. */
const naming =
  '(?:not?|non) (?:a )?(?:compact|multi ?state)|licen[cs](?:es?|ed|ure)|lic|nursing|nurses?|states?|of|the|compact|multi ?state|multi|single|nlc|enlc|msl|ssl|no|nr|num|number|licencia|enfermeria|numero|compacta?|multiestatal'
const besideRole =
  'my|mi|de|la|el|primary|home|active|current|unencumbered|full|professional|advanced|practice|board|certified|cnp|np|arnp|crnp|aprn|by (?:endorsement|examination|exam|reciprocity)|bsn|adn|asn|msn|bs|ms|ma'
const nothingElse = new RegExp(`\\b(?:${naming})\\b`, 'g')
const nothingNew = new RegExp(`\\b(?:${naming}|${besideRole})\\b`, 'g')
const numbers = /(?<![\p{L}\d])(?:\p{L}{1,4}[-.]?)?\d[\d.-]{2,}\d\p{L}?(?![\p{L}\d])/gu

/** What a name of a license says besides its type: "RN license - Texas", "RN 556677". */
export function readLicenseName(name: string, read = readRole) {
  const { found, rest } = namesIn(read(name).rest.replace(city, ''), placeNames)
  const isCode = (word: string) => word.length === 2 && placeCodes.has(word.toUpperCase())
  const digits = name.slice(0, 300).match(numbers) ?? []
  const number = digits.length === 1 ? (digits[0] ?? null) : null
  const without = (words: RegExp) =>
    rest
      .replace(words, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && !(number !== null && /\d/.test(word)))
  const others = without(nothingElse)
  const code = others.length === 1 ? placeCodes.get(others[0]?.toUpperCase() ?? '') : undefined
  return {
    state: found[0] ?? code ?? null,
    /** The only number in it. */
    number,
    saysMore: others.length > 0 && code === undefined,
    /** Whether other words may make another license of it: "RN Prescriptive Authority". */
    isUnclear: without(nothingNew).some((word) => !isCode(word)),
  }
}
