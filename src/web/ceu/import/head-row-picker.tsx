import { type Table, tableAt } from '#shared/imports/table-head.ts'
import { t } from '#web/i18n/t.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

const NO_ROW = 'none'
/** The names stand near the start; the row that was found is offered wherever it is. */
const OFFERED = 40

/** Which row has the names of the columns. */
export function HeadRowPicker({ table, onChange }: { table: Table; onChange(table: Table): void }) {
  const { sheet, head, asides } = table
  const offered = sheet.filter(({ line }, at) => at < OFFERED || line === head)
  const left = asides.map(({ line }) => line)
  return (
    <div className="grid grid-cols-1 gap-1">
      <SelectField
        label={t`Row with the names of the columns`}
        items={[
          ...offered.map(({ line, cells }) => ({
            id: String(line),
            label: t`Row ${line}: ${textOf(cells)}`,
          })),
          { id: NO_ROW, label: t`No row has them` },
        ]}
        value={head === null ? NO_ROW : String(head)}
        onChange={(id) =>
          onChange(tableAt(sheet, id === NO_ROW ? null : sheet.findIndex(({ line }) => String(line) === id)))
        }
      />
      {left.length > 0 && (
        <p className="text-muted text-sm">
          {left.length === 1
            ? t`Row ${left[0] ?? 0} is left out, as a title, a sum or a note.`
            : t`Rows ${left.slice(0, 20).join(', ')} are left out, as titles, sums or notes.`}
        </p>
      )}
    </div>
  )
}

function textOf(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell !== '').join(' · ')
  return text.length > 60 ? `${[...text].slice(0, 59).join('')}…` : text
}
