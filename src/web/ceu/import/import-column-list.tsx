import { unitNames } from '#shared/ceu/units.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-columns.ts'
import { unitsIn } from '#shared/imports/course-table.ts'
import { t } from '#web/i18n/t.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { TableColumns } from './use-table-columns.ts'

const NOT_IMPORTED = 'not-imported'
const items = [
  ...Object.entries(columnUses).map(([id, label]) => ({ id, label })),
  { id: NOT_IMPORTED, label: msg`Do not import this column` },
]

const isColumnUse = (id: string): id is ColumnUse => id in columnUses

type ImportColumnListProps = { columns: TableColumns<ColumnUse> }

/** "Title, Provider, Contact hours, Date": what the columns are used for. */
export function columnsSummary({ columns }: TableColumns<ColumnUse>): string {
  const used = columns.flatMap(({ use }) => (use === null ? [] : t(columnUses[use])))
  return used.length === 0 ? t`No column is used yet` : used.join(', ')
}

/** The use of each column, guessed from its name, with examples. */
export function ImportColumnList({ columns: { columns, assign, rows } }: ImportColumnListProps) {
  return (
    <ul aria-label={t`Columns`} className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
      {columns.map(({ name, examples, use }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
        <li key={at} className="min-w-0">
          <SelectField
            label={name}
            description={
              <>
                <span className="line-clamp-2">{examples.join(' · ') || t`Empty`}</span>
                <MixedUnits units={unitsIn(rows, at, use)} />
              </>
            }
            items={items.map(({ id, label }) => ({ id, label: t(label) }))}
            value={use ?? NOT_IMPORTED}
            onChange={(id) => assign(at, isColumnUse(id) ? id : null)}
          />
        </li>
      ))}
    </ul>
  )
}

function MixedUnits({ units }: { units: ReturnType<typeof unitsIn> }) {
  if (units.length < 2) return null
  const names = units.map((unit) => t(unitNames[unit][1])).join(', ')
  return (
    <span className="block text-expiring">
      {t`Several units: ${names}. Each row is converted by its own.`}
    </span>
  )
}
