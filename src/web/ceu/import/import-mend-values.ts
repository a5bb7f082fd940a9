import { entryKindNames, entryKinds } from '#shared/ceu/kinds.ts'
import { type Unit, unitNames, units } from '#shared/ceu/units.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-columns.ts'
import { t } from '#web/i18n/t.ts'
import type { Preview } from './import-text.ts'
import { type MendField, problemAt } from './row-mend-form.tsx'

const [AMOUNT, UNIT, DONE] = ['amount', 'amountUnit', 'completed']

/** The fields of a row of courses that can be corrected. */
export function mendFieldsOf({ entry, texts, problems, doubt }: Preview): MendField[] {
  const text = (use: 'title' | 'provider' | 'topics', ...paths: string[]): MendField => ({
    ...{ key: use, label: t(columnUses[use]), value: texts[use] ?? '', as: 'text' },
    problem: problemAt(problems, use, ...paths),
  })
  const { amount = null, hours, unit = 'contact_hour', kind } = entry
  const stated = amount ?? hours
  const unread =
    [...units, 'amount' as const].map((each) => texts[each] ?? '').find((cell) => cell !== '') ?? ''
  const fields: MendField[] = [
    text('title'),
    text('provider'),
    {
      ...{ key: 'completedAt', label: t(columnUses.completedAt), value: entry.completedAt ?? '', as: 'date' },
      problem: problemAt(problems, 'completedAt'),
    },
    {
      ...{ key: AMOUNT, label: t`Amount`, value: stated === undefined ? unread : String(stated), as: 'text' },
      problem: problemAt(problems, 'hours', 'amount', 'unit'),
    },
    {
      ...{ key: UNIT, label: t`Unit`, value: amount === null ? 'contact_hour' : unit, as: 'choice' },
      items: units.map((id) => ({ id, label: t(unitNames[id][1]) })),
    },
    text('topics', 'topicTags', 'topicHours'),
    {
      ...{ key: 'kind', label: t(columnUses.kind), value: kind ?? 'course', as: 'choice' },
      items: entryKinds.map((id) => ({ id, label: t(entryKindNames[id]) })),
      problem: problemAt(problems, 'kind'),
    },
  ]
  if (doubt !== null)
    fields.push({ key: DONE, label: t`I completed this course`, value: '', as: 'check', problem: doubt })
  return fields
}

/** What was typed, as cells of the table. An amount is in the column of its unit, and in no other one. */
export function mendedCells(
  values: Record<string, string>,
  row: Preview,
): Partial<Record<ColumnUse, string>> {
  const { [AMOUNT]: amount, [UNIT]: unit, [DONE]: done, ...cells } = values
  if (done === 'yes') cells.status = ''
  if (amount === undefined && unit === undefined) return cells
  const { amount: before = null, hours, unit: unitBefore = 'contact_hour' } = row.entry
  const chosen = units.find((each) => each === unit) ?? (before === null ? 'contact_hour' : unitBefore)
  const none = Object.fromEntries(units.map((each): [Unit, string] => [each, '']))
  return { ...cells, ...none, amount: '', unit: '', [chosen]: amount ?? String(before ?? hours ?? '') }
}
