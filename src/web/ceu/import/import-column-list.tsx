import { hoursText } from '#shared/ceu/ceu-text.ts'
import { toContactHours, unitNames } from '#shared/ceu/units.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-columns.ts'
import { unitsIn } from '#shared/imports/course-table.ts'
import { parseNumber } from '#shared/kernel/spreadsheet-cells.ts'
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
  amounts: EntryImport['amounts']
}

/** The use of each column, guessed from its name, with examples, and what is not clear about them. */
export function ImportColumnList({ columns: table, amounts }: ImportColumnListProps) {
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
      {amounts.bare !== null && <MinutesQuestion {...amounts} {...amounts.bare} />}
      {amounts.fraction !== null && (
        <FractionQuestion
          first={amounts.fraction.first}
          onHours={() => amounts.setFractionsHours(true)}
          onCeus={() => assign(amounts.fraction?.at ?? 0, 'ceu')}
        />
      )}
      {amounts.doubtfulCeu !== null && <CeuQuestion {...amounts} amount={amounts.doubtfulCeu} />}
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

type AmountsProps = ImportColumnListProps['amounts']

/** One answer for every row, which may also be corrected one by one. */
function MinutesQuestion({
  first,
  count,
  bareAre,
  setBareAre,
}: AmountsProps & NonNullable<AmountsProps['bare']>) {
  const isClock = first.includes(':')
  const amount = isClock ? Number(first.split(':')[0]) : (parseNumber(first) ?? 0)
  return (
    <RadioField
      label={t`Does “${first}” mean hours or minutes?`}
      description={t`${plural(count, { one: 'One row has such an amount without a unit.', other: '# rows have such an amount without a unit. Your answer is used for all of them.' })}`}
      items={[
        { id: 'minute', label: t`Minutes: ${first} is ${hoursText(toContactHours(amount, 'minute'), t)}` },
        { id: 'contact_hour', label: t`Hours: ${first} is ${hoursText(amount, t)}` },
      ]}
      value={bareAre}
      onChange={setBareAre}
    />
  )
}

/** 0.2 is as often CEUs as hours where the column does not say. */
function FractionQuestion({ first, onHours, onCeus }: { first: string; onHours(): void; onCeus(): void }) {
  const amount = parseNumber(first) ?? 0
  return (
    <RadioField
      label={t`Does “${first}” mean hours or CEUs?`}
      description={t`1 CEU is 10 contact hours. Your answer is used for the whole column.`}
      items={[
        { id: 'contact_hour', label: t`Hours: ${first} is ${hoursText(amount, t)}` },
        { id: 'ceu', label: t`CEUs: ${first} is ${hoursText(toContactHours(amount, 'ceu'), t)}` },
      ]}
      value={null}
      onChange={(unit) => (unit === 'ceu' ? onCeus() : onHours())}
    />
  )
}

function CeuQuestion({ amount, ceusAre, setCeusAre }: AmountsProps & { amount: string }) {
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
