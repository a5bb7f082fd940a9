import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import { type Unit, unitNames } from '#shared/ceu/units.ts'
import { type ColumnUse, columnUses, readCourseColumns } from '#shared/imports/course-columns.ts'
import { unitsIn } from '#shared/imports/course-table.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { useCycles } from '#web/ceu/api.ts'
import { BackToCycleLink, NoCyclesView } from '#web/ceu/cycle-link.tsx'
import { cycleName, periodText } from '#web/ceu/cycle-text.ts'
import { TopicOfferView } from '#web/ceu/topic-offer-view.tsx'
import { takeSheet } from '#web/files/handed-files.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { restoreFocus } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { HeadRowPicker } from './head-row-picker.tsx'
import { ImportBar, SkippedRowsFields } from './import-bar.tsx'
import { columnsSummary, ImportColumnList } from './import-column-list.tsx'
import { mendedCells, mendFieldsOf } from './import-mend-values.ts'
import { ImportQuestions } from './import-question-fields.tsx'
import { ImportResultView } from './import-result-view.tsx'
import { ImportSourcePicker } from './import-source-picker.tsx'
import { entriesText, reviewText, standingOf, viewOf } from './import-text.ts'
import { ReviewRowList } from './review-row-list.tsx'
import { type EntryImport, useEntryImport } from './use-entry-import.ts'
import { type TableColumns, useTableColumns } from './use-table-columns.ts'

const dateUses: readonly ColumnUse[] = ['completedAt']
const route = getRouteApi('/credentials/entries/import')

export function EntryImportPage() {
  const { cycleId } = route.useSearch()
  const { data, error, refetch } = useCycles()
  const cycle = data?.items.find(({ id }) => id === cycleId)
  if (!data && !error) return <PageSpinner />
  return (
    <Page
      title={t`Import from a spreadsheet`}
      width="form"
      eyebrow={<BackToCycleLink cycle={cycle} />}
      intro={t`You review every row before anything is saved. Either all rows are imported or none.`}
    >
      {!data && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoCyclesView />}
      {data && data.items.length > 0 && <Import cycles={data.items} firstId={cycle?.id ?? null} />}
    </Page>
  )
}

function Import({ cycles, firstId }: { cycles: CeuCycle[]; firstId: string | null }) {
  const [table, setTable] = useState<Table | null>(null)
  const takeHanded = useEffectEvent(() => {
    const handed = takeSheet()
    if (handed !== null) setTable(handed)
  })
  useEffect(() => takeHanded(), [])
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set())
  /** The cycle that the user came from comes first: it gets the rows that match no cycle. */
  const chosen = useMemo(
    () =>
      cycles
        .filter(({ id }) => !excludedIds.has(id))
        .sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId)),
    [cycles, excludedIds, firstId],
  )
  useRestoredFocus(String(table !== null))
  if (table === null) return <ImportSourcePicker onTable={setTable} />
  return (
    <TableImport
      key={`${table.head} ${table.rows.length}`}
      {...{ table, setTable, chosen }}
      cycleChoice={<CycleChoice {...{ cycles, excludedIds, setExcludedIds }} />}
    />
  )
}

type TableImportProps = {
  table: Table
  setTable(table: Table | null): void
  chosen: CeuCycle[]
  cycleChoice: ReactNode
}

function TableImport({ table, setTable, chosen, cycleChoice }: TableImportProps) {
  const columns = useTableColumns<ColumnUse>(table, { read: readCourseColumns, dateUses, shared: 'status' })
  const entryImport = useEntryImport(columns, chosen)
  useRestoredFocus(String(entryImport.done !== null))
  if (entryImport.done)
    return (
      <ImportResultView
        count={entryImport.done.count}
        skipped={entryImport.done.skipped.length}
        cycles={chosen}
        isUndoing={entryImport.undo.isPending}
        undoError={entryImport.undo.error}
        onUndo={() =>
          entryImport.done &&
          entryImport.undo.mutate(entryImport.done.importId, {
            onSuccess: ({ deleted }) =>
              showToast({ title: t`Import undone: ${entriesText(deleted)} deleted` }),
          })
        }
      />
    )
  const { isTableClear } = entryImport
  return (
    <div className="grid grid-cols-1 gap-6">
      <Button tone="quiet" className="-my-4 w-fit" onPress={() => setTable(null)}>
        {t`Choose another file`}
      </Button>
      {columns.rows.length > MAX_IMPORT && (
        <p role="alert" className="rounded-card bg-expired-soft p-4">
          {t`You can import at most ${MAX_IMPORT.toLocaleString(t.locale)} rows at once. Split the file and import the parts one after the other.`}
        </p>
      )}
      <ImportPreview columns={columns} entryImport={entryImport} cycles={chosen}>
        <div className="border-line border-t">
          <Disclosure
            id="import-columns"
            title={t`Columns`}
            summary={columnsSummary(columns, columnUses)}
            isRequested={!isTableClear}
          >
            <HeadRowPicker table={table} onChange={setTable} />
            <ImportColumnList
              columns={columns}
              labels={columnUses}
              noteOf={(at, use) => <MixedUnits units={unitsIn(columns.rows, at, use)} />}
            />
          </Disclosure>
          {cycleChoice}
        </div>
      </ImportPreview>
      <UnsavedChangesGuard isDirty={!entryImport.isSaving} />
    </div>
  )
}

function MixedUnits({ units }: { units: readonly Unit[] }) {
  if (units.length < 2) return null
  const names = units.map((unit) => t(unitNames[unit][1])).join(', ')
  return (
    <span className="block text-expiring">
      {t`Several units: ${names}. Each row is converted by its own.`}
    </span>
  )
}

/** Each step removes the pressed button, so the focus is restored. */
function useRestoredFocus(step: string) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current !== step) restoreFocus()
    last.current = step
  }, [step])
}

type CycleChoiceProps = {
  cycles: CeuCycle[]
  excludedIds: ReadonlySet<string>
  setExcludedIds(ids: ReadonlySet<string>): void
}

function CycleChoice({ cycles, excludedIds, setExcludedIds }: CycleChoiceProps) {
  const { locale } = useUser()
  const chosen = cycles.filter(({ id }) => !excludedIds.has(id))
  return (
    <Disclosure
      id="import-cycles"
      title={t`Counts in`}
      summary={chosen.map(cycleName).join(', ')}
      isRequested={chosen.length === 0}
      note={
        chosen.length === 0 && (
          <p
            role="alert"
            className="pb-4 font-semibold text-expired text-sm"
          >{t`Choose at least one cycle`}</p>
        )
      }
    >
      <p className="text-muted">{t`Each row counts in every selected cycle whose dates include its date.`}</p>
      {cycles.map((cycle) => (
        <Checkbox
          key={cycle.id}
          label={cycleName(cycle)}
          description={periodText(cycle, locale)}
          value={!excludedIds.has(cycle.id)}
          onChange={(isOn) => {
            const next = new Set(excludedIds)
            if (isOn) next.delete(cycle.id)
            else next.add(cycle.id)
            setExcludedIds(next)
          }}
        />
      ))}
    </Disclosure>
  )
}

type ImportPreviewProps = {
  columns: TableColumns<ColumnUse>
  entryImport: EntryImport
  cycles: CeuCycle[]
  /** How the table is read. */
  children: ReactNode
}

function ImportPreview({ columns, entryImport, cycles, children }: ImportPreviewProps) {
  const { locale } = useUser()
  const { previews, skipped, setSkipped, hasQuestions } = entryImport
  const standings = previews.map((row) => standingOf(row, hasQuestions))
  const problemCount = previews.filter(
    ({ line, problems, doubt, isDuplicate }) =>
      problems.length > 0 &&
      doubt === null &&
      !skipped.lines.has(line) &&
      !(isDuplicate && skipped.duplicates),
  ).length
  return (
    <section aria-label={t`Preview`} className="grid grid-cols-1 gap-4">
      <p role="status">{reviewText(standings)}</p>
      {entryImport.couldNotLoadEntries && (
        <p className="text-muted">
          <Trans>Your entries could not be loaded, so duplicates of them are not marked.</Trans>
        </p>
      )}
      {entryImport.problem && <ProblemNote problem={entryImport.problem} />}
      <ImportQuestions columns={columns} amounts={entryImport.amounts} />
      <TopicOfferView labels={entryImport.labels} cycles={cycles} />
      <SkippedRowsFields
        {...{ skipped, setSkipped, problemCount }}
        knownCount={previews.filter(({ isKnown }) => isKnown).length}
        repeatedCount={previews.filter(({ isKnown, isDuplicate }) => isDuplicate && !isKnown).length}
      />
      {children}
      <ReviewRowList
        rows={previews}
        standingOf={(row) => standingOf(row, hasQuestions)}
        viewOf={(row) => viewOf(row, hasQuestions, locale)}
        fieldsOf={mendFieldsOf}
        onMend={(row, values) => entryImport.mend(row.line, mendedCells(values, row))}
        onToggle={entryImport.toggle}
      />
      <ImportBar
        {...{ hasQuestions }}
        open={standings.filter((standing) => standing === 'open').length}
        blocked={blockedText(entryImport, cycles.length > 0)}
        label={t`Import ${entriesText(entryImport.ready)}`}
        isPending={entryImport.isSaving || entryImport.isLoadingEntries}
        onImport={entryImport.start}
      />
    </section>
  )
}

/** Why nothing can be imported although nothing is asked; empty if it can. */
function blockedText({ ready, canImport }: EntryImport, hasCycle: boolean): string {
  if (!hasCycle) return t`Choose at least one cycle`
  if (ready === 0) return t`There are no rows to import.`
  return canImport ? '' : t`Split the file first.`
}
