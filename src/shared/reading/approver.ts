import { type Cell, withNextLines } from './cells.ts'
import { isOpen, labelsIn } from './labels.ts'
import type { Suggestion } from './page.ts'
import { type Labels, textSuggestion, trimmedValue, type Value, valuesOf, wholeCell } from './values.ts'

const californian = 'California Board of Registered Nursing'
const nursePractitioners = 'American Association of Nurse Practitioners'

/** Who approved the provider, and how the document says it. */
const approvers: readonly (readonly [string, RegExp])[] = [
  [californian, /\b(?:California|CA) (?:(?:State )?Board of Registered Nursing|BRN)\b/i],
  ['American Nurses Credentialing Center', /American Nurses Credentialing Center|\bANCC\b/i],
  [
    'Accreditation Council for Continuing Medical Education',
    /Accreditation Council for Continuing Medical Education|\bACCME\b/i,
  ],
  [
    'International Association for Continuing Education and Training',
    /International Association for Continuing Education and Training|\bIACET\b/i,
  ],
  ['American Association of Critical-Care Nurses', /American Association of Critical[- ]Care Nurses/i],
  [nursePractitioners, /American Association of Nurse Practitioners|\bAANP\b/i],
  // In a picture, the recognizer reads English.
  [
    'Oficina de Reglamentación y Certificación de los Profesionales de la Salud',
    /Oficina de Reglamentaci[oóé6]n y Certificaci[oóé6]n de (?:los )?Profesionales de la Salud|\bORCPS\b/i,
  ],
]
const approvedBy =
  /\b(?:(?:approved|authorized) (?:by|through) (?:the )?|(?:aprobad|autorizad|acreditad)[oa] por (?:la |el )?)(\p{L}[\p{L}&’'. -]{3,80}?)(?=,| as | to | for |\.(?!\p{L})|;|\(|$)/iu
/** "approved as a provider of continuing education by the Lakes Division, an accredited approver by another one" */
const approvedAsProvider =
  /\b(?:approved|accredited|authorized) as an? (?:\p{L}+ ){0,2}provider(?: of [^.;]{3,90}?)? by (?:the )?(\p{L}[\p{L}&’'. -]{3,80}?)(?=,|\.(?!\p{L})|;| \()/iu
const board =
  "\\p{Lu}(?:\\p{L}+|\\.)(?: \\p{Lu}(?:\\p{L}+|\\.)){0,2} (?:State )?(?:Board of (?:Registered |Practical |Vocational |Nurse )?(?:Nursing|Nurses?|Examiners)|Board of Examiners (?:for|in) Nursing|(?:State )?Nurses[’']? Association)"
const boardOfState = new RegExp(
  `(?:[Aa]pproved|[Aa]ccredited|[Aa]uthorized|APPROVED)\\b.{0,90}?(?<!\\p{L})(${board})`,
  'u',
)
/** "a Florida Board of Nursing approved provider" */
const boardBefore = new RegExp(`(?<!\\p{L})(${board})[ -](?:[Aa]pproved|[Aa]ccredited)`, 'u')
const junta = /(?<!\p{L})((?:Junta|Colegio|Departamento) \p{Lu}?\p{L}+ de .{3,60}?)(?= ·|[.,;(]|$)/u

/** Each approver gives its own number: with one of California, that state is the approver. */
function approverOf(cells: readonly Cell[], labels: Labels, number: Suggestion | undefined): Suggestion[] {
  const lines = withNextLines(cells)
  const labelled = labelledApprover(cells, labels)
  if (labelled.length > 0) return labelled
  const california = /^CEP/i.test(number?.value ?? '') && knownApprover(lines, approvers.slice(0, 1))
  if (california) return california
  for (const cell of lines) {
    const text = approverIn(cell.text)
    if (!text || !isBody(text)) continue
    const known = approvers.find(([, pattern]) => pattern.test(text))
    const start = cell.text.indexOf(text)
    const at = { cell, start, end: start + text.length }
    return [textSuggestion('approvedBy', known?.[0] ?? text.trim(), at, true)]
  }
  // No other state gives such numbers.
  if (/^CEP ?\d/.test(number?.value ?? ''))
    return [{ ...(number as Suggestion), field: 'approvedBy', value: californian }]
  return knownApprover(lines) ?? namedBoard(cells, labels)
}

/** Neither a number, as "Provider unit 153-3-A-24", nor the beginning of a name, as "Commission on". */
const isBody = (name: string) =>
  /^\p{Lu}/u.test(name) && !/\d{3}|^provider\b|\b(?:on|of|for|and|the|in|by|de|del|la)$/i.test(name)

const approverIn = (text: string) =>
  [boardOfState, boardBefore, approvedBy].map((pattern) => text.match(pattern)?.[1]).find(Boolean) ??
  (/autorizad|aprobad|proveedor/i.test(text) ? text.match(junta)?.[1] : undefined) ??
  approverOfProvider(text)

/** The known ones are found wherever they are named. */
function approverOfProvider(text: string): string | undefined {
  const name = text.match(approvedAsProvider)?.[1]
  return name && !approvers.some(([, pattern]) => pattern.test(name)) ? name : undefined
}

/** Every approver that the document names, in its order; `at` counts the cells. */
export function approversIn(cells: readonly Cell[]): Approver[] {
  const anyBoard = new RegExp(`(?<!\\p{L})${board}`, 'gu')
  return cells.flatMap(({ text }, at) =>
    [
      ...approvers.flatMap(([name, pattern]) =>
        [...text.matchAll(new RegExp(pattern, 'gi'))].map(({ index: start }) => ({ name, at, start })),
      ),
      ...[...text.matchAll(anyBoard)]
        .filter(([name]) => !approvers.some(([, pattern]) => pattern.test(name)))
        .map(({ 0: name, index: start }) => ({ name, at, start })),
    ].toSorted((a, b) => a.start - b.start),
  )
}

function knownApprover(lines: readonly Cell[], among = approvers): Suggestion[] | null {
  const found = among.flatMap(([value, pattern]) =>
    lines.flatMap((cell, at) => {
      const match = cell.text.match(pattern)
      if (match?.index === undefined) return []
      const place = { cell, start: match.index, end: match.index + match[0].length }
      return [{ value, place, isStated: isStatement(lines, at) }]
    }),
  )
  const best = found.find(({ isStated }) => isStated) ?? found[0]
  return best ? [textSuggestion('approvedBy', best.value, best.place, best.isStated)] : null
}

/** "Approved by" in a cell of its own, or with a colon: the value is a name and nothing else. */
function labelledApprover(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const [value] = valuesOf('approvedBy', cells, labels, (text) =>
    /^\p{Lu}(?!.*\b(?:is|are|by|of patient)\b)\D.{1,118}$/u.test(text),
  ).filter(({ label }) => isOpen(label) || /^\s*:/.test(label.cell.text.slice(label.end)))
  const name = value?.text.split(/[,;] | ?\(| [–—-] | · /)[0] ?? ''
  if (
    !value ||
    !isBody(name) ||
    !/\b(?:board|association|council|center|commission|nurses|division|unit|junta|colegio)\b/i.test(name)
  )
    return []
  const known = approvers.find(([, pattern]) => pattern.test(name))
  const at = { ...value, end: value.start + name.length }
  return [textSuggestion('approvedBy', known?.[0] ?? name, at, true)]
}

/** The board at the head of a state's own list, or in a sentence that does not say what it did. */
function namedBoard(cells: readonly Cell[], { byCell }: Labels): Suggestion[] {
  if (!cells.some(({ text }) => /\b(?:hours?|CEU?s?|credits?)\b/i.test(text))) return []
  const anyBoard = new RegExp(`(?<!\\p{L})${board}`, 'u')
  for (const cell of cells) {
    const match = cell.text.match(anyBoard)
    if (match) {
      const at = { cell, start: match.index ?? 0, end: (match.index ?? 0) + match[0].length }
      // The number that it gave to the provider is in the line below.
      const below = cells.find(
        ({ row, page, box }) =>
          page === cell.page && row === cell.row + 1 && Math.abs(box.x - cell.box.x) < box.height,
      )
      const [label] = (below && byCell.get(below)) ?? []
      const isHead = match[0] === cell.text && label?.kind === 'providerNumber' && label.start === 0
      return [textSuggestion('approvedBy', match[0], at, isHead)]
    }
  }
  return []
}

/** "accredited" is on the same line or on one of the two lines before, in a wrapped sentence. */
function isStatement(lines: readonly Cell[], at: number): boolean {
  return lines
    .slice(Math.max(at - 2, 0), at + 1)
    .some(({ text }) => /accredit|approv|(?:acreditad|aprobad|autorizad|certificad)[oa] por/i.test(text))
}

/** "5-114.26" is one number; a dot may also end a sentence. */
const codePattern = /^(?:[A-Z]{1,5}[ -])?[A-Z0-9]*\d(?:[A-Z0-9-]|\.(?=\d)){1,19}/i

type Approver = { name: string; at: number; start: number }

/** The nearest approver that is named before a place: `at` counts the cells. */
export const approverBefore = (approvers: readonly Approver[], at: number, start: number) =>
  approvers.findLast((one) => one.at < at || (one.at === at && one.start < start))

export const isSameApprover = (a: string, b: string) => a.includes(b) || b.includes(a)

/** Who approved the provider, and the number that this one gave it. */
export function approvalOf(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const numbers = providerNumbersOf(cells, labels)
  const approver = approverOf(cells, labels, numbers[0]?.suggestion)
  const approvers = approversIn(cells)
  const isOwn = ({ at }: ProviderNumber) => {
    const before = approverBefore(approvers, cells.indexOf(at.cell), at.start)
    return (
      before !== undefined &&
      cells[before.at] === at.cell &&
      isSameApprover(before.name, approver[0]?.value ?? '')
    )
  }
  const own = (approver.length > 0 ? numbers.find(isOwn) : undefined) ?? numbers[0]
  return [...approver, ...(own ? [own.suggestion] : [])]
}

type ProviderNumber = { suggestion: Suggestion; at: { cell: Cell; start: number } }

function providerNumbersOf(cells: readonly Cell[], labels: Labels): ProviderNumber[] {
  const isCode = (text: string) => codePattern.test(text)
  const labelled = [...valuesOf('providerNumber', cells, labels, isCode), ...wrappedNumbers(cells)].flatMap(
    (value): ProviderNumber[] => {
      const code = value.text.match(codePattern)?.[0]
      if (!code) return []
      const isCep = /cep/i.test(value.label.cell.text.slice(value.label.start, value.label.end))
      const at = { ...value, end: value.start + code.length }
      // What goes on may be a part of it.
      const isWhole = !/^[./_]\w/.test(value.text.slice(code.length))
      const number = isCep ? `CEP ${code}` : code
      return [{ suggestion: textSuggestion('providerNumber', number, at, isWhole), at }]
    },
  )
  return labelled.length > 0 ? labelled : [...bracketedNumbers(cells), ...activityNumbers(cells)]
}

/** "by the American Association of Nurse Practitioners. Activity ID# 26001234": it numbers activities, as others may. */
function activityNumbers(cells: readonly Cell[]): ProviderNumber[] {
  return cells.flatMap((cell) => {
    const match = cell.text.match(
      /(?:American Association of Nurse Practitioners|\bAANP\b|approved (?:by|through) )[^.;]{0,200}[.,;] ?(?:activity|program) (?:ID|no\.?|number) ?#? ?:? ?([A-Z\d-]*\d{4}[A-Z\d-]*)/i,
    )
    if (!match?.[1]) return []
    const end = (match.index ?? 0) + match[0].length
    const at = { cell, start: end - match[1].length, end }
    const isKnown = /Association of Nurse Practitioners|AANP/i.test(match[0])
    return [{ suggestion: textSuggestion('providerNumber', match[1], at, isKnown), at }]
  })
}

/** "approved by the Ohio Nurses Association (OBN-001-91)", or behind the end of the sentence */
function bracketedNumbers(cells: readonly Cell[]): ProviderNumber[] {
  return cells.flatMap((cell) =>
    [
      ...cell.text.matchAll(
        /(?:approv|accredit)[^.;()]{5,220}\.? ?\(([A-Z]{2,6}[- ]?(?=[A-Z\d-]*\d{2})[A-Z\d.-]{2,16})\)/gi,
      ),
    ].map(({ 0: printed, 1: code = '', index }) => {
      const end = index + printed.length - 1
      const at = { cell, start: end - code.length, end }
      return { suggestion: textSuggestion('providerNumber', code, at, true), at }
    }),
  )
}

/** "CEP 15567" or "Ohio 50-118", in the row of a course: `others` say whose number it is. */
export function approvalIn(cell: Cell, others: readonly Cell[]): Suggestion[] {
  const match = cell.text.match(/(?<!\S)(?:CEP ?)?(?=\S*\d)[A-Z\d][A-Z\d.-]{2,}$/i)
  if (!match) return []
  const at = { cell, start: match.index ?? 0, end: cell.text.length }
  const number = textSuggestion('providerNumber', match[0], at, true)
  const name = /^CEP/i.test(match[0]) ? californian : approverWith(match[0], others)
  return name === undefined ? [number] : [textSuggestion('approvedBy', name, wholeCell(cell), true), number]
}

/** The approver whose name is followed by this number, before the next one is named. */
function approverWith(code: string, cells: readonly Cell[]): string | undefined {
  const found = approversIn(cells)
  return found.find(({ at, start }, index) => {
    const next = found[index + 1]
    const end = next?.at === at ? next.start : undefined
    return cells[at]?.text.slice(start, end).includes(code)
  })?.name
}

/** "… Provider" at the end of a line, "#15567" at the beginning of the next. */
function wrappedNumbers(cells: readonly Cell[]): Value[] {
  return withNextLines(cells).flatMap((cell) =>
    labelsIn(cell)
      .filter(({ kind }) => kind === 'providerNumber')
      .map((label) => trimmedValue(label, cell, label.end, cell.text.length)),
  )
}
