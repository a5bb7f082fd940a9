import { nursingRoles } from '#shared/account/roles.ts'
import { certifications, type KnownCertification } from '#shared/credentials/known-certifications.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { states } from '#shared/credentials/states.ts'
import { territories } from '#shared/credentials/territories.ts'

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

export const findCertificationIn = (text: string) => readCertification(text).known

const abbreviations =
  'AL ala,AZ ariz,AR ark,CA calif,CA cal,CO colo,CT conn,DE del,FL fla,ID ida,IL ill,IN ind,KS kan,KS kans,MA mass,MI mich,MN minn,MS miss,MT mont,NE neb,NE nebr,NV nev,NM n mex,NM nmex,ND n dak,OK okla,OR ore,OR oreg,PA penn,PA penna,SD s dak,TN tenn,TX tex,WA wash,WI wis,WI wisc,WV w va,WV wva,WY wyo,DC washington dc,DC washington d c,NY new york state,NY nueva york,NM nuevo mexico,NJ nueva jersey,NH nuevo hampshire,NC carolina del norte,SC carolina del sur,ND dakota del norte,SD dakota del sur,WV virginia occidental,PA pensilvania,LA luisiana,MS misisipi,MO misuri,TX tejas,NC n carolina,NC no carolina,NC north car,NC n car,SC s carolina,SC so carolina,SC s car,ND n dakota,ND no dakota,SD s dakota,SD so dakota,NH n hampshire,NJ n jersey,NY n york,NY nuevo york,NM n mexico,WV w virginia,WV west va,DC distrito de columbia,HI hawai'
    .split(',')
    .map((each): [string, string] => [each.slice(3), each.slice(0, 2)])
/** A license stores the code of its state, or the name of its territory. */
const places = [
  ...states.map(({ code, name }) => ({ code, name, stored: code })),
  ...territories.map((each) => ({ ...each, stored: each.name })),
]
const placeNames = longestFirst([
  ...places.map(({ name, stored }): [string, string] => [normalized(name), stored]),
  ...abbreviations,
  ['islas virgenes', 'US Virgin Islands'],
  ['virgin islands', 'US Virgin Islands'],
  ['samoa americana', 'American Samoa'],
  ['islas marianas del norte', 'Northern Mariana Islands'],
])
const placeCodes = new Map(places.map(({ code, stored }) => [code, stored]))

/** A city with the name of another state than its own. */
const city = /\b(?:kansas|nevada|california|delaware|missouri|michigan) city\b/gi

/** Words beside a state that do not change it. */
const besideState =
  /\b(?:state|estado|of|de|the|licen[cs]ed?|lic|board|nursing|nurses?|rn|lpn|lvn|cna|aprn|multi ?state|compact|multi|single|home|only|non|not|ms|ss|us|usa)\b/g
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
  const cell = text.trim().slice(0, 300)
  const whole = exactPlace(cell)
  if (whole !== null) return { state: whole, isSeveral: false }
  const parts = cell.split(/[,/&;+|]|\b(?:and|or|y|o)\b/)
  const listed = new Set(parts.flatMap((part) => exactPlace(part) ?? []))
  const last = exactPlace(cell.split(',').at(-1) ?? '')
  if (cell.includes(',') && last !== null) return { state: last, isSeveral: listed.size > 1 }
  const read = readState(cell)
  const isSeveral = read.isSeveral || listed.size > 1
  const { rest } = namesIn(cell, placeNames)
  const codes = cell.match(/\b[A-Z]{2}\b/g)?.filter((code) => placeCodes.has(code)) ?? []
  const others = codes.reduce((words, code) => words.replace(new RegExp(`\\b${code}\\b`, 'i'), ''), rest)
  return { state: others.replace(besideState, '').trim() === '' ? read.state : null, isSeveral }
}

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
  ...Object.entries(nursingRoles).map(([code, name]): [string, string] => [normalized(name), code]),
  ...Object.keys(nursingRoles).map((code): [string, string] => [normalized(code), code]),
  ...[
    ...(
      [
        'registered professional nurse',
        'registered nurses',
        'professional nurse',
        'enfermera registrada',
        'enfermero registrado',
      ] as const
    ).map((name): [string, string] => [name, 'RN']),
    ...(
      [
        'practical nurse',
        'licensed practical nurses',
        'pn',
        'enfermera practica licenciada',
        'enfermero practico licenciado',
      ] as const
    ).map((name): [string, string] => [name, 'LPN']),
    ...(['vocational nurse', 'vn'] as const).map((name): [string, string] => [name, 'LVN']),
    ['nursing assistant', 'CNA'] as [string, string],
    ['nurse aide', 'CNA'] as [string, string],
    ['registered nurse anesthetist', 'CRNA'] as [string, string],
    ['nurse anesthetist', 'CRNA'] as [string, string],
    ['nurse midwife', 'CNM'] as [string, string],
  ],
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
