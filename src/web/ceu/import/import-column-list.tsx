import type { ReactNode } from 'react'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { t } from '#web/i18n/t.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { TableColumns } from './use-table-columns.ts'

const NOT_IMPORTED = 'not-imported'

/** "Title, Provider, Contact hours, Date": what the columns are used for. */
export function columnsSummary<Use extends string>(
  { columns }: TableColumns<Use>,
  labels: Readonly<Record<Use, string>>,
): string {
  const used = columns.flatMap(({ use }) => (use === null ? [] : t(labels[use])))
  return used.length === 0 ? t`No column is used yet` : used.join(', ')
}

type ImportColumnListProps<Use extends string> = {
  columns: TableColumns<Use>
  labels: Readonly<Record<Use, string>>
  /** What else is to be said about a column. */
  noteOf?(at: number, use: Use | null): ReactNode
}

/** The use of each column, guessed from its name, with examples. */
export function ImportColumnList<Use extends string>({
  columns: { columns, assign, isRemembered },
  labels,
  noteOf,
}: ImportColumnListProps<Use>) {
  const items = [
    ...keysOf(labels).map((id) => ({ id: id as string, label: t(labels[id]) })),
    { id: NOT_IMPORTED, label: t`Do not import this column` },
  ]
  return (
    <>
      <p className="text-muted">
        {isRemembered
          ? t`Columns are used as in your last import of a table like this.`
          : t`We guessed what each column contains. Change what is wrong.`}
      </p>
      <ul aria-label={t`Columns`} className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {columns.map(({ name, examples, use }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          <li key={at} className="min-w-0">
            <SelectField
              label={name}
              description={
                <>
                  <span className="line-clamp-2">{examples.join(' · ') || t`Empty`}</span>
                  {noteOf?.(at, use)}
                </>
              }
              items={items}
              value={use ?? NOT_IMPORTED}
              onChange={(id) => assign(at, keysOf(labels).find((each) => each === id) ?? null)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
