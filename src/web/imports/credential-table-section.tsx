import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleMinus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { msg, plural } from '#shared/i18n/translate.ts'
import { MAX_IMPORTED } from '#shared/imports/batch.ts'
import { type CredentialUse, credentialUses } from '#shared/imports/credential-columns.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { ColumnQuestionFields } from '#web/ceu/import/column-question-fields.tsx'
import { RowMendForm } from '#web/ceu/import/row-mend-form.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { mendedCells, mendFieldsOf } from './credential-mend-values.ts'
import { knownText, rowText, tableText } from './import-text.ts'
import {
  type CredentialTable,
  type RenewalChoice,
  type TableRow,
  useCredentialTable,
} from './use-credential-table.ts'

const NOT_IMPORTED = 'not-imported'
const columnItems = () => [
  ...Object.entries(credentialUses).map(([id, label]) => ({ id, label: t(label) })),
  { id: NOT_IMPORTED, label: t`Do not import this column` },
]
const PAGE_SIZE = 50

/** One table of credentials: its columns, every row as it would be imported, and the import. */
export function CredentialTableSection({ fileName, table: of }: { fileName: string; table: Table }) {
  const table = useCredentialTable(fileName, of)
  if (table.isLoading) return <Skeleton className="h-64 w-full rounded-card" />
  const { data: done } = table.save
  if (done)
    return (
      <div role="status" className="grid gap-3">
        <p className="flex gap-2.5 rounded-card bg-active-soft p-4">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-active" />
          <span>
            {[
              done.count > 0 &&
                t`${plural(done.count, { one: '# credential imported.', other: '# credentials imported.' })}`,
              done.renewed > 0 &&
                t`${plural(done.renewed, { one: '# credential renewed.', other: '# credentials renewed.' })}`,
              t`You can undo it below for 30 days.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </p>
        {done.skipped.length > 0 && (
          <p className="text-muted">
            {t`${plural(done.skipped.length, { one: '# row was left out, because you have it already.', other: '# rows were left out, because you have them already.' })}`}
          </p>
        )}
        <Link to="/credentials" className={`${buttonClass({ tone: 'primary' })} justify-self-start`}>
          {t`Open my vault`}
        </Link>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <Columns table={table} />
      <Preview table={table} />
    </div>
  )
}

function Columns({ table }: { table: CredentialTable }) {
  const items = columnItems()
  const { columns, assign, isRemembered } = table.columns
  return (
    <section aria-label={t`Columns`} className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        {isRemembered
          ? t`Columns are used as in your last import of a table like this.`
          : t`We guessed what each column contains. Change what is wrong.`}
      </p>
      <ul className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {columns.map(({ name, use, examples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          <li key={at} className="min-w-0">
            <SelectField
              label={name}
              description={<span className="line-clamp-2">{examples.join(' · ') || t`Empty`}</span>}
              items={items}
              value={use ?? NOT_IMPORTED}
              onChange={(id) => assign(at, id === NOT_IMPORTED ? null : (id as CredentialUse))}
            />
          </li>
        ))}
      </ul>
      <ColumnQuestionFields columns={table.columns} labels={credentialUses} />
    </section>
  )
}

function Preview({ table }: { table: CredentialTable }) {
  const [mended, setMended] = useState<number | null>(null)
  const [shown, setShown] = useState(PAGE_SIZE)
  const { rows, ready, save, withKnown, setWithKnown, isTooLong } = table
  const { hasQuestions, isOrderUnknown } = table.columns
  const count = (state: TableRow['state']) => rows.filter((row) => row.state === state).length
  const problems = count('problem')
  const hasOpen = hasQuestions || table.isRenewalOpen
  const canImport = ready > 0 && problems === 0 && !hasOpen && !isTooLong
  return (
    <section aria-label={t`Preview`} className="grid grid-cols-1 gap-4">
      <p role="status" className="font-semibold">
        {tableText(rows.length, {
          ...{ ready, problems, leftOut: count('left out') },
          ...{ known: count('known'), repeated: count('repeated') },
          renewals: table.renewing,
        })}
      </p>
      {table.couldNotCompare && (
        <p className="text-muted">{t`Your vault could not be loaded, so what you have already is not marked.`}</p>
      )}
      {table.renewing > 0 && <RenewalQuestion table={table} />}
      {(count('known') + count('repeated') > 0 || withKnown) && (
        <Checkbox
          label={t`Also import what looks like a credential you have`}
          value={withKnown}
          onChange={setWithKnown}
        />
      )}
      {problems > 0 && (
        <Button className="justify-self-start" onPress={table.leaveOutProblems}>
          {t`${plural(problems, { one: 'Skip the row with a problem', other: 'Skip the # rows with problems' })}`}
        </Button>
      )}
      <ul aria-label={t`Rows`} className="divide-y divide-line border-line border-y">
        {rows.slice(0, shown).map((row) => (
          <li key={row.line}>
            <PreviewRow
              row={row}
              isOpen={hasQuestions}
              renewals={table.renewals}
              onToggle={() => table.toggle(row)}
              onEdit={() => setMended(mended === row.line ? null : row.line)}
            />
            {mended === row.line && (
              <RowMendForm
                line={row.line}
                fields={mendFieldsOf(row)}
                onCancel={() => setMended(null)}
                onSave={(values) => {
                  table.mend(row.line, mendedCells(values))
                  setMended(null)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button className="justify-self-start" onPress={() => setShown(shown + PAGE_SIZE)}>
          {t`Show ${Math.min(PAGE_SIZE, rows.length - shown)} more of ${rows.length - shown}`}
        </Button>
      )}
      {save.error && <ProblemNote problem={save.error} />}
      <p className="text-muted empty:hidden">
        {isOrderUnknown
          ? t`Choose the date format above first.`
          : hasQuestions
            ? t`Answer the questions about the columns above first.`
            : table.isRenewalOpen
              ? t`Choose above what happens to the rows that end later.`
              : isTooLong
                ? t`You can import at most ${MAX_IMPORTED.toLocaleString(t.locale)} credentials at once. Split the file.`
                : problems > 0
                  ? t`Correct the rows with problems, change the columns, or skip them.`
                  : ready === 0
                    ? t`There are no rows to import.`
                    : ''}
      </p>
      <Button
        tone="primary"
        className="sm:w-fit"
        isDisabled={!canImport}
        isPending={save.isPending}
        onPress={() => canImport && save.mutate()}
      >
        {t`${plural(ready, { one: 'Import # credential', other: 'Import # credentials' })}`}
      </Button>
    </section>
  )
}

/** As in the form of a new card: a later date renews what is held, or is another credential. */
function RenewalQuestion({ table }: { table: CredentialTable }) {
  return (
    <RadioField
      label={t`${plural(table.renewing, { one: 'One row ends later than a credential that you have. What do you want to do?', other: '# rows end later than credentials that you have. What do you want to do?' })}`}
      description={t`If you renew, the old term moves to the history of the credential.`}
      items={[
        { id: 'renew', label: t`Renew what I have` },
        { id: 'add', label: t`Add it as a second one` },
        { id: 'skip', label: t`Skip it` },
      ]}
      value={table.renewals}
      onChange={table.setRenewals}
    />
  )
}

const renewalTexts = { renew: msg`Renews`, add: msg`Ready`, skip: msg`Skipped` }
const states = {
  ready: { Icon: CircleCheck, look: 'text-active', text: msg`Ready` },
  problem: { Icon: CircleAlert, look: 'text-expired', text: msg`Problem` },
  open: { Icon: CircleMinus, look: 'text-muted', text: msg`Question above` },
  known: { Icon: CircleMinus, look: 'text-muted', text: msg`You have it` },
  repeated: { Icon: CircleMinus, look: 'text-muted', text: msg`Listed above` },
  renewal: { Icon: RefreshCw, look: 'text-accent', text: msg`Question above` },
  'left out': { Icon: CircleMinus, look: 'text-muted', text: msg`Skipped` },
}

/** `isOpen`: a question about the columns is not answered. */
type PreviewRowProps = {
  row: TableRow
  isOpen: boolean
  renewals: RenewalChoice | null
  onToggle(): void
  onEdit(): void
}

function PreviewRow({ row, isOpen, renewals, onToggle, onEdit }: PreviewRowProps) {
  const { locale } = useUser()
  const { Icon, look, text } = states[row.state === 'ready' && isOpen ? 'open' : row.state]
  const stateText = row.state === 'renewal' && renewals && !isOpen ? renewalTexts[renewals] : text
  const { title, facts } = rowText(row, (date) => formatDate(date, locale))
  const isLeftOut = row.state === 'left out'
  return (
    <div className="flex gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p
          className={`break-words font-semibold ${row.state === 'ready' || row.state === 'renewal' ? '' : 'text-muted'}`}
        >
          {title}
        </p>
        <p className="break-words text-muted text-sm">{facts.join(' · ')}</p>
        {(row.state === 'known' || row.state === 'renewal') && row.known && (
          <p className="text-expiring text-sm">{knownText(row.known, (date) => formatDate(date, locale))}</p>
        )}
        {row.doubt !== null && <p className="text-expiring text-sm">{row.doubt}</p>}
        {row.doubt === null &&
          row.problems.map(({ path, message }) => (
            <p key={`${path} ${message}`} className="font-semibold text-expired text-sm">
              {`${t(credentialUses[path as CredentialUse] ?? msg`Row`)}: ${message === 'Required' ? t`missing` : t(message)}`}
            </p>
          ))}
      </div>
      <div className="flex shrink-0 flex-col items-end text-sm">
        <span className="text-muted">{t`Row ${row.line}`}</span>
        <span className={look}>{t(stateText)}</span>
        <Button tone="quiet" onPress={onEdit} aria-label={t`Edit row ${row.line}`}>{t`Edit`}</Button>
        <Button
          tone="quiet"
          onPress={onToggle}
          aria-label={isLeftOut ? t`Include row ${row.line}` : t`Skip row ${row.line}`}
        >
          {isLeftOut ? t`Include` : t`Skip`}
        </Button>
      </div>
    </div>
  )
}
