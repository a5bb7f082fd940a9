import {
  bestMatch,
  certificationsIn,
  issuersIn,
  issuersOf,
  type Match,
  rolesIn,
  statesIn,
} from './catalog.ts'
import { type Cell, withNextLines } from './cells.ts'
import type { Suggestion } from './page.ts'
import { datesIn } from './printed-dates.ts'
import { type Labels, textSuggestion, type Value, valuesOf, wholeCell } from './values.ts'

/** `whole`: the state may be named once, for several licenses. */
export function licenseSuggestions(
  cells: readonly Cell[],
  labels: Labels,
  whole: readonly Cell[],
): Suggestion[] {
  const states = statesIn(cells)
  return [
    ...(states.length > 0 ? stateOf(states, cells) : stateOf(statesIn(whole), whole)),
    ...matchSuggestion('type', bestMatch(labelledMatches(rolesIn(cells), cells, typeHead)), 1.5),
    ...numberOf(cells, labels, /licen/i),
  ]
}

const typeHead = /^(?:(?:licen[sc]e|credential) (?:type|class)|profession) ?:?$/i
const stateHead =
  /^(?:(?:licen[sc]e|licensing|issuing|home) )?(?:state|jurisdiction)(?: of (?:issue|issuance|licensure))? ?:?$/i

/** Those beside or below this head; all if there are none: reports list other states and define other licenses. */
function labelledMatches(found: readonly Match[], cells: readonly Cell[], head: RegExp): readonly Match[] {
  const own = found.filter(({ cell, start }) => {
    if (start > 0) return head.test(cell.text.slice(0, start).trim())
    return cells.some((other) => isBesideOrAbove(other, cell) && head.test(other.text))
  })
  return own.length > 0 ? own : found
}

const isBesideOrAbove = (head: Cell, { page, row, column, box }: Cell) =>
  head.page === page &&
  ((head.row === row && head.column === column - 1) ||
    (head.row < row &&
      Math.abs(head.box.x - box.x) < box.height &&
      box.y - head.box.y - head.box.height < 1.5 * box.height))

/** The only state that is named is that of the license, if it is more than the end of an address. */
function stateOf(all: readonly Match[], cells: readonly Cell[]): Suggestion[] {
  const found = labelledMatches(all, cells, stateHead)
  const isSole = new Set(found.map(({ value }) => value)).size === 1
  const isNoAddress = found.some(({ cell, start }) => {
    const before = cell.text.slice(0, start)
    return (
      /\bpractic\w+ [^.;]{0,30}?\bin (?:the )?(?:state of )?$/i.test(before) ||
      (!/\d/.test(cell.text) && !/, $/.test(before))
    )
  })
  return matchSuggestion('state', bestMatch(found), isSole && isNoAddress ? 0 : 1.5)
}

export function certificationSuggestions(cells: readonly Cell[], labels: Labels): Suggestion[] {
  // The name of a body may take two lines.
  const issuers = issuersIn([...cells, ...withNextLines(cells)]).filter(isNotDenied)
  const codes = labelledCertifications(cells)
  const isIssued = ({ value }: Match) => issuers.some((issuer) => issuersOf(value).includes(issuer.value))
  const code = bestMatch(codes, isIssued)
  const own = issuers.filter(({ value }) => code && issuersOf(code.match.value).includes(value))
  return [
    ...matchSuggestion('code', code, 3),
    ...(own.length > 0
      ? matchSuggestion('issuer', bestMatch(own, isFirst(code?.match.value)), 1)
      : issuers.length > 0
        ? matchSuggestion('issuer', bestMatch(issuers), 10)
        : letterheadOf(cells)),
    ...numberOf(cells, labels, /\bcert|credential|card|tarjeta/i),
  ]
}

/** "Not affiliated with the American Heart Association": named, but not as the issuer. */
const isNotDenied = ({ cell, start }: Match) =>
  !/\b(?:not|nor|no|neither|independent|unaffiliated|trademarks?|property)\b[^.;]{0,60}\b(?:by|with|of|to|from)(?: the)? (?:[^.;]{0,60}\b(?:or|and|nor)(?: the)? )?$/i.test(
    cell.text.slice(0, start),
  )

/** Beside "Credential:" or "Certification:" is the holder's own one; a legend names others. */
function labelledCertifications(cells: readonly Cell[]): Match[] {
  const all = certificationsIn(cells)
  const own = all.filter(
    ({ cell, start }) =>
      credentialHead.test(cell.text.slice(0, start)) ||
      (start === 0 &&
        cells.some(
          (other) =>
            other.row === cell.row && other.column === cell.column - 1 && credentialHead.test(other.text),
        )),
  )
  return own.length > 0 ? own : all
}

const credentialHead =
  /^(?:credential|certification|designation|certified as|program|course)(?: (?:name|type|held|earned))?\s*:?\s*$/i

/** The body that issues a certification, where another one is named as its partner. */
const isFirst =
  (code = '') =>
  ({ value }: Match) =>
    issuersOf(code)[0] === value

const HEAD_LINES = 3

/** A body that the catalog does not have: a guess. */
function letterheadOf(cells: readonly Cell[]): Suggestion[] {
  const cell = cells
    .slice(0, HEAD_LINES)
    .find(
      ({ text }) =>
        /^\p{Lu}.{8,80}$/u.test(text) &&
        /\b(?:board|corporation|commission|council|association|institute|academy|society|foundation|hospital|clinic|medical center|health)\b/i.test(
          text,
        ),
    )
  if (!cell) return []
  const start = cell.text.length - withoutInitials(cell.text).length
  return [textSuggestion('issuer', cell.text.slice(start), { ...wholeCell(cell), start }, false)]
}

/** "ERC Emergency Resuscitation Council": a logo with the initials of the name. */
function withoutInitials(text: string): string {
  const [, initials = '', name = ''] = text.match(/^(\p{Lu}{2,6}) (\p{Lu}.*)$/u) ?? []
  return initials !== '' && initialsOf(name).startsWith(initials) ? name : text
}

const initialsOf = (name: string) => [...name.matchAll(/(?<!\p{L})\p{Lu}/gu)].join('')

/** Confident from this weight on: a name is, two letters in a sentence are not. */
function matchSuggestion(
  field: Suggestion['field'],
  best: ReturnType<typeof bestMatch>,
  sure: number,
): Suggestion[] {
  if (!best) return []
  const { match, isSole } = best
  return [textSuggestion(field, match.value, match, isSole && match.weight >= sure)]
}

const numberPattern = /^[A-Z0-9](?:[A-Z0-9.-]|[ ,](?=\d)){2,23}/i
const threeDigits = /(?:\d\D*){3}/
/** An identifier of the Red Cross has letters and few digits. */
const mixedCode = /^(?=[A-Z]*\d)[A-Z\d]{6,12}$/
const dateLike = /^\d{1,2}-\d{1,2}-\d{2,4}$/

/** The number of a license, certificate or card with which the text begins; `null` if it begins with none. */
export function codeIn(text: string): string | null {
  const code = text.match(numberPattern)?.[0].replace(/[.-]+$/, '') ?? ''
  return (threeDigits.test(code) || mixedCode.test(code)) && !dateLike.test(code) ? code : null
}

/** `best` names the label that belongs to this kind of credential. */
function numberOf(cells: readonly Cell[], labels: Labels, best: RegExp): Suggestion[] {
  const rank = (value: Value) => {
    // "as that of your registered nurse license RN58814": a sentence may name another one.
    if (/^licen[sc]e$/i.test(labelText(value)) && value.cell === value.label.cell) return 4
    return best.test(labelText(value)) ? 0 : rankOf(value)
  }
  const fits = (text: string) => codeIn(text) !== null
  // "Provider ID" on the card of somebody who completed a program.
  const named = [
    ...valuesOf('number', cells, labels, fits),
    ...valuesOf('providerNumber', cells, labels, fits),
  ]
  const values = named
    .map((value) => ({ ...value, code: codeIn(value.text) ?? '' }))
    .toSorted((a, b) => rank(a) - rank(b))
  const [own] = values
  if (!own) return best.test('license') ? numberOfRole(cells) : []
  const isNamed = rank(own) < LEAST_NAMED
  const rivals = isNamed ? values.filter((other) => rank(other) === rank(own)) : codesIn(cells)
  const at = { ...own, end: own.start + own.code.length }
  return [
    textSuggestion(
      'number',
      own.code,
      at,
      rivals.every(({ code }) => code === own.code),
    ),
  ]
}

/** "RN 95311846", where no label names it: the letters say whose number it is. */
function numberOfRole(cells: readonly Cell[]): Suggestion[] {
  const found = cells.flatMap((cell) =>
    [...cell.text.matchAll(/(?<![\w-])(?:RN|LPN|LVN|VN|PN|APRN|AP|CNA)[ .-]?\d{4,10}(?![\w/-])/g)].map(
      ({ 0: code, index: start }) => ({ code, cell, start, end: start + code.length }),
    ),
  )
  const [own] = found
  return own
    ? [
        textSuggestion(
          'number',
          own.code,
          own,
          found.every(({ code }) => code === own.code),
        ),
      ]
    : []
}

/** The first rank of labels that may name any number, such as "ID". */
const LEAST_NAMED = 3

/** Everything that may be a number. */
const codesIn = (cells: readonly Cell[]) =>
  cells.flatMap(({ text }) =>
    [...text.matchAll(/(?<![\w./-])[A-Z\d][A-Z\d.-]{2,}(?![\w/-])/g)].flatMap(({ 0: printed, index }) => {
      const isDate = datesIn(text).some(({ start, end }) => start < index + printed.length && index < end)
      const code = isDate ? null : codeIn(printed)
      return code ? [{ code }] : []
    }),
  )

/** "License No." names the number better than "ID". */
function rankOf(value: Value): number {
  const text = labelText(value)
  if (/licen|certificat|credential|card|registration/i.test(text)) return 1
  return /^(?:number|no\.)/i.test(text) ? 2 : 3
}

const labelText = ({ label }: Value) => label.cell.text.slice(label.start, label.end)
