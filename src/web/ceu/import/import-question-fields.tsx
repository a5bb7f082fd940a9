import { hoursText } from '#shared/ceu/ceu-text.ts'
import { toContactHours } from '#shared/ceu/units.ts'
import { plural } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses } from '#shared/imports/course-columns.ts'
import { parseNumber } from '#shared/kernel/spreadsheet-cells.ts'
import { t } from '#web/i18n/t.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { ColumnQuestionFields, hasColumnQuestions, TableQuestions } from './column-question-fields.tsx'
import type { EntryImport } from './use-entry-import.ts'
import type { TableColumns } from './use-table-columns.ts'

type AmountsProps = EntryImport['amounts']
type ImportQuestionsProps = { columns: TableColumns<ColumnUse>; amounts: AmountsProps }

/** What only the owner can say about the whole table. An answer can be changed. */
export function ImportQuestions({ columns, amounts }: ImportQuestionsProps) {
  const { bare, fraction, doubtfulCeu } = amounts
  if (!hasColumnQuestions(columns) && (bare ?? fraction ?? doubtfulCeu) === null) return null
  return (
    <TableQuestions>
      <ColumnQuestionFields columns={columns} labels={columnUses} />
      {bare !== null && <MinutesQuestion {...amounts} {...bare} />}
      {fraction !== null && (
        <FractionQuestion
          first={fraction.first}
          onHours={() => amounts.setFractionsHours(true)}
          onCeus={() => columns.assign(fraction.at, 'ceu')}
        />
      )}
      {doubtfulCeu !== null && <CeuQuestion {...amounts} amount={doubtfulCeu} />}
    </TableQuestions>
  )
}

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
