import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type CeuEntry, MAX_IMPORT } from '#shared/ceu/entry.ts'
import { likenessOf, readRows } from '#shared/ceu/spreadsheet.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { Problem } from '#shared/http/errors.ts'
import { ceuKey, importEntries, listEntries, type NewEntry, removeImport } from '#web/ceu/api.ts'
import { useToday } from '#web/session/use-today.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type LeftOut, previewOf, refusedRows } from './import-text.ts'
import type { Sheet } from './use-import-sheet.ts'

const nothing: ReadonlyMap<number, FieldError[]> = new Map()

/** Every entry that she has, to know a row that is there already. */
function useAllEntries() {
  return useQuery({
    queryKey: [...ceuKey, 'all-entries'],
    queryFn: async ({ signal }) => {
      const all: CeuEntry[] = []
      let cursor: string | undefined
      do {
        const page = await listEntries(cursor, signal)
        all.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return all
    },
    staleTime: 0,
  })
}

/** What the sheet would become, what keeps it from it, and the way in and out again. */
export function useEntryImport(sheet: Sheet, cycles: readonly CeuCycle[]) {
  const queryClient = useQueryClient()
  const today = useToday()
  const entries = useAllEntries()
  const [leftOut, setLeftOut] = useState<LeftOut>({ problems: false, twins: true })
  /** The server's own problems with what was read from exactly these rows. */
  const [refused, setRefused] = useState<{ of: unknown; byLine: typeof nothing }>({
    of: null,
    byLine: nothing,
  })
  const [problem, setProblem] = useState<Problem | null>(null)
  const { rows, uses, order } = sheet
  const read = useMemo(
    () => readRows(rows.slice(0, MAX_IMPORT), { uses, order, cycles, today }),
    [rows, uses, order, cycles, today],
  )
  const known = useMemo(
    () => new Set((entries.data ?? []).flatMap((entry) => likenessOf(entry) ?? [])),
    [entries.data],
  )
  const previews = useMemo(
    () => previewOf(read, known, likenessOf, refused.of === read ? refused.byLine : nothing, leftOut),
    [read, known, refused, leftOut],
  )
  const ready = previews.filter(({ state }) => state === 'ready')
  const canImport =
    ready.length > 0 &&
    rows.length <= MAX_IMPORT &&
    cycles.length > 0 &&
    !sheet.isOrderOpen &&
    previews.every(({ state }) => state !== 'problem')
  const keyFor = useRef({ body: '', key: '' })
  const save = useMutation({
    mutationFn: (given: NewEntry[]) => {
      // The same rows again are the same import, also when its answer was lost; other rows are another one.
      const body = JSON.stringify(given)
      if (keyFor.current.body !== body) keyFor.current = { body, key: crypto.randomUUID() }
      return importEntries(given, keyFor.current.key)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
    onError: (error) => {
      const failed = toProblem(error)
      const { byLine, rest } = refusedRows(failed.errors ?? [], ready)
      setRefused({ of: read, byLine })
      // Leaving out was said of other rows: these she has to see first.
      if (byLine.size > 0) setLeftOut({ ...leftOut, problems: false })
      const isAtRows = byLine.size > 0 && rest.length === 0
      setProblem(isAtRows ? new Problem('invalid', { detail: whyNot(byLine.size) }) : failed)
    },
  })
  const undo = useMutation({
    mutationFn: removeImport,
    onSuccess: () => save.reset(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
  function start() {
    if (!canImport || save.isPending) return
    setProblem(null)
    save.mutate(ready.map(({ entry }) => entry))
  }
  return {
    previews,
    ready: ready.length,
    leftOut,
    setLeftOut,
    canImport,
    /** Twins among her entries are known only once those are read. */
    isReading: entries.isPending,
    couldNotCompare: entries.isError,
    start,
    isSaving: save.isPending,
    problem,
    done: save.data ?? null,
    undo,
  }
}

const whyNot = (count: number) =>
  `Nothing was imported: ${count === 1 ? 'one row needs' : `${count} rows need`} another look, and each is marked below.`
