import { msg } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-table.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { ImportSheet } from './use-import-sheet.ts'

const NOT_IMPORTED = 'not-imported'
const items = [
  ...Object.entries(columnUses).map(([id, label]) => ({ id, label })),
  { id: NOT_IMPORTED, label: msg`Do not import this column` },
]

const isColumnUse = (id: string): id is ColumnUse => id in columnUses

/** The use of each column, guessed from its name, with examples. */
export function ImportColumnList({ sheet }: { sheet: ImportSheet }) {
  const { columns, assign, hasHeader, setHasHeader, asksOrder, isOrderUnknown, order, setOrder } = sheet
  return (
    <section aria-labelledby="columns-title" className="grid grid-cols-1 gap-4">
      <h2 id="columns-title" className="text-lg">{t`Columns`}</h2>
      <Switch label={t`The first row contains column names`} value={hasHeader} onChange={setHasHeader} />
      <ul className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {columns.map(({ name, examples, use }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          <li key={at} className="min-w-0">
            <SelectField
              label={name}
              description={<span className="line-clamp-2">{examples.join(' · ') || t`Empty`}</span>}
              items={items.map(({ id, label }) => ({ id, label: t(label) }))}
              value={use ?? NOT_IMPORTED}
              onChange={(id) => assign(at, isColumnUse(id) ? id : null)}
            />
          </li>
        ))}
      </ul>
      {asksOrder && (
        <RadioField
          label={t`How should we read dates like ${exampleOf(sheet)}?`}
          {...(isOrderUnknown
            ? { description: t`These dates are ambiguous. Choose one format for all rows.` }
            : {})}
          items={[
            { id: 'month-first', label: t`Month first` },
            { id: 'day-first', label: t`Day first` },
          ]}
          value={isOrderUnknown ? null : order}
          onChange={setOrder}
        />
      )}
    </section>
  )
}

/** An ambiguous date of the sheet. */
function exampleOf({ rows, uses }: ImportSheet): string {
  const at = uses.indexOf('completedAt')
  const cells = rows.map(({ cells: row }) => row[at]?.trim() ?? '')
  const isAmbiguous = (cell: string) => {
    const [, first, second] = cell.match(/^(\d{1,2})\D(\d{1,2})\D/) ?? []
    return (
      first !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
    )
  }
  return cells.find(isAmbiguous) ?? cells[0] ?? ''
}
