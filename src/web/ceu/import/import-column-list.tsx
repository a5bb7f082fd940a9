import { unitNames } from '#shared/ceu/units.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-columns.ts'
import { unitsIn } from '#shared/imports/course-table.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ColumnQuestionFields } from './column-question-fields.tsx'
import type { EntryImport } from './use-entry-import.ts'
import type { TableColumns } from './use-table-columns.ts'

const NOT_IMPORTED = 'not-imported'
const items = [
  ...Object.entries(columnUses).map(([id, label]) => ({ id, label })),
  { id: NOT_IMPORTED, label: msg`Do not import this column` },
]

const isColumnUse = (id: string): id is ColumnUse => id in columnUses

type ImportColumnListProps = {
  columns: TableColumns<ColumnUse>
  ceus: Pick<EntryImport, 'doubtfulCeu' | 'ceusAre' | 'setCeusAre'>
}

/** The use of each column, guessed from its name, with examples, and what is not clear about them. */
export function ImportColumnList({ columns: table, ceus }: ImportColumnListProps) {
  const { columns, assign, rows } = table
  return (
    <section aria-labelledby="columns-title" className="grid grid-cols-1 gap-4">
      <h2 id="columns-title" className="text-lg">{t`Columns`}</h2>
      <ul className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
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
      <ColumnQuestionFields columns={table} labels={columnUses} />
      {ceus.doubtfulCeu !== null && <CeuQuestion {...ceus} amount={ceus.doubtfulCeu} />}
    </section>
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

function CeuQuestion({ amount, ceusAre, setCeusAre }: ImportColumnListProps['ceus'] & { amount: string }) {
  const tenfold = String(Math.round(Number(amount) * 100) / 10)
  return (
    <RadioField
      label={t`Does the table count CEUs, or contact hours?`}
      description={t`1 CEU is 10 contact hours. Many lists say CEUs and mean contact hours.`}
      items={[
        { id: 'contact_hour', label: t`Contact hours: ${amount} is ${amount} hours` },
        { id: 'ceu', label: t`CEUs: ${amount} is ${tenfold} hours` },
      ]}
      value={ceusAre}
      onChange={setCeusAre}
    />
  )
}
