import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import { BackLink } from '#web/ceu/back-to-cycle-view.tsx'
import { cycleName, periodText } from '#web/ceu/cycle-text.ts'
import { NoCycleView } from '#web/ceu/entries/entry-cycles-field.tsx'
import { useCycles } from '#web/ceu/use-cycles.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { ColumnList } from './import-column-list.tsx'
import { ImportDone } from './import-result-view.tsx'
import { RowList } from './import-row-list.tsx'
import { SourcePicker } from './import-source-picker.tsx'
import { entriesText, previewText, rowsText } from './import-text.ts'
import { useEntryImport } from './use-entry-import.ts'
import { type Sheet, useEntrySheet } from './use-import-sheet.ts'

const route = getRouteApi('/credentials/entries/import')

export function EntryImportPage() {
  const { cycleId } = route.useSearch()
  const { data, error, refetch } = useCycles()
  const cycle = data?.items.find(({ id }) => id === cycleId)
  if (!data && !error) return <PageSpinner />
  return (
    <Page
      title="Import from a spreadsheet"
      width="form"
      eyebrow={<BackLink cycle={cycle} />}
      intro="You see every row before anything is saved. All of them come in, or none."
    >
      {!data && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoCycleView />}
      {data && data.items.length > 0 && <Import cycles={data.items} firstId={cycle?.id ?? null} />}
    </Page>
  )
}

function Import({ cycles, firstId }: { cycles: CeuCycle[]; firstId: string | null }) {
  const sheet = useEntrySheet()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** The one that she came from takes what lies in none. */
  const chosen = useMemo(
    () =>
      cycles
        .filter(({ id }) => !left.has(id))
        .sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId)),
    [cycles, left, firstId],
  )
  const work = useEntryImport(sheet, chosen)
  useFocusKept(`${sheet.rows.length > 0} ${work.done !== null}`)
  if (work.done)
    return (
      <ImportDone
        count={work.done.count}
        cycles={chosen}
        isUndoing={work.undo.isPending}
        undoError={work.undo.error}
        onUndo={() =>
          work.done &&
          work.undo.mutate(work.done.importId, {
            onSuccess: ({ deleted }) => showToast({ title: `Undone: ${entriesText(deleted)} deleted` }),
          })
        }
      />
    )
  if (sheet.rows.length === 0) return <SourcePicker onText={sheet.take} />
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {`${rowsText(sheet.rows.length)} were read.`}
        <Button tone="quiet" onPress={sheet.drop}>
          Choose another file
        </Button>
      </p>
      {sheet.rows.length > MAX_IMPORT && (
        <p role="alert" className="rounded-card bg-expired-soft p-4">
          {`That is more than the ${MAX_IMPORT.toLocaleString('en-US')} that can come in at once. Split the file in two and import one after the other.`}
        </p>
      )}
      <ColumnList sheet={sheet} />
      <CycleChoice {...{ cycles, left, setLeft }} />
      <PreviewPart sheet={sheet} work={work} hasCycle={chosen.length > 0} />
      <UnsavedChangesGuard isDirty={!work.isSaving} />
    </div>
  )
}

/** With each step the button that was pressed goes. */
function useFocusKept(step: string) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current !== step) restoreFocus()
    last.current = step
  }, [step])
}

type ChoiceProps = { cycles: CeuCycle[]; left: ReadonlySet<string>; setLeft(left: ReadonlySet<string>): void }

function CycleChoice({ cycles, left, setLeft }: ChoiceProps) {
  const { locale } = useUser()
  return (
    <fieldset className="grid grid-cols-1 gap-1">
      <legend className="text-lg font-semibold">Counts in</legend>
      <p className="text-muted">Each row counts in every chosen cycle whose dates contain its day.</p>
      {cycles.map((cycle) => (
        <Checkbox
          key={cycle.id}
          label={cycleName(cycle)}
          description={periodText(cycle, locale)}
          isSelected={!left.has(cycle.id)}
          onChange={(isOn) => {
            const next = new Set(left)
            if (isOn) next.delete(cycle.id)
            else next.add(cycle.id)
            setLeft(next)
          }}
        />
      ))}
      {left.size === cycles.length && (
        <p role="alert" className="font-semibold text-expired text-sm">
          Choose at least one cycle
        </p>
      )}
    </fieldset>
  )
}

type Work = ReturnType<typeof useEntryImport>

function PreviewPart({ sheet, work, hasCycle }: { sheet: Sheet; work: Work; hasCycle: boolean }) {
  const { locale } = useUser()
  const { previews, leftOut, setLeftOut } = work
  const bad = previews.filter(({ problems }) => problems.length > 0).length
  const twins = previews.filter(({ isTwin }) => isTwin).length
  return (
    <section aria-labelledby="preview-title" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="preview-title" className="text-lg">
          What would come in
        </h2>
        <p role="status">{previewText(previews)}</p>
        {work.couldNotCompare && (
          <p className="text-muted">
            Your entries could not be read, so that rows you have already are not marked.
          </p>
        )}
      </div>
      {bad > 0 && (
        <Checkbox
          label={`Leave out the ${rowsText(bad)} with problems`}
          isSelected={leftOut.problems}
          onChange={(problems) => setLeftOut({ ...leftOut, problems })}
        />
      )}
      {twins > 0 && (
        <Checkbox
          label={`Leave out the ${rowsText(twins)} that are there already`}
          isSelected={leftOut.twins}
          onChange={(isOut) => setLeftOut({ ...leftOut, twins: isOut })}
        />
      )}
      {work.problem && <ProblemNote problem={work.problem} />}
      <RowList previews={previews} locale={locale} />
      <p className="text-muted empty:hidden">{blockText(sheet, work, hasCycle, bad)}</p>
      <div className="max-sm:sticky max-sm:bottom-[calc(var(--bottom-stack-height,0px)+12px)] max-sm:z-20">
        <Button
          tone="primary"
          isPending={work.isSaving}
          isDisabled={!work.canImport || work.isReading}
          onPress={work.start}
          className="max-sm:w-full max-sm:shadow-card"
        >
          {`Import ${entriesText(work.ready)}`}
        </Button>
      </div>
    </section>
  )
}

/** Why the button does not work yet. */
function blockText(sheet: Sheet, work: Work, hasCycle: boolean, bad: number): string {
  if (work.canImport || !hasCycle) return ''
  if (sheet.isOrderOpen) return 'First say above how the dates are meant.'
  if (bad > 0 && !work.leftOut.problems)
    return 'Correct the rows with problems in your file and choose it again, or leave them out.'
  return work.ready === 0 ? 'No row is left to import.' : ''
}
