import { type ReactNode, useId } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { MAX_IMPORTED } from '#shared/imports/batch.ts'
import { credentialUses } from '#shared/imports/credential-columns.ts'
import type { IssuerQuestion } from '#shared/imports/missing-issuers.ts'
import type { Table } from '#shared/imports/table-head.ts'
import {
  ColumnQuestionFields,
  hasColumnQuestions,
  TableQuestions,
} from '#web/ceu/import/column-question-fields.tsx'
import { ImportBar, SkippedRowsFields } from '#web/ceu/import/import-bar.tsx'
import { columnsSummary, ImportColumnList } from '#web/ceu/import/import-column-list.tsx'
import { ImportedView } from '#web/ceu/import/import-result-view.tsx'
import { reviewText } from '#web/ceu/import/import-text.ts'
import { ReviewRowList } from '#web/ceu/import/review-row-list.tsx'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { mendedCells, mendFieldsOf } from './credential-mend-values.ts'
import { standingOf, viewOf } from './import-text.ts'
import { type CredentialTable, useCredentialTable } from './use-credential-table.ts'

type CredentialTableProps = {
  fileName: string
  table: Table
  /** How the table is read. */
  children: ReactNode
}

/** One table of credentials: what only the owner can say, every row as it would be imported, and the import. */
export function CredentialTableSection({ fileName, table: of, children }: CredentialTableProps) {
  const table = useCredentialTable(fileName, of)
  if (table.isLoading) return <Skeleton className="h-64 w-full rounded-card" />
  if (table.save.data) return <Imported {...table.save.data} />
  return (
    <>
      <Review table={table}>{children}</Review>
      <UnsavedChangesGuard isDirty={!table.save.isPending} />
    </>
  )
}

type ImportedProps = { count: number; renewed: number; skipped: readonly unknown[] }

function Imported({ count, renewed, skipped: { length: skipped } }: ImportedProps) {
  const imported = t`${plural(count, { one: '# credential', other: '# credentials' })} imported`
  const renewedText = t`${plural(renewed, { one: '# credential', other: '# credentials' })} renewed`
  const title = [count > 0 ? imported : '', renewed > 0 ? renewedText : ''].filter(Boolean).join(', ')
  return (
    <ImportedView
      title={title}
      skipped={skipped}
      actions={
        <ButtonLink to="/credentials" tone="primary">
          {t`Go to My Vault`}
        </ButtonLink>
      }
    >
      <p>{t`You can undo it below for 30 days.`}</p>
    </ImportedView>
  )
}

function Questions({ table }: { table: CredentialTable }) {
  const { columns, renewing, issuerQuestions } = table
  if (!hasColumnQuestions(columns) && renewing === 0 && issuerQuestions.length === 0) return null
  return (
    <TableQuestions>
      <ColumnQuestionFields columns={columns} labels={credentialUses} />
      {issuerQuestions.map((question) => (
        <IssuerField
          key={question.lines.join()}
          question={question}
          onAnswer={(issuer) => table.answerIssuer(question, issuer)}
        />
      ))}
      {renewing > 0 && <RenewalField table={table} />}
    </TableQuestions>
  )
}

type IssuerFieldProps = { question: IssuerQuestion; onAnswer(issuer: string): void }

function IssuerField({ question: { codes, issuers, lines, issuer }, onAnswer }: IssuerFieldProps) {
  return (
    <RadioField
      label={t`Who issued ${new Intl.ListFormat(t.locale).format(codes)}?`}
      description={t`${plural(lines.length, { one: 'One row does not say. For any other issuer, edit the row.', other: '# rows do not say. For any other issuer, edit the row.' })}`}
      items={issuers.map((name) => ({ id: name, label: name }))}
      value={issuer}
      onChange={onAnswer}
    />
  )
}

/** As in the form of a new card: a later date renews what is held, or is another credential. */
function RenewalField({ table }: { table: CredentialTable }) {
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

function Review({ table, children }: { table: CredentialTable; children: ReactNode }) {
  const { locale } = useUser()
  const id = useId()
  const { rows, ready, save, skipped, setSkipped, columns } = table
  const answers = { hasQuestions: columns.hasQuestions, renewals: table.renewals }
  const problemCount = rows.filter(
    ({ problems, choice }) => problems.length > 0 && choice !== 'include',
  ).length
  const standings = rows.map((row) => standingOf(row, answers))
  return (
    <section aria-label={t`Preview`} className="grid grid-cols-1 gap-4">
      <p role="status">{reviewText(standings)}</p>
      {table.couldNotCompare && (
        <p className="text-muted">{t`Your vault could not be loaded, so what you have already is not marked.`}</p>
      )}
      {table.problem && <ProblemNote problem={table.problem} />}
      <Questions table={table} />
      <SkippedRowsFields
        {...{ skipped, setSkipped, problemCount }}
        knownCount={rows.filter(({ known, state }) => known !== null && state !== 'renewal').length}
        repeatedCount={rows.filter(({ known, isRepeated }) => isRepeated && known === null).length}
      />
      <div className="border-line border-t">
        <Disclosure
          id={`${id}-columns`}
          title={t`Columns`}
          summary={columnsSummary(columns, credentialUses)}
          isRequested={!table.isTableClear}
        >
          <ImportColumnList columns={columns} labels={credentialUses} />
        </Disclosure>
        {children}
      </div>
      <ReviewRowList
        rows={rows}
        standingOf={(row) => standingOf(row, answers)}
        viewOf={(row) => viewOf(row, answers, locale)}
        fieldsOf={mendFieldsOf}
        onMend={(row, values) => table.mend(row.line, mendedCells(values))}
        onToggle={table.toggle}
      />
      <ImportBar
        hasQuestions={columns.hasQuestions || table.isRenewalOpen}
        open={standings.filter((standing) => standing === 'open').length}
        blocked={blockedText(table)}
        label={t`${plural(ready, { one: 'Import # credential', other: 'Import # credentials' })}`}
        isPending={save.isPending}
        onImport={() => save.mutate()}
      />
    </section>
  )
}

/** Why nothing can be imported although nothing is asked; empty if it can. */
function blockedText({ ready, isTooLong }: CredentialTable): string {
  if (isTooLong)
    return t`You can import at most ${MAX_IMPORTED.toLocaleString(t.locale)} credentials at once. Split the file.`
  return ready === 0 ? t`There are no rows to import.` : ''
}
