import { amountsIn, isPart } from './amounts.ts'
import { approverBefore, approversIn, isSameApprover } from './approver.ts'
import { certificationsIn, isNamed, rolesIn } from './catalog.ts'
import { areRecognized, type Cell, overlaps, wordsIn } from './cells.ts'
import type { LabelledDate } from './dates.ts'
import { inState } from './holder-name.ts'
import { labelsIn } from './labels.ts'
import type { Place, SuggestedField, Suggestion } from './page.ts'
import { datesIn } from './printed-dates.ts'

type Document = {
  cells: readonly Cell[]
  dates: readonly LabelledDate[]
  suggestions: readonly Suggestion[]
}
type Doubt = (own: Suggestion, document: Document) => boolean

/**
 * Values that look wrong, or of which the document may say another one, are offered and not filled in. These rules do
 * not know how a value was found: they hold for documents whose words and layout are unknown.
 */
export function withDoubts(
  suggestions: readonly Suggestion[],
  cells: readonly Cell[],
  dates: readonly LabelledDate[],
): Suggestion[] {
  const document = { cells, dates, suggestions }
  return suggestions.map((own) =>
    doubts[own.field]?.some((isDoubtful) => isDoubtful(own, document)) ? asDoubtful(own) : own,
  )
}

/** A receipt names a course, its hours and who approved it, but nobody has attended it. */
export const isReceipt = (cells: readonly Cell[]) =>
  cells.some(({ text }) =>
    /\b(?:receipt|invoice|order \d|seat is reserved|you(?: are|['’]re) registered)/i.test(text),
  ) &&
  !cells.some(({ text }) =>
    /complet(?:ed|ion|ó|ad)|attend(?:ed|ance|ee)|particip|took part|awarded|earned|passed|finished|certif(?:y|ies|ica que)|asisti|otorga|transcript/i.test(
      text,
    ),
  )

export const asDoubtful = (suggestion: Suggestion): Suggestion => ({ ...suggestion, confidence: 'doubtful' })

/** What is longer is a sentence. */
const LONGEST_LINE = 50

/**
 * A bracket or a quotation mark without its other one, or a last word that another one must follow; "|" in a picture may
 * be a letter.
 */
const isCut: Doubt = ({ value }) =>
  ['()', '[]', '“”'].some(([open = '', close = '']) => countOf(open, value) !== countOf(close, value)) ||
  countOf('"', value) % 2 === 1 ||
  /(?:(?<!\p{L})(?:and|or|of|the|an?|in|for|to|with|on|by|due|is|was|del?|la|el|y|en)|[,:&|–—-])$/iu.test(
    value,
  )

const countOf = (sign: string, text: string) => text.split(sign).length - 1

/** "CNA-P-0417", "0512). Additionally: California", "Moral Distress on Tuesday, September". */
const isNoName: Doubt = ({ value }) =>
  /(?:[\p{L}\d]{2}|\))(?<!\b(?:Inc|St|Dr|Mt|vs|No|Ltd|Co))\. \p{Lu}/u.test(value) ||
  /^(?!(?:19|20)\d\d )[A-Z]*[-.#]?\d[\dA-Z.-]{2,}|(?<!\w)[A-Z]{1,4}-?\d{3,}/.test(value) ||
  datesIn(value).length > 0 ||
  /(?<!\p{L})(?:January|February|April|June|July|August|September|October|November|December|\p{Lu}\p{L}+day,)/u.test(
    value,
  )

/** Most words of a name have capitals, in English. */
const isProse = ({ value }: { value: string }) =>
  countOfAll(/(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu, value) > countOfAll(/(?<!\p{L})\p{Lu}\p{L}{2,}/gu, value) &&
  !/(?<!\p{L})(?:de|del|la|el|en|los|las)(?!\p{L})/u.test(value)

const countOfAll = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].length

/** Of "Prevention of Medical Errors" only the first word, as if the next one were a label. */
const isFirstWord: Doubt = ({ value, printed, where: [place] }, { cells }) => {
  const rest = cells.find((cell) => isIn(place, printed, cell))?.text.split(printed)[1] ?? ''
  return !value.includes(' ') && /^ [\p{L}\d]/u.test(rest)
}

const isIn = (place: Place | undefined, printed: string, { page, box, text }: Cell) =>
  place?.page === page &&
  overlaps(place.box, box) &&
  place.box.y < box.y + box.height &&
  box.y < place.box.y + place.box.height &&
  text.includes(printed)

/** The next line has the same size, is as close as a line of the same text, and is nothing else. */
const goesOn: Doubt = ({ where, value }, { cells }) => {
  const last = where.at(-1)
  if (!last) return false
  const { box, page } = last
  const [next] = cells
    .filter((cell) => cell.page === page && overlaps(cell.box, box) && cell.box.y > box.y + 0.6 * box.height)
    .toSorted((a, b) => a.box.y - b.box.y)
  return (
    next !== undefined &&
    !value.includes(next.text) &&
    !cells.some(({ row, column }) => row === next.row && column < next.column) &&
    next.box.y - box.y - box.height < 0.6 * box.height &&
    Math.abs(next.box.height - box.height) < 0.15 * box.height &&
    /^(?:[–—-] )?\p{L}/u.test(next.text) &&
    !isProse({ value: next.text }) &&
    datesIn(next.text).length === 0 &&
    !labelsIn(next).some(({ start }) => start === 0)
  )
}

/** The recognizer reads English: in a picture, Spanish loses its accents. */
const isSpanishInPicture: Doubt = ({ value, printed, where: [place] }, { cells }) =>
  /(?<!\p{L})(?:de|del|la|los|las|el|en|por|para|y)(?!\p{L})/u.test(value) &&
  cells.some((cell) => isIn(place, printed, cell) && areRecognized(cell.words))

/** The name of the holder, of a body or of a place. */
const isOtherName: Doubt = ({ value }, { suggestions }) =>
  suggestions.some(
    ({ field, value: other, confidence }) =>
      ((field === 'holderName' || field === 'provider') && value === other) ||
      (field === 'holderName' && confidence === 'confident' && value.includes(other)),
  ) || inState.test(value)

/** The line goes on with something that is neither a day nor the rest of a sentence, as "on 4 West". */
const goesOnBehind: Doubt = ({ value, where }, { cells }) => {
  const last = where.at(-1)
  const cell = cells.find((one) => isIn(last, value, one))
  const rest = cell?.text.slice(cell.text.indexOf(value) + value.length) ?? ''
  return (
    /^ (?:on|in|at|for|of|with|to|by) (?!the \p{Ll})(?:\d{1,2} )?\p{Lu}/u.test(rest) &&
    datesIn(rest.slice(0, LONGEST_LINE)).length === 0
  )
}

/** Words that say what a body does, as in "Online CE library", and none that names it. */
const isDescription: Doubt = ({ value }) =>
  value
    .split(/[^\p{L}]+/u)
    .every((word) =>
      /^(?:|an?|and|by|for|in|of|online|ce|cne|ceu|library|learning|education(?:al)?|continuing|nursing|nurses?|training|health|healthcare|medical|professional|development|center|portal|platform|services?|solutions?|systems?|programs?|courses?|catalog|store|hospital|department|school|college|university|academy|institute)$/i.test(
        word,
      ),
    )

/** "Brendan's Hospital", of "St. Brendan's Hospital". */
const isEndOfName: Doubt = ({ printed, where: [place] }, { cells }) =>
  cells.some(
    (cell) =>
      isIn(place, printed, cell) &&
      /(?<!\p{L})\p{Lu}\p{Ll}{0,2}\. $/u.test(cell.text.slice(0, cell.text.indexOf(printed))),
  )

const isBoard: Doubt = ({ value }) => /\bboard of\b/i.test(value)

/** "Maximum 5.5" and "Claimed 4.75": a smaller number of hours may be the earned one. */
const hasSmallerAmount: Doubt = (_, { cells, suggestions }) => {
  const found = (name: SuggestedField) => suggestions.find(({ field }) => field === name)?.value
  const [amount, unit] = [Number(found('amount')), found('unit')]
  return cells.some((cell) => {
    const ofOtherUnit = amountsIn([cell]).filter((one) => one.unit !== unit)
    return [...cell.text.matchAll(/(?<![\d.$/:#-])\d{1,2}\.\d{1,2}(?![\d/:.-])/g)].some(
      ({ 0: other, index }) =>
        Number(other) < amount &&
        Number(other) >= amount / 2 &&
        !isPart(cell.text.slice(0, index), cell.text.slice(index + other.length)) &&
        !ofOtherUnit.some(({ start, end }) => start <= index && index < end),
    )
  })
}

/** The end of a credential is the last date of its document, but for dates of other things. */
const hasLaterDate: Doubt = ({ value }, { dates }) =>
  dates.some(({ printed, role }) => printed.date > value && role !== 'otherDate')

/** "until" in a sentence says when anything ends. */
const isEndOfOther: Doubt = ({ value }, { dates }) => {
  const own = dates.filter(({ printed, role }) => printed.date === value && role === 'expiresAt')
  const isVague = ({ label, cell }: LabelledDate) =>
    cell.text.length >= LONGEST_LINE &&
    label !== null &&
    !/licen|regist|valid|holder|in effect/i.test(cell.text) &&
    /^(?:until|through|thru)$/i.test(label.cell.text.slice(label.start, label.end))
  return own.length > 0 && own.every(isVague)
}

/** A certificate is printed, and evaluated, after its course: "on" may mean another day. */
const DAYS_AFTER = 90
const hasEarlierDate: Doubt = ({ value }, { dates }) =>
  !dates.some(
    ({ printed, role, label }) => printed.date === value && role === 'completedAt' && !label?.isWeak,
  ) &&
  dates.some(({ printed: { date, precision }, role }) => {
    const days = (Date.parse(value) - Date.parse(date)) / 86_400_000
    return role !== 'otherDate' && precision === 'day' && days > 0 && days < DAYS_AFTER
  })

/** The exam comes before the certification; a test without one, such as a fit test, has no other day. */
const isOfExam: Doubt = ({ value }, { cells, dates }) => {
  const own = dates.filter(
    ({ printed, role }) => printed.date === value && (role === 'issuedAt' || role === 'completedAt'),
  )
  const isExam = ({ label }: LabelledDate) =>
    label !== null && /\b(?:test|exam)\p{L}*[^.;:]{0,20}$/iu.test(label.cell.text.slice(0, label.end))
  return (
    own.length > 0 &&
    own.every(isExam) &&
    cells.some(({ text }) => /\bcertifi(?:ed|cation)\b|\bcredential/i.test(text))
  )
}

/** "Registered Nurse" and "Nurse Practitioner", both in lines of their own: two licenses on one page. */
const hasOtherRole: Doubt = ({ value }, { cells }) =>
  rolesIn(cells.filter((cell) => cell.text.length < LONGEST_LINE && !isNone(cell, cells))).some(
    (other) => other.value !== value,
  )

/** "APRN license: None" */
const isNone = ({ text, row, column }: Cell, cells: readonly Cell[]) =>
  /: ?(?:none|n\/a)$/i.test(text) ||
  (/:$/.test(text) &&
    cells.some(
      (other) => other.row === row && other.column === column + 1 && /^(?:none|n\/a|no)$/i.test(other.text),
    ))

/** A wrong letter of a number is not seen by the owner, as one of a word is. */
const SURE_NUMBER = 88
const isUnclear: Doubt = ({ printed, where: [place] }, { cells }) => {
  const cell = cells.find((one) => isIn(place, printed, one))
  if (!cell) return false
  const start = cell.text.indexOf(printed)
  const words = wordsIn(cell, { start, end: start + printed.length })
  return words.some(({ confidence }) => confidence < SURE_NUMBER)
}

/** Several certifications are named, each in a line of its own; letters after a name are none. */
const isOneOfSeveral: Doubt = (_, { cells, suggestions }) => {
  const code = suggestions.find(({ field }) => field === 'code')?.value
  const named = certificationsIn(cells.filter(({ text }) => text.length < LONGEST_LINE)).filter(isNamed)
  const own = named.filter(({ value }) => value === code)
  // Two bodies certify family nurse practitioners: one name is not two certifications.
  return named.some((other) => !own.some(({ cell, start }) => cell === other.cell && start === other.start))
}

/** By initials in a sentence, which may be about something else. */
const MOST_INITIALS = 6
const SHORTEST_SENTENCE = 30
const isInitials: Doubt = ({ printed, where: [place] }, { cells }) =>
  printed.length <= MOST_INITIALS &&
  cells.some((cell) => isSentence(cell.text) && isIn(place, printed, cell)) &&
  !cells.some(({ text }) => text.length < SHORTEST_SENTENCE && text.split(/[\s®™]/)[0] === printed)

/** "is CCRN® certified" says whose certification it is. */
const isSentence = (text: string) =>
  text.length >= (/certif|credential|®/i.test(text) ? LONGEST_LINE : SHORTEST_SENTENCE)

/** "Provider", where no value was found. */
const isLabel: Doubt = ({ value }, { cells: [any] }) =>
  any !== undefined &&
  labelsIn({ ...any, text: value, words: [] }).some(({ start, end }) => start === 0 && end === value.length)

/** Several approvers and numbers are named, and this one does not follow the approver that was chosen. */
const isOfOtherApprover: Doubt = ({ value, printed, where: [place] }, { cells, suggestions }) => {
  const approvers = approversIn(cells)
  const chosen = suggestions.find(({ field }) => field === 'approvedBy')?.value ?? ''
  const isCalifornian = value.startsWith('CEP') && chosen.startsWith('California')
  const isSole = new Set(approvers.map(({ name }) => name)).size < 2 || !hasOtherCode(printed, cells)
  if (isCalifornian || isSole) return false
  const at = cells.findIndex((cell) => isIn(place, printed, cell))
  const before = approverBefore(approvers, at, cells[at]?.text.indexOf(printed) ?? 0)
  return before === undefined || at - before.at > 1 || !isSameApprover(before.name, chosen)
}

const code = /(?<![\w./-])(?!(?:19|20)\d\d\b)[A-Z\d-]*\d[A-Z\d-]+(?![\w/])/g
/** Another number than the printed one in a sentence about providers and who approved them. */
const hasOtherCode = (printed: string, cells: readonly Cell[]) =>
  cells
    .filter(({ text }) => /approv|accredit|provider|aprobad|proveedor/i.test(text))
    .flatMap(({ text }) => text.match(code) ?? [])
    .some((other) => !printed.includes(other))

const doubts: Partial<Record<SuggestedField, readonly Doubt[]>> = {
  title: [
    isCut,
    isNoName,
    isLabel,
    isProse,
    isFirstWord,
    goesOn,
    goesOnBehind,
    isOtherName,
    isSpanishInPicture,
  ],
  provider: [isCut, isNoName, isLabel, isProse, isBoard, isDescription, isEndOfName],
  approvedBy: [isCut, isNoName],
  code: [isOneOfSeveral, isInitials],
  issuer: [isOneOfSeveral, isInitials],
  number: [isUnclear],
  providerNumber: [isUnclear, isOfOtherApprover],
  amount: [hasSmallerAmount],
  unit: [hasSmallerAmount],
  issuedAt: [isOfExam],
  expiresAt: [hasLaterDate, isEndOfOther],
  completedAt: [hasEarlierDate],
  type: [hasOtherRole],
}
