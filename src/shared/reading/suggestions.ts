import { endOfMonth } from '#shared/kernel/dates.ts'
import { areRecognized, type Cell, cellsOf, wordsIn } from './cells.ts'
import { courseSuggestions } from './course.ts'
import { certificationSuggestions, licenseSuggestions } from './credential.ts'
import { type LabelledDate, labelledDates } from './dates.ts'
import { kindOf } from './document-kind.ts'
import { asDoubtful, isReceipt, withDoubts } from './doubts.ts'
import { holderNameIn, withCapitalI } from './holder-name.ts'
import { type Label, labelsIn } from './labels.ts'
import type { DocumentKind, Purpose, ReadPage, SuggestedField, Suggestion } from './page.ts'
import { firstOfSeveral, type LabelledCells } from './several.ts'
import { coursesIn, FEWEST_COURSES, markOfApproval } from './transcript.ts'
import { isSure, type Labels, textSuggestion } from './values.ts'

/**
 * Suggestions from the words that were read on a document's pages: each field at most once, and only dates that
 * exist. They are guesses for the owner to confirm, never facts. `today` distinguishes future dates from past ones;
 * `purpose` is what the page adds on which the file was chosen.
 */
export function suggestionsIn(
  pages: readonly ReadPage[],
  today: string,
  purpose: Purpose | null = null,
): Suggestion[] {
  const certificates = purpose === 'credential' ? [] : certificatesIn(pages, today)
  if (certificates.length > 0) return headOfCertificates(certificates)
  const courses = purpose === 'credential' ? [] : coursesIn(pages, today, FEWEST_COURSES)
  const whole = labelledCells(cellsOf(pages))
  const first = purpose === 'course' || courses.length > 0 ? null : firstOfSeveral(whole)
  const { cells, dates, labels } = first ? labelledCells(first) : whole
  const hasCourses = courses.length > 0
  const found = kindOf(cells, dates, hasCourses, purpose)
  const kind = [
    ...(found ? [impliedSuggestion('kind', found.kind, found.confidence)] : []),
    ...(found && first ? [impliedSuggestion('several', 'credentials', 'doubtful')] : []),
  ]
  const name = nameSuggestion(cells, labels)
  if (found?.kind === 'ce_transcript' && hasCourses) {
    const head = withDoubts(headOfTranscript(cells, labels, courses), cells, dates)
    return [...kind, ...head, ...nameSuggestion(aboveTable(cells, courses), labels)]
  }
  const isCourse = purpose === 'course' || found?.kind === 'ce_certificate' || found?.kind === 'ce_transcript'
  const own = isCourse ? 'ce_certificate' : (found?.kind ?? null)
  const all = [
    ...valuesOfKind(own, cells, labels, whole.cells),
    ...name,
    ...dateSuggestions(own, dates, today),
  ]
  const isList = found?.kind === 'ce_transcript'
  const values = withDoubts(isList ? ofWholeList(all, dates) : all, cells, dates)
  // A license on the page of a course: what it says may mean something else there.
  const isOther = isCourse && (found?.kind === 'license' || found?.kind === 'certification')
  return [...kind, ...(isOther || (isCourse && isReceipt(cells)) ? values.map(asDoubtful) : values)]
}

/**
 * The suggestions of each course in a file that `suggestionsIn` calls a transcript: the courses of a list, or certificates
 * on pages of their own. `whole`: the suggestions for all pages.
 */
export function courseRecordsIn(
  pages: readonly ReadPage[],
  whole: readonly Suggestion[],
  today: string,
): Suggestion[][] {
  if (valueOfField(whole, 'kind') !== 'ce_transcript') return []
  const certificates = certificatesIn(pages, today)
  if (certificates.length > 0) return certificates
  const mark = markOfApproval(cellsOf(pages))
  return coursesIn(pages, today).map((course) => [
    ...approvedOnly(whole, course, mark),
    ...withoutMark(course, mark),
  ])
}

/** A course without the mark of the approved ones has no approver. */
function approvedOnly(whole: readonly Suggestion[], course: readonly Suggestion[], mark: string | null) {
  const isApproved = mark === null || valueOfField(course, 'title')?.endsWith(mark)
  return isApproved
    ? whole
    : whole.filter(({ field }) => field !== 'approvedBy' && field !== 'providerNumber')
}

const withoutMark = (course: readonly Suggestion[], mark: string | null) =>
  course.map((one) =>
    one.field === 'title' && mark !== null && one.value.endsWith(mark)
      ? { ...one, value: one.value.slice(0, -mark.length).trim() }
      : one,
  )

const valueOfField = (suggestions: readonly Suggestion[], field: SuggestedField) =>
  suggestions.find((one) => one.field === field)?.value

const ofCertificate: readonly SuggestedField[] = ['title', 'completedAt', 'amount']

/** Empty for a single one. Its second page may repeat all that the first one says. */
function certificatesIn(pages: readonly ReadPage[], today: string): Suggestion[][] {
  if (pages.length < FEWEST_COURSES) return []
  const found = pages
    .map((page) => suggestionsIn([page], today, 'course'))
    .filter((page) => ofCertificate.every((field) => valueOfField(page, field) !== undefined))
  const titles = new Set(found.map((page) => valueOfField(page, 'title')?.toLowerCase()))
  return found.length >= FEWEST_COURSES && titles.size === found.length ? found : []
}

/** What all of them say alike. */
function headOfCertificates(certificates: readonly Suggestion[][]): Suggestion[] {
  const [first = []] = certificates
  const name = first.filter(
    ({ field, value }) =>
      field === 'holderName' && certificates.every((other) => valueOfField(other, field) === value),
  )
  return [impliedSuggestion('kind', 'ce_transcript', 'confident'), ...name]
}

/** What the whole document says, and no place on it. */
function impliedSuggestion(
  field: SuggestedField,
  value: string,
  confidence: Suggestion['confidence'],
): Suggestion {
  return { field, value, confidence, printed: '', where: [] }
}

function labelledCells(cells: readonly Cell[]): LabelledCells {
  const { dates, labelsBelow } = labelledDates(cells)
  const byCell = new Map(cells.map((cell): [Cell, Label[]] => [cell, labelsIn(cell)]))
  return { cells, dates, labels: { byCell, labelsBelow } }
}

/** `whole`: with the cells of other credentials. */
function valuesOfKind(
  kind: DocumentKind | null,
  cells: readonly Cell[],
  labels: Labels,
  whole: readonly Cell[],
): Suggestion[] {
  if (kind === 'license') return licenseSuggestions(cells, labels, whole)
  if (kind === 'certification') return certificationSuggestions(cells, labels)
  return kind === null ? [] : courseSuggestions(cells, labels)
}

/** Titles of courses look like names. */
function aboveTable(cells: readonly Cell[], courses: readonly Suggestion[][]): Cell[] {
  const [first] = courses.flat().flatMap(({ where }) => where)
  return cells.filter(
    ({ page, box }) => first && (page < first.page || (page === first.page && box.y < first.box.y)),
  )
}

/** Of a list whose courses could not be told apart: nobody knows of which of them a value would be. */
function ofWholeList(suggestions: readonly Suggestion[], dates: readonly LabelledDate[]): Suggestion[] {
  const days = new Set(dates.filter(({ role }) => role === 'completedAt').map(({ printed }) => printed.date))
  if (days.size < FEWEST_COURSES) return [...suggestions]
  return suggestions.filter(({ field }) => !ofCourse.includes(field)).map(asDoubtful)
}

const ofCourse: readonly SuggestedField[] = ['title', 'completedAt', 'amount', 'unit']
const ofHead: readonly SuggestedField[] = ['provider', 'approvedBy', 'providerNumber']

/** "approved as a provider by" says who approved the provider, and not each course. */
const isForAll = ({ text }: Cell) =>
  /approv|accredit|aprobad|autorizad/i.test(text) &&
  /\bto (?:award|give|grant|offer|provide)\b|\b(?:all|each|every|these|this|above|listed)\b[^.;]{0,60}\b(?:activit|course|program|offering|class|session)/i.test(
    text,
  )

/** What the head of a list says about all of its courses, but for what each one says itself. */
function headOfTranscript(cells: readonly Cell[], labels: Labels, courses: readonly Suggestion[][]) {
  const isStated = cells.some(isForAll) || markOfApproval(cells) !== null
  const ofCourses = courses.flat()
  // The words of a title may be those of a body, as in "Wound Care at Home".
  const isTitle = ({ value }: Suggestion) =>
    ofCourses.some((one) => one.field === 'title' && value.includes(one.value))
  return courseSuggestions(cells, labels)
    .filter(
      (own) =>
        ofHead.includes(own.field) && !isTitle(own) && !ofCourses.some(({ field }) => field === own.field),
    )
    .map((one) => (isStated || one.field === 'provider' ? one : asDoubtful(one)))
}

function nameSuggestion(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const found = holderNameIn(cells, labels)
  if (!found) return []
  const name = areRecognized(wordsIn(found.value.cell, found.value)) ? withCapitalI(found.name) : found.name
  return [textSuggestion('holderName', name, found.value, found.isSure && name === found.name)]
}

type DateField = 'issuedAt' | 'expiresAt' | 'completedAt'

/** A course is completed, a credential is issued: the same date under another name. */
function fieldOf(kind: DocumentKind | null, { role, label, printed, cell }: LabelledDate): DateField | null {
  // "Date" alone on a license may be any date; "this 14th day of June" ends the text of one that hangs on a wall.
  const isSealed = /\bday of\b/i.test(cell.text.slice(printed.start, printed.end))
  if (label?.isWeak && kind !== 'ce_certificate' && !isSealed) return null
  if (role === 'expiresAt') return kind === 'ce_certificate' ? null : 'expiresAt'
  if (role !== 'issuedAt' && role !== 'completedAt') return null
  if (kind === 'ce_certificate') return 'completedAt'
  return kind === null ? role : 'issuedAt'
}

function dateSuggestions(
  kind: DocumentKind | null,
  dates: readonly LabelledDate[],
  today: string,
): Suggestion[] {
  const found = (['issuedAt', 'expiresAt', 'completedAt'] as const).flatMap((field) => {
    const own = dates.filter((date) => fieldOf(kind, date) === field)
    const best = own.toSorted((a, b) => weigh(b, field) - weigh(a, field))[0]
    if (!best) return []
    const last = field === 'completedAt' ? lastOfDays(best, dates) : null
    const suggestion = last
      ? dateSuggestion(field, last, [last], dates)
      : dateSuggestion(field, best, own, dates)
    // A certificate may be issued days after its course, as one of a congress is.
    const isOfCertificate = field === 'completedAt' && best.role === 'issuedAt'
    return [{ suggestion: isOfCertificate || last ? asDoubtful(suggestion) : suggestion, role: best.role }]
  })
  const suggestions = found.map(({ suggestion }) => suggestion)
  if (kind === 'license' && !suggestions.some(({ field }) => field === 'issuedAt'))
    suggestions.push(...originalIssue(dates))
  // The day of a course is no label's more often than that of its certificate.
  if (kind === 'ce_certificate' && !found.some(({ role }) => role === 'completedAt')) {
    const only = unlabelled(dates, today)
    if (only.length > 0) return plausible(only, today)
  }
  return plausible(suggestions, today)
}

/** Longest that an event lasts. */
const MAX_DAYS = 7

/** A course of several days ends on the last of those that a table of its sessions names below one head, if they are close. */
function lastOfDays(first: LabelledDate, dates: readonly LabelledDate[]): LabelledDate | null {
  const { cell, label } = first
  if (!label || label.cell.row >= cell.row) return null
  const column = dates.filter(
    ({ role, cell: { page, row, box } }) =>
      role !== 'otherDate' &&
      page === cell.page &&
      row >= cell.row &&
      Math.abs(box.x - cell.box.x) < cell.box.height,
  )
  const last = column.reduce((latest, one) => (one.printed.date > latest.printed.date ? one : latest), first)
  const days = (Date.parse(last.printed.date) - Date.parse(first.printed.date)) / 86_400_000
  if (days < MAX_DAYS) return days > 0 ? last : null
  return first
}

/** A license may name its first issue date only. */
function originalIssue(dates: readonly LabelledDate[]): Suggestion[] {
  const first = dates.find(
    ({ role, label }) =>
      role === 'otherDate' &&
      label !== null &&
      /original|initial|first/i.test(label.cell.text.slice(label.start, label.end)),
  )
  return first ? [textSuggestion('issuedAt', first.printed.date, placeIn(first), isCertain(first))] : []
}

/** "On April 2, 2026 you completed" says more than the date of a letter. */
const deed = /\b(?:attended|completed|participated|earned|awarded)\b/i

/** "RE: Letter of Completion" below the date of the letter */
const isHeading = ({ cell, start }: Label) =>
  /\b(?:letter|certificate|statement|verification|record|proof|notice) of $/i.test(cell.text.slice(0, start))

/** The date's own label counts more than "on" or another role's, and "Expires" more than "Renew by". */
function weigh({ isUnsure, label, role, printed, cell }: LabelledDate, field: DateField): number {
  const name = label?.cell.text.slice(label.start, label.end) ?? ''
  return (
    (role === field ? 4 : 0) +
    (label?.isWeak && deed.test(cell.text) ? 1 : 0) +
    (isUnsure ? 0 : 2) +
    (label?.isWeak ? 0 : 1) -
    (label && isHeading(label) && label.cell !== cell ? 2 : 0) +
    (printed.precision === 'day' ? 1 : 0) -
    (/renew|effective|^until$/i.test(name) ? 0.5 : 0)
  )
}

function dateSuggestion(
  field: DateField,
  best: LabelledDate,
  own: readonly LabelledDate[],
  all: readonly LabelledDate[],
): Suggestion {
  const { printed } = best
  const hasRival = own.some(
    (other) => other.printed.date !== printed.date && weigh(other, field) >= weigh(best, field),
  )
  // "03/10/2026  03/14/2026": a period whose dash was not read.
  const hasNeighbor = all.some((other) => other.role === null && isBeside(other, best))
  const isSole = !hasRival && !hasNeighbor && !isAside(best) && isCertain(best)
  const at = placeIn(best)
  if (printed.precision === 'day') return textSuggestion(field, printed.date, at, isSole)
  if (field !== 'expiresAt') return textSuggestion(field, printed.date, at, false)
  // A card that names only the month is usually valid until its end.
  const end = textSuggestion(field, endOfMonth(printed.date), at, isSole)
  return end.confidence === 'confident' ? { ...end, confidence: 'month' } : end
}

const isCertain = ({ isUnsure, printed, label }: LabelledDate) =>
  !isUnsure && !printed.isUnusual && (label === null || isSure(label))

/** "on" in a sentence that says nothing about a course. */
const isAside = ({ label, cell }: LabelledDate) =>
  label?.isWeak === true &&
  /^on$/i.test(label.cell.text.slice(label.start, label.end)) &&
  cell.text.length > 60 &&
  !/complet|attend|particip|took part|fulfill|join|held|earn|award|grant|credit|contact|present|pass|finish|celebrad|ofrecid/i.test(
    cell.text,
  )

function isBeside(a: LabelledDate, b: LabelledDate): boolean {
  const gap = Math.max(a.printed.start - b.printed.end, b.printed.start - a.printed.end)
  return a.cell.row === b.cell.row && (a.cell.column !== b.cell.column || gap <= 4)
}

const placeIn = ({ cell, printed: { start, end } }: LabelledDate) => ({ cell, start, end })

/** The only date of a certificate that no label names, or that several lines repeat. */
function unlabelled(dates: readonly LabelledDate[], today: string): Suggestion[] {
  const own = dates.filter(({ role, printed }) => role === null && printed.date <= today)
  const [only] = own
  if (!only || new Set(own.map(({ printed }) => printed.date)).size > 1) return []
  return [textSuggestion('completedAt', only.printed.date, placeIn(only), false)]
}

/** Longest that a license or card is valid, and that somebody works. */
const MAX_YEARS = 11
const MAX_CAREER = 60

/** Dates that contradict each other or today are offered, not filled in. */
function plausible(suggestions: readonly Suggestion[], today: string): Suggestion[] {
  const dateOf = (field: SuggestedField) => suggestions.find((one) => one.field === field)?.value
  const issuedAt = dateOf('issuedAt')
  const expiresAt = dateOf('expiresAt')
  const yearsFrom = (date: string) => Number(expiresAt?.slice(0, 4)) - Number(date.slice(0, 4))
  const isReversed = expiresAt !== undefined && expiresAt <= (issuedAt ?? '')
  const isOld = issuedAt !== undefined && yearsFrom(issuedAt) > MAX_CAREER
  const isFar = yearsFrom(today) > MAX_YEARS
  return suggestions.map((one) => {
    const isOfNoUse = one.field === 'expiresAt' ? isFar : isOld || one.value > today
    return isReversed || isOfNoUse ? asDoubtful(one) : one
  })
}
