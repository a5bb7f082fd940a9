import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ColumnUse } from '#shared/imports/course-columns.ts'
import {
  amountUses,
  doubtfulAmounts,
  doubtfulCeu,
  doubtfulFraction,
  parseRows,
} from '#shared/imports/course-table.ts'
import { isCompleteEntry, type NewEntry } from '#shared/imports/new-entry.ts'
import { ceuKey, importEntries, listEntries, removeImport } from '#web/ceu/api.ts'
import { everyItem } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import {
  type Preview,
  previewOf,
  rejectedRows,
  rejectionText,
  skippedAtFirst,
  toggleLine,
} from './import-text.ts'
import type { TableColumns } from './use-table-columns.ts'

export type EntryImport = ReturnType<typeof useEntryImport>
type OwnCells = Partial<Record<ColumnUse, string>>

const noErrors: ReadonlyMap<number, FieldError[]> = new Map()

/** Every entry of the user, to recognize rows that exist already. */
function useAllEntries() {
  return useQuery({
    queryKey: [...ceuKey, 'all-entries'],
    queryFn: ({ signal }) => everyItem((cursor) => listEntries(cursor, signal)),
    staleTime: 0,
  })
}

/** The preview of a sheet, its import, and Undo. */
export function useEntryImport(columns: TableColumns<ColumnUse>, cycles: readonly CeuCycle[]) {
  const queryClient = useQueryClient()
  const today = useToday()
  const entries = useAllEntries()
  const [skipped, setSkipped] = useState(skippedAtFirst)
  /** The server's errors. They apply to exactly these parsed rows. */
  const [rejected, setRejected] = useState<{ of: unknown; byLine: typeof noErrors }>({
    of: null,
    byLine: noErrors,
  })
  const [problem, setProblem] = useState<Problem | null>(null)
  const { header, rows, uses, order, swapped } = columns
  const [own, setOwn] = useState<ReadonlyMap<number, OwnCells>>(new Map())
  const [ceusAre, setCeusAre] = useState<'ceu' | 'contact_hour' | null>(null)
  const [bareAre, setBareAre] = useState<'minute' | 'contact_hour' | null>(null)
  const ceu = useMemo(() => doubtfulCeu(rows, uses), [rows, uses])
  const bare = useMemo(() => doubtfulAmounts(rows, { uses, own }), [rows, uses, own])
  const [areFractionsHours, setFractionsHours] = useState(false)
  const fraction = useMemo(
    () => (areFractionsHours ? null : doubtfulFraction(rows, { header, uses, own })),
    [rows, header, uses, own, areFractionsHours],
  )
  const hasQuestions = columns.hasQuestions || fraction !== null || (ceu !== null && ceusAre === null)
  const parsed = useMemo(
    () =>
      parseRows(rows.slice(0, MAX_IMPORT), {
        ...{ header, uses, order, cycles, today, t, swapped },
        ...{ own, ceusAre, bareAre },
      }),
    [rows, header, uses, order, cycles, today, ceusAre, bareAre, own, swapped],
  )
  const known = useMemo(
    () => new Set((entries.data ?? []).flatMap((entry) => duplicateKeyOf(entry) ?? [])),
    [entries.data],
  )
  const previews = useMemo(
    () =>
      previewOf(parsed, known, duplicateKeyOf, rejected.of === parsed ? rejected.byLine : noErrors, skipped),
    [parsed, known, rejected, skipped],
  )
  const ready = previews.flatMap(({ line, entry, state }) =>
    state === 'ready' && isCompleteEntry(entry) ? [{ line, entry }] : [],
  )
  const canImport =
    ready.length > 0 &&
    rows.length <= MAX_IMPORT &&
    cycles.length > 0 &&
    !hasQuestions &&
    previews.every(({ state }) => state !== 'problem')
  const keyFor = useRef({ body: '', key: '' })
  const save = useMutation({
    mutationFn: (list: NewEntry[]) => {
      // Retrying the same rows repeats the same import, even after a lost response. Other rows are a new import.
      const body = JSON.stringify(list)
      if (keyFor.current.body !== body) keyFor.current = { body, key: crypto.randomUUID() }
      return importEntries(list, skipped.duplicates ? 'skip' : 'keep', keyFor.current.key)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
    onError: (error) => {
      const failed = toProblem(error)
      const { byLine, rest } = rejectedRows(failed.errors ?? [], { entries: ready })
      setRejected({ of: parsed, byLine })
      // "Leave out" was chosen for other rows. The user must see these rows first.
      if (byLine.size > 0) setSkipped({ ...skipped, problems: false })
      const isAboutRowsOnly = byLine.size > 0 && rest.length === 0
      setProblem(isAboutRowsOnly ? new Problem('invalid', { detail: rejectionText(byLine.size) }) : failed)
    },
  })
  const undo = useMutation({
    mutationFn: removeImport,
    onSuccess: () => save.reset(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
  function mend(line: number, cells: OwnCells) {
    setOwn(new Map([...own, [line, { ...own.get(line), ...cells }]]))
  }
  function start() {
    if (!canImport || save.isPending) return
    setProblem(null)
    save.mutate(ready.map(({ entry }) => entry))
  }
  return {
    previews,
    ready: ready.length,
    /** The topics of the rows that would be imported. */
    labels: ready.flatMap(({ entry }) => entry.topicTags ?? []),
    hasQuestions,
    /** The columns that every row needs were recognized. */
    isTableClear: isTableClear(uses),
    amounts: {
      ...{ doubtfulCeu: ceu, ceusAre, setCeusAre, bare, bareAre, setBareAre },
      ...{ fraction, setFractionsHours },
    },
    mend,
    toggle({ line, doubt }: Preview) {
      // The owner says that the course was completed.
      if (doubt !== null) mend(line, { status: '' })
      if (doubt === null || skipped.lines.has(line)) setSkipped(toggleLine(skipped, line))
    },
    skipped,
    setSkipped,
    canImport,
    /** Duplicates are known only once the existing entries are loaded. */
    isLoadingEntries: entries.isPending,
    couldNotLoadEntries: entries.isError,
    start,
    isSaving: save.isPending,
    problem,
    done: save.data ?? null,
    undo,
  }
}

/** A title, a date and an amount: what every entry needs of a table. */
const isTableClear = (uses: readonly (ColumnUse | null)[]) =>
  uses.includes('title') && uses.includes('completedAt') && amountUses.some((use) => uses.includes(use))
