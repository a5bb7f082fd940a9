import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { FieldError } from '#shared/http/errors.ts'
import { MAX_IMPORTED, type UsedColumns } from '#shared/imports/batch.ts'
import {
  type CredentialUse,
  credentialUses,
  readCredentialColumns,
} from '#shared/imports/credential-columns.ts'
import {
  type CredentialRow,
  type NewCredential,
  type OwnCells,
  parseCredentialRows,
} from '#shared/imports/credential-table.ts'
import { type Compared, KnownCredentials, repeatedIn } from '#shared/imports/known-credentials.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { useTableColumns } from '#web/ceu/import/use-table-columns.ts'
import { credentialsKey, listCredentials } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { importCredentials, importsKey, importsQuery } from './api.ts'

export type TableRow = CredentialRow & {
  state: 'ready' | 'problem' | 'known' | 'repeated' | 'left out'
  /** The credential of the vault that it is. */
  known: Credential | null
}
export type CredentialTable = ReturnType<typeof useCredentialTable>

type ComparedInput = CredentialRow['input'] & Compared

const dateUses: readonly CredentialUse[] = ['issuedAt', 'expiresAt']

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
      return new KnownCredentials(all)
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
export function useCredentialTable(fileName: string, table: Table) {
  const queryClient = useQueryClient()
  const today = useToday()
  const earlier = useQuery(importsQuery)
  const known = useKnownCredentials()
  const header = useMemo(() => table.header.map((name) => name.slice(0, 200)), [table])
  const before = useMemo(
    () => (header.every((name) => name === '') ? null : remembered(header, earlier.data?.columns ?? [])),
    [header, earlier.data],
  )
  const columns = useTableColumns<CredentialUse>(table, { read: readCredentialColumns, dateUses, before })
  const [own, setOwn] = useState<ReadonlyMap<number, OwnCells<CredentialUse>>>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [withKnown, setWithKnown] = useState(false)
  const [rejected, setRejected] = useState<ReadonlyMap<number, FieldError[]>>(new Map())
  const { rows, uses, order, swapped } = columns
  const parsed = useMemo(
    () => parseCredentialRows(rows, { uses, order, swapped, own, today, t }),
    [rows, uses, order, swapped, own, today],
  )
  const reviewed = useMemo(() => {
    const problemsOf = (row: CredentialRow) => [...row.problems, ...(rejected.get(row.line) ?? [])]
    const complete = parsed.filter((row) => problemsOf(row).length === 0 && !leftOut.has(row.line))
    const repeated = repeatedIn(complete.map(({ input }) => input as ComparedInput))
    return parsed.map((row): TableRow => {
      const input = row.input as ComparedInput
      const problems = problemsOf(row)
      const same = problems.length === 0 ? (known.data?.find(input) ?? null) : null
      const state = () => {
        if (leftOut.has(row.line)) return 'left out'
        if (problems.length > 0) return 'problem'
        if (withKnown) return 'ready'
        return same ? 'known' : repeated.has(input) ? 'repeated' : 'ready'
      }
      return { ...row, problems, known: same, state: state() }
    })
  }, [parsed, rejected, leftOut, withKnown, known.data])
  const ready = reviewed.filter(({ state }) => state === 'ready')
  const keyFor = useRef({ body: '', key: '' })
  const save = useMutation({
    mutationFn: () => {
      const body = {
        fileName,
        columns: header.slice(0, 60).map((name, at) => ({ name, use: uses[at] ?? null })),
        credentials: ready.map(({ input }) => input as NewCredential),
        duplicates: withKnown ? ('keep' as const) : ('skip' as const),
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
    rows: reviewed,
    ready: ready.length,
    columns: {
      ...columns,
      assign(at: number, use: CredentialUse | null) {
        columns.assign(at, use)
        setRejected(new Map())
      },
    },
    mend(line: number, cells: OwnCells<CredentialUse>) {
      setOwn(new Map([...own, [line, { ...own.get(line), ...cells }]]))
      setRejected(new Map([...rejected].filter(([each]) => each !== line)))
    },
    withKnown,
    setWithKnown,
    leaveOutProblems: () =>
      setLeftOut(
        new Set([...leftOut, ...reviewed.filter(({ state }) => state === 'problem').map(({ line }) => line)]),
      ),
    toggle,
    isTooLong: ready.length > MAX_IMPORTED,
    isLoading: known.isPending || earlier.isPending,
    couldNotCompare: known.isError,
    save,
  }
}
