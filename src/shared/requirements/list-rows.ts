import { type FieldError, fieldErrors } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { parseDay } from '#shared/kernel/spreadsheet-cells.ts'
import { readChecklist } from './checklist.ts'
import { ageIn, validThroughIn } from './checklist-dates.ts'
import { itemKinds, LAST_DAY, MAX_ITEMS, type RequirementItem, requirementItem } from './item.ts'

/** Columns of the CSV by the words of their header; only `item` is needed. */
const columns = {
  item: /^(item|requirement|title|name|document|description)/,
  kind: /^(kind|type of item|category)$/,
  code: /^(code|certification|certification code)$/,
  type: /^(type|license type)$/,
  state: /^state$/,
  compact: /compact|multistate/,
  topic: /^topic$/,
  hours: /^hours?$/,
  since: /^since$/,
  record: /^(record|health record)$/,
  age: /age|within|not older/,
  through: /through|valid|until/,
  note: /^(note|notes|comment)/,
} as const
type Column = keyof typeof columns
const columnNames = keysOf(columns)

export type ReadRows = { items: RequirementItem[]; errors: FieldError[] }

/**
 * The items of a spreadsheet with a header row. A row without a kind is read like a line of a checklist, and its other
 * cells take precedence over its text.
 */
export function readListRows(rows: readonly (readonly string[])[]): ReadRows {
  const [header = [], ...lines] = rows
  const at = new Map<Column, number>()
  for (const name of columnNames) {
    const index = header.findIndex((cell) => columns[name].test(cell.trim().toLowerCase()))
    if (index >= 0 && ![...at.values()].includes(index)) at.set(name, index)
  }
  if (!at.has('item'))
    return { items: [], errors: [{ path: '', message: msg`The first row has no column “item”` }] }
  const items: RequirementItem[] = []
  const errors: FieldError[] = []
  for (const [index, line] of lines.entries()) {
    const cell = (name: Column) => (line[at.get(name) ?? -1] ?? '').trim()
    if (line.every((each) => each.trim() === '')) continue
    const parsed = requirementItem.safeParse(rowInput(cell))
    if (parsed.success) items.push(parsed.data)
    else
      for (const { path, message } of fieldErrors(parsed.error))
        errors.push({ path: `row ${index + 2} ${path}`.trim(), message })
  }
  if (items.length > MAX_ITEMS) errors.push({ path: 'items', message: msg`At most ${MAX_ITEMS} items` })
  if (items.length === 0 && errors.length === 0)
    errors.push({ path: 'items', message: msg`Add at least one item` })
  return { items: items.slice(0, MAX_ITEMS), errors: errors.slice(0, 20) }
}

/** The input of one row; whatever a cell says wrongly is left for the schema to refuse. */
function rowInput(cell: (name: Column) => string): object {
  const title = cell('item')
  const given = cell('kind').toLowerCase()
  const [read] = given === '' ? readChecklist(title).items : []
  const kind = itemKinds.find((each) => each === given) ?? read?.kind ?? (given === '' ? 'document' : given)
  const age = cell('age')
  const through = cell('through')
  const note = cell('note')
  return {
    ...(read && read.kind === kind ? read : {}),
    ...{ kind, title },
    ...(note ? { note } : {}),
    ...(age ? { issuedWithin: ageIn(`within ${age}`) ?? age } : {}),
    ...(through ? { validThrough: throughOf(through) } : {}),
    ...fieldsOf(kind, cell),
  }
}

function throughOf(through: string): string {
  if (/^last[ _]day/i.test(through)) return LAST_DAY
  return validThroughIn(`through ${through}`) ?? parseDay(through, 'month-first') ?? through
}

function fieldsOf(kind: string, cell: (name: Column) => string): object {
  const filled = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  if (kind === 'license')
    return filled({
      type: cell('type'),
      state: cell('state'),
      orCompact: cell('compact') === '' ? '' : /^(y|yes|true|1|x)$/i.test(cell('compact')),
    })
  if (kind === 'certification') return filled({ code: cell('code').toUpperCase() })
  if (kind === 'ce')
    return filled({
      topic: cell('topic'),
      hours: cell('hours') === '' ? '' : Number(cell('hours')),
      since: cell('since') === '' ? '' : (parseDay(cell('since'), 'month-first') ?? cell('since')),
    })
  return kind === 'health' ? filled({ record: cell('record') }) : {}
}
