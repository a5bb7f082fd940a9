import { units } from '#shared/ceu/units.ts'
import { msg } from '#shared/i18n/translate.ts'
import { readAmount } from './amount-cells.ts'
import { type ColumnRule, type Columns, guessUses, mostly, plainName, unusedCells } from './column-guess.ts'
import { headWords } from './head-words.ts'
import { doubtInNote } from './standing.ts'
import { standingColumns } from './standing-columns.ts'
import { isDateLike, isMonth, isNothing, lastDayIn } from './table-cells.ts'

/** What a spreadsheet column can contain, with the name shown to a person. */
export const columnUses = {
  title: msg`Title`,
  provider: msg`Provider`,
  completedAt: msg`Date`,
  contact_hour: msg`Contact hours`,
  ceu: msg`CEUs`,
  minute: msg`Minutes`,
  cme_credit: msg`CME credits`,
  semester_credit: msg`Semester credits`,
  quarter_credit: msg`Quarter credits`,
  amount: msg`Amount without a unit`,
  unit: msg`Unit of the amount`,
  topics: msg`Topics`,
  kind: msg`Activity type`,
  status: msg`Whether it was completed`,
  holderName: msg`Name on the certificate`,
  approvedBy: msg`Provider approved by`,
  providerNumber: msg`Provider number`,
  notes: msg`Notes`,
} as const
export type ColumnUse = keyof typeof columnUses

const unrelated =
  /price|\bcost\b|\bfee\b|invoice|score|grade|percent|e-?mail|phone|timestamp|licen[cs]e|ncsbn|\burl\b|\blink\b|certificates$/
const not = (more: RegExp) => new RegExp(`${unrelated.source}|${more.source}`)

const holdsDates = (values: readonly string[]) =>
  mostly(
    values.filter((value) => !isNothing(value)),
    (value) => isDateLike(lastDayIn(value)) || isMonth(value) || /^[\d#]+$/.test(value),
  )

/** "9:00" and "1 PM" are times of day as often as lengths. */
const isNoTimeOfDay = (values: readonly string[], { name }: { name: string }) =>
  name !== 'time' || !values.some((value) => /:|\b[ap]\.?m\b/i.test(value))

const amount = (use: ColumnUse, words: ReadonlySet<string>, names: RegExp[]): ColumnRule<ColumnUse> => ({
  use,
  words,
  names,
  not: unrelated,
})

const rules: readonly ColumnRule<ColumnUse>[] = [
  {
    use: 'providerNumber',
    names: [
      /(?:provider|sponsor|cep|approval|accreditation).*(?:number|no\b|nr\b|#|id\b)|^cep\b|n[úu]mero.*proveedor/,
    ],
    takesFirst: true,
  },
  {
    use: 'approvedBy',
    names: [/approved by|approv(?:er|ing)|accredit|aprobad|acreditad|approv/],
    not: not(
      /date|status|number|#|\bno\b|\bid\b|hour|\bhrs?\b|\bhoras?\b|\bcredits?\b|\bces?\b|\bceus?\b|amount|minutes/,
    ),
    fits: (values) => values.length === 0 || !mostly(values, isDateLike),
    takesFirst: true,
  },
  {
    use: 'holderName',
    names: [
      /(?:attendee|participant|holder|learner|nurse|your|employee|staff|student|user|full|member)(?:['’]?s)? ?.*name|^name on|^(?:attendee|participant|holder|employee|learner|nurse)$|^nombre en/,
    ],
    not: not(/provider|course/),
    takesFirst: true,
  },
  {
    use: 'unit',
    names: [
      /(?:credit|hour|unit|ce)s? type|type of (?:credit|hour|unit)s?|units? of (?:measure|credit)|^unit$|\buom\b/,
    ],
    not: not(/course/),
    takesFirst: true,
  },
  amount('ceu', headWords.ceu, [
    /^(?!.*(?:hour|\bhrs?\b|hora)).*(?:\bceus?\b|\bce units?\b|education units?\b)/,
  ]),
  // "Hours (60 min)" and "Time (hours:minutes)" are hours.
  amount('minute', headWords.minute, [/^(?!.*(?:hour|\bhrs?\b|\bhoras?\b)).*(?:minut[eo]|\bmins?\b|\(m\))/]),
  amount('cme_credit', headWords.credits, [/\bcme\b|\bama\b|\bcat(?:egory)? [1i]\b/]),
  amount('semester_credit', headWords.credits, [/\bsem(?:ester)?\b.*(?:credit|unit|hour|\bhrs?\b)/]),
  amount('quarter_credit', headWords.credits, [/\b(?:quarter|qtr)\b.*(?:credit|unit|hour|\bhrs?\b)/]),
  amount('contact_hour', headWords.hours, [
    /\bcontact\b.*(?:hour|\bhrs?\b)|\bcontact$|horas? (?:de )?contacto/,
    /hour|\bhrs?\b|^(?:total )?ces?$|\bcne\b|^ces? (?:earned|awarded)$|^ce credits?$|\bcredits?\b|\bcontact/,
    /\bhoras?\b|\(h\)/,
  ]),
  {
    use: 'amount',
    words: headWords.amount,
    names: [/duration|length|duracion|how long|^time$|^units?$|^amount$|^cantidad$|^cuanto/],
    not: unrelated,
    fits: isNoTimeOfDay,
    takesFirst: true,
  },
  {
    use: 'completedAt',
    words: headWords.completion,
    asks: true,
    names: [
      /complet|finaliza|date (?:taken|attended|earned|of (?:the )?(?:course|completion|attendance|class|activity))|(?:course|activity|class|attendance) date|attended|finish/,
      /^(?:dates?|fechas?)$/,
      /^(?:when|day)$/,
      /\bdates?\b|\bwhen\b|\bday\b|\btaken\b|\bearned\b|fecha/,
    ],
    not: unrelated,
    fits: holdsDates,
  },
  {
    use: 'topics',
    names: [/topic|subject|categor|mandat|requirement|\btemas?\b/],
    not: not(/required/),
    takesFirst: true,
  },
  {
    use: 'kind',
    names: [/^(?:kind|type|format|delivery|activity type|course type)\b|what it was|method|^tipo\b/],
    takesFirst: true,
  },
  {
    use: 'provider',
    words: headWords.provider,
    asks: true,
    names: [
      /provider|sponsor|organi[sz]a(?:tion|cion)|vendor|school|institucion|institution|given by|^who (?:gave|provided|offered|taught|ran)|provided|company|issuer|proveedor|entidad|impartid|escuela/,
    ],
    not: not(/#|\bnumber\b|\bno\b|\bid\b/),
    takesFirst: true,
  },
  {
    use: 'title',
    words: headWords.title,
    asks: true,
    names: [
      /(?:course|activity|program|class|event|session|module|training|offering) ?(?:title|name)|^(?:title|course|activity|module|t[íi]tulo|curso)$|name of (?:the )?(?:course|activity|class|program)/,
      /title|course|activity|program|name|class|event|description|session|training|conference|webinar|titulo|curso|^what$|^what (?:course|class|activity)|actividad/,
    ],
    not: not(/#|\b(?:no|number|id|code|tracking)\b|\bdate\b|type|first|last/),
    takesFirst: true,
  },
  { use: 'notes', names: [/note|comment|remark|\bnotas?\b/], takesFirst: true },
]

/** The use of each column, by its name and values. */
export function readCourseColumns(header: readonly string[], rows: readonly (readonly string[])[]) {
  const standing = standingColumns(header, rows, 'course')
  const names = header.map((name, at) => (standing.named.has(at) ? '' : name))
  const guess = guessUses(names, rows, rules)
  const { doubts } = guess
  const isDoubtful = (at: number) => doubts.some((doubt) => doubt.at.includes(at))
  const uses = guess.uses.map((use, at) =>
    standing.named.has(at) || (use === null && standing.holding.has(at) && !isDoubtful(at)) ? 'status' : use,
  )
  // Beside credit in a unit, a duration is how long the course was.
  const hasCredit = [...uses, ...doubts.map(({ use }) => use)].some((use) =>
    units.some((unit) => unit === use),
  )
  return { uses: hasCredit ? uses.map((use) => (use === 'amount' ? null : use)) : uses, doubts }
}

/** Columns beside a course where no is as good as yes. */
const besides =
  /price|cost|\bfee\b|paid|pay|e-?mail|print|upload|reimburs|required|mandat|pharm|\brx\b|\blive\b|online|archiv|remind|audit/

/** A cell that no column is for, and that says no, or lies beyond the last name. */
export function strangeCourseCell(cells: readonly string[], columns: Columns): string | null {
  for (const { head, cell } of unusedCells(cells, columns)) {
    if (head === '') return cell
    const saysNo = /^(?:n|no|false|[❌✗✘])$/iu.test(cell) || doubtInNote(cell) !== null
    if (saysNo && !besides.test(plainName(head))) return `${head}: ${cell}`
  }
  return null
}

export const guessColumns = (header: readonly string[], rows: readonly (readonly string[])[] = []) =>
  readCourseColumns(header, rows).uses

/** The name of a column of amounts. */
export const isAmountName = (name: string) =>
  /duration|length|how long|duracion|^units?$|\bcne\b|hours?\b|\bhrs\b|\bceus?\b|\bcredits?\b|contact|minutes|\bhoras?\b/.test(
    plainName(name),
  )

export function isAmount(cell: string): boolean {
  const read = readAmount(cell, 'contact_hour')
  return !('fault' in read) || read.fault !== 'not a number'
}
