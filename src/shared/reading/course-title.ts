import { type Cell, isFull, overlaps, withNextLines } from './cells.ts'
import { HEAD_LINES, organizationWords, otherHeadings, sentence } from './course-provider.ts'
import { holderNameIn, personNameIn } from './holder-name.ts'
import { isInSentence, isOpen, isOrdinaryWord, type Label, labelsIn } from './labels.ts'
import type { Suggestion } from './page.ts'
import { datesIn } from './printed-dates.ts'
import {
  isSure,
  type Labels,
  placeOf,
  standsBelow,
  textSuggestion,
  type Value,
  valuesOf,
  wholeCell,
} from './values.ts'

export function titleOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  // Above a label, the title may begin in the line before.
  const fits = (text: string) =>
    isTitle(titleIn(text)) || (labels.labelsBelow && /^\p{Ll}[^.:]*$/u.test(text))
  const found = valuesOf('title', cells, labels, fits)
    .map((value) => withOtherLines(value, cells, labels))
    .filter(({ text }) => isTitle(text))
  // The subject of a mail stands above all else.
  const isMail = cells.some(({ text }) => /^(?:from|sent):/i.test(text))
  const isGuess = (one: Title) => isSession(one) || (isMail && isSubject(one))
  const titles = isMail ? found.toSorted((a, b) => Number(isSubject(a)) - Number(isSubject(b))) : found
  const labelled = (pattern: RegExp) => titles.find(({ label }) => pattern.test(labelText(label)))
  const event = namedEvent(cells)
  if (event.length > 0 && titles.every((one) => isOfAgenda(one, labels) || isSession(one))) return event
  const title =
    labelled(/.title|name|título|nombre/i) ??
    titles.find(({ label, text }) => /^title/i.test(labelText(label)) && !position.test(text)) ??
    labelled(/complet|attend|particip|pass|fulfill|met|satisf|asisti/i)
  const heading = headingTitle(cells, labels)
  if (title && isOfAgenda(title, labels)) return heading.length > 0 ? heading : [asOffered(title)]
  if (title) return [titleSuggestion(title)]
  const [other] = titles.filter(
    ({ label, text }) => !/^title/i.test(labelText(label)) || !position.test(text),
  )
  if (heading.length > 0 && (!other || isGuess(other))) return heading
  if (other) return [isGuess(other) ? asOffered(other) : titleSuggestion(other)]
  const quoted = quotedTitle(cells)
  return quoted.length > 0 ? quoted : largestTitle(cells, labels)
}

const isDate = (text: string) => datesIn(text)[0]?.start === 0

/** What somebody is, behind "Title". */
const position =
  /\b(?:RN|LPN|LVN|CNA|NP|MSN|BSN|manager|director|coordinator|supervisor|staff nurse|charge nurse|case manager|instructor)\b/i

/** One of several on an agenda. */
const isSession = ({ label }: Title) => /session|presentation/i.test(labelText(label))

/** Of a mail it may be anything, as "Your certificate". */
const isSubject = ({ label }: Title) => /^subject$/i.test(labelText(label))

/** "Title", in a row of heads beside "Session" */
const isOfAgenda = ({ label }: Title, { byCell }: Labels) =>
  isOpen(label) &&
  [...byCell.values()]
    .flat()
    .some(
      (other) =>
        other !== label &&
        other.cell.page === label.cell.page &&
        other.cell.row === label.cell.row &&
        isOpen(other) &&
        /session/i.test(labelText(other)),
    )

/** "Lakeside Convention Center" is where an event was. */
const venue = /\b(?:conference|convention|congress|expo|event) (?:center|centre|hall|hotel|room|site)\b/giu

/** "31st Annual Trauma Symposium", at the top of its certificate, in one line or two. */
function headingTitle(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const isEvent = ({ text }: Cell) =>
    /\b(?:symposium|conference|congress|convention|summit|gathering|forum|assembly|expo|day \d{4})\b/i.test(
      text.replace(venue, ''),
    )
  const [first] = cells
    .filter((cell) => cell.page === 1 && cell.row < HEAD_LINES && isEvent(cell))
    .map((cell) => [...linesOfTitle(cell, cells, labels, -1).toReversed(), cell].map(wholeCell))
    .map((parts) => ({ parts, printed: parts.map(({ cell }) => cell.text).join(' ') }))
    .filter(({ printed }) => isTitle(printed))
  if (!first) return []
  const { parts, printed } = first
  const confidence = parts.every(isSure) ? 'confident' : 'doubtful'
  return [{ field: 'title', value: printed, confidence, printed, where: parts.map(placeOf) }]
}

const eventWord = '(?:symposium|conference|congress|convention|summit|forum|assembly|expo)'
/** "9.5 contact hours at the Lakeside Nursing Conference 2026." */
const inSentence = new RegExp(
  `(?:hours?|credits?|attended|attendance|participat\\p{L}+)(?: (?:at|in|of|for))?(?: the)? ((?:\\p{Lu}|\\d)[^.,;:“”]{3,90}?${eventWord}(?: (?:\\d{4}|[IVXL]+))?)(?=[.,;]|$| (?:on|in|at|held)\\b)`,
  'iu',
)

/** The name that a sentence gives to an event. */
function namedEvent(cells: readonly Cell[]): Suggestion[] {
  for (const cell of withNextLines(cells)) {
    const match = cell.text.match(inSentence)
    const name = match?.[1] ?? ''
    if (!match || !/^[\p{Lu}\d]/u.test(name) || !isTitle(name)) continue
    const start = (match.index ?? 0) + match[0].length - name.length
    return [textSuggestion('title', name, { cell, start, end: start + name.length }, true)]
  }
  return []
}

const labelText = ({ cell, start, end }: Label) => cell.text.slice(start, end)

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** What follows a title in a sentence. */
const titleEnd = new RegExp(
  [
    '[”»"].*',
    ',? (?:held|presented|offered|provided|conducted|sponsored|hosted|delivered) (?:on|at|by|in|from|live|online)\\b.*',
    // "on 4 West" is a part of the title.
    `,? on (?!\\d{1,3} (?!(?:${months})|(?:de|of) )\\p{L})(?:this )?(?:the )?(?:\\p{Lu}\\p{L}+,? )?(?:\\p{L}+\\.? )?\\d.*`,
    ',? on (?:this |the )(?:\\p{L}+-\\s?)?\\p{L}+(?:st|nd|rd|th) (?:day )?of .*',
    ',? (?:celebrad[oa]|realizad[oa]|impartid[oa]|ofrecid[oa]|con un total|con una duración)\\b.*',
    ',? (?:(?:and|which) )?(?:(?:has|is|was|have) )?(?:been )?(?:hereby )?(?:awarded|earned|received|granted|awards|grants|earning|receiving)\\b.*',
    ',? (?:(?:for|worth|and) )?(?:a total of )?\\(?(?:\\d[\\d.]*|one|two|three|four|five|six) (?:\\(\\d[\\d.]*\\) )?(?:\\p{L}+ )?(?:contact|CEU?s?|CNE|credit|clock|hours?)\\b.*',
    '(?:,| for| worth| and) (?:a total of )?\\d{1,3}(?:\\.\\d+)?$',
    ',? dated? \\p{Lu}?\\p{L}* ?\\d.*',
    ' \\(\\d+ (?:min(?:ute)?s?|h(?:ou)?rs?)\\b.*',
  ].join('|'),
  'u',
)
/** The number of a course, printed in front of its title. */
const courseNumber = /^(?:#[\dA-Z-]+|\d{5,}|[A-Z]{1,5}-?\d{2,}[\dA-Z-]*)(?: [–-])?:? (?=\p{Lu})/u

/** The title at the beginning of a text, without the rest of the sentence; it may be in quotation marks. */
function titleIn(text: string): string {
  return text
    .replace(titleEnd, '')
    .replace(/(?: (?:on|and|for|at)|[\s:;,.–—-]+)$/i, '')
    .replace(courseNumber, '')
    .replace(/^«/, '')
}

/** The only text in quotation marks that may be a title. */
function quotedTitle(cells: readonly Cell[]): Suggestion[] {
  const found = withNextLines(cells).flatMap((cell) =>
    [...cell.text.matchAll(/[“«"]([^“”«»"]{8,160})[”»"]/g)].flatMap((match) =>
      match[1] && isTitle(match[1])
        ? [{ text: match[1], cell, start: match.index + 1, end: match.index + 1 + match[1].length }]
        : [],
    ),
  )
  const [only] = found
  if (!only || found.some(({ text }) => text !== only.text)) return []
  return [textSuggestion('title', only.text, only, true)]
}

/**
 * The largest print that may be a title: a guess, unless it is much larger than all else. A signature has the name of the
 * signer below it.
 */
function largestTitle(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const holder = holderNameIn(cells, labels)?.name
  const heights = cells.map(({ box }) => box.height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const lines = cells.filter(
    ({ text, box, page }) =>
      page === 1 &&
      box.height > 1.15 * usual &&
      isTitle(text) &&
      / /.test(text) &&
      !organizationWords.test(text) &&
      !otherHeadings.test(text) &&
      personNameIn(text) !== (holder ?? text) &&
      !(personNameIn(text) && cells.some((other) => other.text !== text && other.text.includes(text))),
  )
  const [cell, other] = lines.toSorted((a, b) => b.box.height - a.box.height)
  if (!cell || labels.byCell.get(cell)?.some(isOfOtherField)) return []
  const parts = [cell, ...linesOfTitle(cell, cells, labels, 1)].map(wholeCell)
  const printed = parts.map((part) => part.cell.text).join(' ')
  const isOwn = other === undefined || parts.some((part) => part.cell === other)
  const isLargest = cell.box.height > LARGER * (isOwn ? usual : other.box.height)
  const isSureTitle = isLargest && countOfWords(printed) >= FEWEST_WORDS && parts.every(isSure)
  const confidence = isSureTitle && !isOfList(cell, cells) ? 'confident' : 'doubtful'
  return [{ field: 'title', value: titleIn(printed), confidence, printed, where: parts.map(placeOf) }]
}

/** Beside the name of a field, known or not, in a list of names and values. */
function isOfList({ row, column }: Cell, cells: readonly Cell[]): boolean {
  const names = cells.filter((one) => one.column === 0 && cells.some((other) => isBeside(other, one)))
  const own = names.find((name) => name.row === row)
  const isBelow = ({ box }: Cell) => own !== undefined && Math.abs(box.x - own.box.x) < own.box.height
  return column > 0 && names.filter(isBelow).length >= FEWEST_FIELDS
}

const isBeside = (other: Cell, { row, column }: Cell) =>
  other.row === row && other.column === column + 1 && other.text.length <= LONGEST_VALUE
const LONGEST_VALUE = 60
const FEWEST_FIELDS = 3

/** Than all other print that may be a title. */
const LARGER = 1.25
const FEWEST_WORDS = 3
const countOfWords = (text: string) => [...text.matchAll(/\p{L}{3,}/gu)].length

/** "Participation Record" is the name of the document. */
const documentName =
  /^(?:(?:attendance|attendee|participation|participant|completion|achievement|learner) )+(?:record|report|statement|verification|confirmation|summary|log|sheet|form|notice)$/i
/** "Lakeside Academy hereby attests that" */
const statement =
  /\bthat$|\b(?:certifies|attests|affirms|verifies|confirms|acknowledges|declares)(?: that\b|$)/i

function isTitle(text: string): boolean {
  return (
    text.length >= 6 &&
    text.length <= 200 &&
    /[a-z]{3}/i.test(text) &&
    // A number of letters and digits.
    !/^(?=(?:\S*\d){4})\S+$/.test(text) &&
    !sentence.test(text) &&
    !/^your\b|\bcertificate (?:of|for)\b|\bcertificate$/i.test(text) &&
    !/^(?:certificate|transcript|statement|record|title|information|details|completed)$|^(?:congratulations|thank you)\b/i.test(
      text,
    ) &&
    !documentName.test(text) &&
    !statement.test(text) &&
    !/[\p{L}\d]{2}\. \p{Lu}|^(?:AMA PRA|ANCC|ACPE)\b/u.test(text) &&
    datesIn(text)[0]?.start !== 0 &&
    /^«?(?:\p{Lu}|\d+-?\p{L}|\d+ \p{Lu})/u.test(text)
  )
}

type Part = { cell: Cell; start: number; end: number }
type Title = { text: string; printed: string; label: Label; parts: readonly Part[] }

/**
 * A long title takes more than one line, in the same size: the lines after it, or the lines before it if its label is
 * below.
 */
function withOtherLines({ cell, label, start, end }: Value, cells: readonly Cell[], labels: Labels): Title {
  const isAbove = standsBelow(label, labels)
  const before = isAbove ? linesOfTitle(cell, cells, labels, -1).toReversed() : []
  const after = !isAbove && end >= cell.text.length - 2 ? linesOfTitle(cell, cells, labels, 1) : []
  // A colon or a dash at the end of a line is a part of the title.
  const from = hasArticle(label) && cell === label.cell ? label.end - 'The'.length : start
  const own: Part = { cell, start: from, end: after.length > 0 ? cell.text.length : end }
  const parts = [...before.map(wholeCell), own, ...after.map(wholeCell)]
  const printed = parts.map((part) => part.cell.text.slice(part.start, part.end)).join(' ')
  return { label, parts, printed, text: titleIn(printed) }
}

/** "has completed The First Hour": the article is a part of the title. */
const hasArticle = (label: Label) => /\p{Ll} The$/u.test(labelText(label))

/** "Title: Wounds and" goes on in another line, which was not found; a sentence may go on with something else. */
const isUnfinished = (text: string, printed: string, label: Label) =>
  !isInSentence(label) && printed.startsWith(text) && /^ and$|^ ?[:,–—-]$/i.test(printed.slice(text.length))

/** "Course" beside or above "Overview", the head of another part: most titles have more words. */
const isLoneWord = ({ text, label, parts }: Title) =>
  !text.includes(' ') &&
  !/title|name|título|nombre/i.test(labelText(label)) &&
  parts.every(({ cell }) => cell !== label.cell)

function titleSuggestion(title: Title): Suggestion {
  const { text, printed, label, parts } = title
  const isCertain = parts.every(isSure) && !isUnfinished(text, printed, label) && !isLoneWord(title)
  return {
    field: 'title',
    value: text,
    confidence: isCertain ? 'confident' : 'doubtful',
    printed,
    where: parts.map(placeOf),
  }
}

const asOffered = (title: Title): Suggestion => ({ ...titleSuggestion(title), confidence: 'doubtful' })

/** The most lines that a title takes. */
const OTHER_LINES = 2

function linesOfTitle(cell: Cell, cells: readonly Cell[], labels: Labels, side: -1 | 1): Cell[] {
  const lines: Cell[] = []
  for (let last: Cell | null = cell; last && lines.length < OTHER_LINES; ) {
    last = lineOfTitle(last, cells, labels, side)
    if (last) lines.push(last)
  }
  return lines
}

/** The line above (-1) or below (1) this one, if the title continues there. */
function lineOfTitle(cell: Cell, cells: readonly Cell[], labels: Labels, side: -1 | 1): Cell | null {
  const others = side === 1 ? cells : cells.toReversed()
  const other = others.find(
    ({ page, row, box }) => page === cell.page && (row - cell.row) * side > 0 && overlaps(box, cell.box),
  )
  if (!other || labels.byCell.get(other)?.some(isOfOtherField) || isBesideHead(other, cell, cells))
    return null
  const [upper, lower] = side === 1 ? [cell, other] : [other, cell]
  return isNextLine(upper, lower) ||
    (side === 1 && isWrapped(cell, other)) ||
    (side === 1 && isContinued(cell, other, cells))
    ? other
    : null
}

/** The title is in a list of names and values, and the line has a name of its own at its left. */
function isBesideHead(line: Cell, title: Cell, cells: readonly Cell[]): boolean {
  const isNamed = (other: Cell) => labelsIn(other).some((label) => label.start === 0 && isOpen(label))
  const left = ({ row, column }: Cell) => cells.filter((other) => other.row === row && other.column < column)
  // What stands to the left of the title's own name is another column.
  const head = left(title).find(isNamed)
  const before = (cell: Cell) => left(cell).filter(({ box }) => !head || box.x + box.width > head.box.x)
  // A row of a table, with its own date.
  if ([line, title].every(({ row }) => cells.some((other) => other.row === row && isDate(other.text))))
    return true
  const own = before(line)
  return own.some(isNamed) || (own.length > 0 && before(title).some(isNamed))
}

/** "in Long-Term Care" continues a title; "Provider" alone names another field. */
const isOfOtherField = (label: Label) => !label.isWeak && (label.start === 0 || !isOrdinaryWord(label))

/** Closer together than two fields, and in the same column. */
function isNextLine(upper: Cell, lower: Cell): boolean {
  const gap = lower.box.y - (upper.box.y + upper.box.height)
  return (
    isSameSize(upper, lower) &&
    gap < 0.45 * upper.box.height &&
    isAligned(upper, lower) &&
    /^(?:[–—] )?[\p{L}\d(&]/u.test(lower.text) &&
    ![upper, lower].some(({ text }) => sentence.test(text) || datesIn(text).length > 0)
  )
}

/** At the left edge, in the middle, or at the right edge. */
const isAligned = ({ box: a }: Cell, { box: b }: Cell) =>
  [0, 0.5, 1].some((part) => Math.abs(a.x + part * a.width - (b.x + part * b.width)) < 0.6 * a.height)

/** A long line, and one at its edge or in its middle that is no name. */
const LONG_LINE = 30

function isWrapped(cell: Cell, next: Cell): boolean {
  const gap = next.box.y - (cell.box.y + cell.box.height)
  const isSmall = /^\p{Ll}/u.test(next.text) && !/^by /.test(next.text)
  return (
    cell.text.length >= LONG_LINE &&
    next.text.length <= cell.text.length + 10 &&
    isSameSize(cell, next) &&
    isAligned(cell, next) &&
    datesIn(cell.text).length === 0 &&
    gap < (isSmall ? 1 : 0.8) * cell.box.height &&
    (isSmall || (/^\p{Lu}[\p{L}\s,:&’'-]+$/u.test(next.text) && !organizationWords.test(next.text))) &&
    !sentence.test(next.text)
  )
}

function isContinued(cell: Cell, next: Cell, cells: readonly Cell[]): boolean {
  const gap = next.box.y - (cell.box.y + cell.box.height)
  return (
    isSameSize(cell, next) &&
    gap < 1.2 * cell.box.height &&
    /^\p{Lu}[\p{L}\s,:&-]+$/u.test(next.text) &&
    (/(?:\b(?:and|of|the|in|for|to|with|a|on)|[:,&–—-])$/i.test(cell.text) || isFull(cell, cells))
  )
}

const isSameSize = (a: Cell, b: Cell) => Math.abs(sizeOf(a) - sizeOf(b)) < 0.3 * sizeOf(a)

/** The usual height of its words: a long line that is not quite level in a picture is higher than they are. */
function sizeOf({ words, box }: Cell): number {
  const heights = words.map((word) => word.box.height).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? box.height
}
