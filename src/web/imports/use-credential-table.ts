import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { type DayOrder, guessDayOrder } from '#shared/ceu/spreadsheet-cells.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { MAX_IMPORTED, type UsedColumns } from '#shared/imports/batch.ts'
import {
  type CredentialRow,
  type CredentialUse,
  credentialKeyOf,
  credentialUses,
  guessCredentialColumns,
  type NewCredential,
  parseCredentialRows,
} from '#shared/imports/credential-table.ts'
import { credentialsKey, listCredentials } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { importCredentials, importsKey, importsQuery } from './api.ts'
import type { TableSheet } from './dropped-file-sheet.ts'

export type TableRow = CredentialRow & { state: 'ready' | 'problem' | 'known' | 'repeated' | 'left out' }
export type CredentialTable = ReturnType<typeof useCredentialTable>

/** Every credential of the vault, archived ones too, to recognize rows that exist already. */
function useKnownCredentials() {
  return useQuery({
    queryKey: [...credentialsKey, 'all'],
    queryFn: async ({ signal }) => {
      const all: Credential[] = []
      for (const archived of ['false', 'true'] as const) {
        let cursor: string | undefined
        do {
          const page = await listCredentials({ archived }, cursor, signal)
          all.push(...page.items)
          cursor = page.nextCursor ?? undefined
        } while (cursor)
      }
      return new Set(all.map(credentialKeyOf))
    },
    staleTime: 0,
  })
}

const isUse = (use: string | null): use is CredentialUse => use !== null && use in credentialUses

/** The use of columns as it was for a table with the same names before. */
function remembered(header: readonly string[], earlier: readonly UsedColumns[]) {
  const same = earlier.find(
    (columns) => columns.length === header.length && columns.every(({ name }, at) => name === header[at]),
  )
  return same?.map(({ use }) => (isUse(use) ? use : null)) ?? null
}

/** A table of credentials: the use of its columns, the result for each row, and its import. */
export function useCredentialTable(fileName: string, sheet: TableSheet) {
  const queryClient = useQueryClient()
  const earlier = useQuery(importsQuery)
  const known = useKnownCredentials()
  const header = useMemo(() => (sheet.rows[0]?.cells ?? []).map((cell) => cell.trim().slice(0, 200)), [sheet])
  const rows = useMemo(() => sheet.rows.slice(1), [sheet])
  const [chosenUses, setUses] = useState<(CredentialUse | null)[] | null>(null)
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [withKnown, setWithKnown] = useState(false)
  const [rejected, setRejected] = useState<ReadonlyMap<number, FieldError[]>>(new Map())
  const before = remembered(header, earlier.data?.columns ?? [])
  const uses = chosenUses ?? before ?? guessCredentialColumns(header)
  const dates = rows.flatMap(({ cells }) =>
    (['issuedAt', 'expiresAt'] as const).map((use) => cells[uses.indexOf(use)] ?? ''),
  )
  const guess = guessDayOrder(dates)
  const order = chosenOrder ?? guess.order
  const seen = new Set<string>()
  const parsed: TableRow[] = parseCredentialRows(rows, { uses, order, t }).map((row) => {
    const key = credentialKeyOf(row.input)
    const problems = [...row.problems, ...(rejected.get(row.line) ?? [])]
    const isRepeated = seen.has(key)
    if (problems.length === 0) seen.add(key)
    const state = () => {
      if (leftOut.has(row.line)) return 'left out'
      if (problems.length > 0) return 'problem'
      if (withKnown) return 'ready'
      if (known.data?.has(key)) return 'known'
      return isRepeated ? 'repeated' : 'ready'
    }
    return { ...row, problems, state: state() }
  })
  const ready = parsed.filter(({ state }) => state === 'ready')
  const keyFor = useRef({ body: '', key: '' })
  const save = useMutation({
    mutationFn: () => {
      const body = {
        fileName,
        columns: header.slice(0, 60).map((name, at) => ({ name, use: uses[at] ?? null })),
        credentials: ready.map(({ input }) => input as NewCredential),
      }
      const text = JSON.stringify(body)
      if (keyFor.current.body !== text) keyFor.current = { body: text, key: crypto.randomUUID() }
      return importCredentials(body, keyFor.current.key)
    },
    onError: (error) => {
      const byLine = new Map<number, FieldError[]>()
      for (const { path, message } of toProblem(error).errors ?? []) {
        const [, at, ...field] = path.split('.')
        const line = ready[Number(at)]?.line
        if (line !== undefined)
          byLine.set(line, [...(byLine.get(line) ?? []), { path: field.join('.'), message }])
      }
      setRejected(byLine)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: credentialsKey })
      void queryClient.invalidateQueries({ queryKey: importsKey })
    },
  })
  const toggle = (line: number) => {
    const next = new Set(leftOut)
    if (!next.delete(line)) next.add(line)
    setLeftOut(next)
  }
  return {
    rows: parsed,
    ready: ready.length,
    columns: header.map((name, at) => ({
      name: name || t`Column ${at + 1}`,
      use: uses[at] ?? null,
      examples: [...new Set(rows.map(({ cells }) => cells[at]?.trim() ?? '').filter(Boolean))].slice(0, 3),
    })),
    assign(at: number, use: CredentialUse | null) {
      setUses(
        header.map((_, index) => (index === at ? use : uses[index] === use ? null : (uses[index] ?? null))),
      )
      setRejected(new Map())
    },
    isRemembered: before !== null && chosenUses === null,
    order,
    setOrder,
    asksOrder: guess.isAmbiguous,
    isOrderUnknown: guess.isAmbiguous && chosenOrder === null,
    ambiguousDate: dates.find((cell) => guessDayOrder([cell]).isAmbiguous) ?? '',
    withKnown,
    setWithKnown,
    leaveOutProblems: () =>
      setLeftOut(
        new Set([...leftOut, ...parsed.filter(({ state }) => state === 'problem').map(({ line }) => line)]),
      ),
    toggle,
    isTooLong: ready.length > MAX_IMPORTED,
    isLoading: known.isPending || earlier.isPending,
    couldNotCompare: known.isError,
    save,
  }
}
