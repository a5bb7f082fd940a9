import { placeNames } from './catalog.ts'
import { type Cell, overlaps } from './cells.ts'
import { type Labels, type Value, valuesOf } from './values.ts'

/** Letters after a name: "Rosa Delgado, RN, BSN". "DO" without a comma is a last name. */
const credentials =
  /(?:[\s,](?:RN|LPN|LVN|APRN|ARNP|CNA|BSN|MSN|DNP|ADN|PhD|MPH|MBA|FNP|NP|CRNA|CNM|CNS|CCRN|PCCN|CEN|MD|[A-Z]{2,6}-B?C)|, ?(?:DO|[A-Z][A-Z.-]{1,6}(?<=\p{Ll}.*)))(?!\p{L}).*/u
/** What a sentence goes on with. */
const rest =
  /(?:,? (?:Registered|Licensed|Certified) |[,;]? (?:has|have|having|for|who|whose|is|was|on|in|at|attended|completed|earned|participated|successfully|license)\b| ?[(<·|]).*$/
const particle = '(?:de|del|la|las|los|da|das|do|dos|di|du|van|von|der|den|ter|ten|bin|ibn|al|el|y|e|san|st)'
const word = "\\p{Lu}[\\p{L}'’.-]*"
const namePattern = new RegExp(`^${word}(?:,? (?:${particle} ){0,2}${word}){1,5}$`, 'u')
/** Words of organizations and sentences that begin with capitals too. */
const notOfNames =
  /\b(?:board|nursing|nurses?|association|university|college|hospital|health|center|institute|academy|network|society|seminars?|conference|learning|education|course|certificate|license|state|department|program|provider|american|national|heart|card|completion|support|registered|licensed|practical|certification|certified|corporation|council|commission|services|training|resuscitation|period|code|issued?|renew|instructor|status|type|expires|verification|signature|name|street|avenue|road|drive|suite|date|title|number|contact|hours?|transcript|record|report|history|statement|verification|learning|training|medical|clinical|clinic|clinics|safety|credential|continuing|ce|cne|total|earned|has|the|of|and|for)\b/i

/** "RN II, Neuro Unit", "Staff Development" */
const position =
  /^(?:RN|LPN|LVN|CNA|APRN|NP|Staff|Charge|Chief|Senior|Lead)\b|\b(?:unit|ward|floor|telemetry|stepdown|step-down|surgical|manager|supervisor|coordinator|educator|preceptor|specialist|technician|assistant)\b/i

const nickname = / [“"(]\p{Lu}[\p{L}’'.-]*[”")] /u

/** "Zanesville, Ohio"; Virginia and Georgia are first names, too. */
const states = placeNames.filter((name) => !/^(?:Virginia|Georgia)$/.test(name))
export const inState = new RegExp(`, (?:${states.join('|')})$`, 'i')

/** The name without the letters or the sentence after it; `null` if the text is no person's name. */
export function personNameIn(text: string): string | null {
  const name = text
    .replace(/^(?:Mr|Mrs|Ms|Miss|Dr|Nurse|Hello|Dear|Hi)\.? /, '')
    .replace(rest, '')
    .replace(credentials, '')
    .replace(/[\s,.;:]+$/, '')
  return name.length <= 60 &&
    namePattern.test(withCapitalI(name).replace(nickname, ' ')) &&
    !notOfNames.test(name) &&
    !position.test(name) &&
    !inState.test(name)
    ? name
    : null
}

/** "Rosa Delgado-lyer", read from a picture in which an I looks like an l. */
export const withCapitalI = (name: string) =>
  name.replace(/(?<=\p{L}-)l(?=\p{Ll})|(?<=\p{L},? )l(?=(?![aeiou])\p{Ll}{2}|owa\b)/gu, 'I')

/** "Rosa Delgado, LPN" */
export const isNurse = (text: string) => credentials.test(text) && personNameIn(text) !== null

export type NameFound = { name: string; value: Omit<Value, 'label' | 'text'>; isSure: boolean }

export function holderNameIn(cells: readonly Cell[], labels: Labels): NameFound | null {
  const isName = (text: string) => personNameIn(text) !== null
  const values = valuesOf('holderName', cells, labels, isName)
  // A letter about the holder greets somebody else.
  const isGreeting = ({ label }: Value) => /^(?:dear|hello|hi)\b/i.test(label.cell.text.slice(label.start))
  const value = values.find((one) => !isGreeting(one)) ?? values[0]
  const name = value && personNameIn(value.text)
  if (value && name) return { name, value: exactly(value, name), isSure: true }
  return nameBefore(cells) ?? soleName(cells)
}

/** What a holder did: "has successfully completed", on the line of the name or on the next one. */
const deed =
  /^(?:who )?(?:has|have|for|is|was)\b.{0,40}\b(?:complet|attend|participat|met|fulfill|demonstrat|earned|award)|^(?:successfully|satisfactorily) (?:completed|attended|participated in|earned)\b|^(?:completed|attended|participated in|earned) (?!on\b)\p{L}/iu

function nameBefore(cells: readonly Cell[]): NameFound | null {
  for (const [at, cell] of cells.entries()) {
    const own = personNameIn(cell.text)
    if (own && deed.test(cell.text.slice(own.length).replace(/^.*?\s(?=[a-z])/, '')))
      return { name: own, value: exactly({ cell, start: 0 }, own), isSure: true }
    const before = deed.test(cell.text) ? nameAbove(cell, cells.slice(0, at)) : undefined
    const name = before ? personNameIn(before.text) : null
    if (before && name) return { name, value: exactly({ cell: before, start: 0 }, name), isSure: true }
  }
  return null
}

/** The address and the license of the holder may stand between. */
const LINES_BETWEEN = 4

const nameAbove = ({ box, page, row }: Cell, before: readonly Cell[]) =>
  before.findLast(
    (other) =>
      other.page === page &&
      row - other.row <= LINES_BETWEEN &&
      overlaps(other.box, box) &&
      personNameIn(other.text) !== null,
  )

/** The only line that is a person's name and nothing else; a guess, unless a mail greets that person. */
function soleName(cells: readonly Cell[]): NameFound | null {
  const lines = cells.flatMap((cell) => {
    const name = personNameIn(cell.text)
    return name ? [{ name, value: exactly({ cell, start: 0 }, name), isSure: false }] : []
  })
  const [only] = lines
  if (!only || lines.length > 1) return null
  const isGreeted = cells.some(({ text }) =>
    new RegExp(`^(?:dear|hello|hi) ${only.name.split(' ')[0]?.replace(/\W/g, '.')}\\W*$`, 'i').test(text),
  )
  return { ...only, isSure: isGreeted }
}

/** The name comes first, followed by the credentials. */
const exactly = ({ cell, start }: { cell: Cell; start: number }, { length }: string) => ({
  cell,
  start,
  end: start + length,
})
