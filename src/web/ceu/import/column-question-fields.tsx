import { CircleHelp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { EVERYBODY, type TableColumns } from './use-table-columns.ts'

const NONE = 'none'

/** Frames the questions about a table, above its rows. */
export function TableQuestions({ children }: { children: ReactNode }) {
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      data-questions
      className="grid grid-cols-1 gap-5 rounded-card border border-line-strong bg-surface p-4 sm:p-5"
    >
      <h2 id={title} className="flex items-center gap-2 text-lg">
        <CircleHelp aria-hidden className="size-5 shrink-0 text-expiring" />
        {t`Questions about your table`}
      </h2>
      {children}
    </section>
  )
}

export const hasColumnQuestions = <Use extends string>({ doubts, people, asksOrder }: TableColumns<Use>) =>
  doubts.length > 0 || people.length > 1 || asksOrder

/** What only the owner can say about the columns of a table. */
export function ColumnQuestionFields<Use extends string>({
  columns: table,
  labels,
}: {
  columns: TableColumns<Use>
  labels: Readonly<Record<Use, string>>
}) {
  const { doubts, columns, people, person, asksOrder, isOrderUnknown, order } = table
  return (
    <>
      {doubts.map(({ use, at }) => (
        <RadioField
          key={use}
          label={t`Which column is “${t(labels[use])}”?`}
          items={[
            ...at.map((index) => ({ id: String(index), label: columns[index]?.name ?? '' })),
            { id: NONE, label: t`None of these` },
          ]}
          value={null}
          onChange={(id) => (id === NONE ? table.settle(use) : table.assign(Number(id), use))}
        />
      ))}
      {people.length > 1 && (
        <SelectField
          label={t`This table names several people. Whose rows do you want to import?`}
          items={[
            ...people.slice(0, 200).map((name) => ({ id: name, label: name })),
            { id: EVERYBODY, label: t`All rows` },
          ]}
          value={person}
          onChange={table.setPerson}
        />
      )}
      {asksOrder && (
        <RadioField
          label={t`How should we read dates like ${table.ambiguousDate}?`}
          {...(isOrderUnknown
            ? { description: t`These dates are ambiguous. Choose one format for all rows.` }
            : {})}
          items={[
            { id: 'month-first', label: t`Month first` },
            { id: 'day-first', label: t`Day first` },
          ]}
          value={isOrderUnknown ? null : order}
          onChange={table.setOrder}
        />
      )}
    </>
  )
}
