import { type ColumnUse, columnUses } from '#shared/ceu/spreadsheet.ts'
import { RadioField } from '#web/ui/radio-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Sheet } from './use-import-sheet.ts'

const LEFT_OUT = 'left-out'
const items = [
  ...Object.entries(columnUses).map(([id, label]) => ({ id, label })),
  { id: LEFT_OUT, label: 'Leave this column out' },
]

/** What each column holds, guessed from its name, with what stands in it as a help. */
export function ColumnList({ sheet }: { sheet: Sheet }) {
  const { columns, assign, isNamed, setNamed, asksOrder, isOrderOpen, order, setOrder } = sheet
  return (
    <section aria-labelledby="columns-title" className="grid grid-cols-1 gap-4">
      <h2 id="columns-title" className="text-lg">
        What each column holds
      </h2>
      <Switch label="The first row names the columns" isSelected={isNamed} onChange={setNamed} />
      <ul className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {columns.map(({ name, examples, use }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={at} className="min-w-0">
            <SelectField
              label={name}
              description={<span className="line-clamp-2">{examples.join(' · ') || 'Nothing in it'}</span>}
              items={items}
              value={use ?? LEFT_OUT}
              onChange={(id) => assign(at, id === LEFT_OUT ? null : (id as ColumnUse))}
            />
          </li>
        ))}
      </ul>
      {asksOrder && (
        <RadioField
          label={`How is a date such as ${exampleOf(sheet)} meant?`}
          {...(isOrderOpen ? { description: 'It can be read both ways. Choose one for all rows.' } : {})}
          items={[
            { id: 'month-first', label: 'Month first' },
            { id: 'day-first', label: 'Day first' },
          ]}
          value={isOrderOpen ? null : order}
          onChange={setOrder}
        />
      )}
    </section>
  )
}

/** A date that really can be read both ways. */
function exampleOf({ rows, uses }: Sheet): string {
  const at = uses.indexOf('completedAt')
  const cells = rows.map(({ cells: row }) => row[at]?.trim() ?? '')
  const isOpen = (cell: string) => {
    const [, first, second] = cell.match(/^(\d{1,2})\D(\d{1,2})\D/) ?? []
    return (
      first !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
    )
  }
  return cells.find(isOpen) ?? cells[0] ?? ''
}
