import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { findHeld } from '#shared/credentials/held.ts'
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
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { importCredentials, importsQuery } from './api.ts'

export type TableRow = CredentialRow & {
  state: 'ready' | 'problem' | 'known' | 'repeated' | 'renewal' | 'left out'
  /** The credential of the vault that it is, or that it renews. */
  known: Credential | null
}
/** What becomes of rows that end later than a credential of the vault. */
export type RenewalChoice = 'renew' | 'add' | 'skip'
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
      return { all, known: new KnownCredentials(all) }
    },
    staleTime: 0,
  })
}

const cardOf = ({ kind, type = '', state = '', number = null, code = null, name = '' }: ComparedInput) =>
  kind === 'license'
    ? { kind, type: type ?? '', state: state ?? '', number }
    : { kind, code, name: name ?? '', number }

/** The credential of the vault that a row renews: that of an older card, as in the form of a new one. */
function findRenewed(input: ComparedInput, all: readonly Credential[]): Credential | null {
  const held = findHeld(cardOf(input), all)
  const isLater = held?.expiresAt && input.expiresAt && input.expiresAt > held.expiresAt
  return isLater ? held : null
}

/** The new card of a credential. A license without a number in the table keeps its number. */
const newCardOf = ({ issuedAt = null, expiresAt = null, number, kind }: ComparedInput & Dates) => ({
  ...{ issuedAt, expiresAt },
  ...(number ? { number } : kind === 'license' ? {} : { number: null }),
})
type Dates = { issuedAt?: string | null }

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
  const columns = useTableColumns<CredentialUse>(table, {
    ...{ read: readCredentialColumns, dateUses, before, shared: 'status' },
  })
  const [own, setOwn] = useState<ReadonlyMap<number, OwnCells<CredentialUse>>>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [withKnown, setWithKnown] = useState(false)
  const [renewals, setRenewals] = useState<RenewalChoice | null>(null)
  const [rejected, setRejected] = useState<ReadonlyMap<number, FieldError[]>>(new Map())
  const { rows, uses, order, swapped } = columns
  const parsed = useMemo(
    () => parseCredentialRows(rows, { header, uses, order, swapped, own, today, t }),
    [rows, header, uses, order, swapped, own, today],
  )
  const reviewed = useMemo(() => {
    const problemsOf = (row: CredentialRow) => [...row.problems, ...(rejected.get(row.line) ?? [])]
    const isLeftOut = ({ line, doubt }: CredentialRow) => doubt !== null || leftOut.has(line)
    const complete = parsed.filter((row) => problemsOf(row).length === 0 && !isLeftOut(row))
    const repeated = repeatedIn(complete.map(({ input }) => input as ComparedInput))
    // Two rows cannot renew one credential.
    const renewed = new Set<string>()
    return parsed.map((row): TableRow => {
      const input = row.input as ComparedInput
      const problems = problemsOf(row)
      const same = problems.length === 0 ? (known.data?.known.find(input) ?? null) : null
      const older = problems.length === 0 ? findRenewed(input, known.data?.all ?? []) : null
      const isRenewal = older !== null && !repeated.has(input) && !renewed.has(older.id)
      const state = () => {
        if (isLeftOut(row)) return 'left out'
        if (problems.length > 0) return 'problem'
        if (isRenewal) return 'renewal'
        if (withKnown) return 'ready'
        return same ? 'known' : repeated.has(input) ? 'repeated' : 'ready'
      }
      const own = state()
      if (own === 'renewal' && older) renewed.add(older.id)
      return { ...row, problems, known: own === 'renewal' ? older : same, state: own }
    })
  }, [parsed, rejected, leftOut, withKnown, known.data])
  const renewing = reviewed.filter(({ state }) => state === 'renewal')
  const renewed = renewals === 'renew' ? renewing : []
  const ready = reviewed.filter(
    ({ state }) => state === 'ready' || (state === 'renewal' && renewals === 'add'),
  )
  const keyFor = useRef({ body: '', key: '' })
  const save = useMutation({
    mutationFn: () => {
      const body = {
        fileName,
        columns: header.slice(0, 60).map((name, at) => ({ name, use: uses[at] ?? null })),
        credentials: ready.map(({ input }) => input as NewCredential),
        renewals: renewed.flatMap(({ known: older, input }) =>
          older ? [{ credentialId: older.id, card: newCardOf(input as ComparedInput) }] : [],
        ),
        duplicates: withKnown || renewals === 'add' ? ('keep' as const) : ('skip' as const),
      }
      const text = JSON.stringify(body)
      if (keyFor.current.body !== text) keyFor.current = { body: text, key: crypto.randomUUID() }
      return importCredentials(body, keyFor.current.key)
    },
    onError: (error) => {
      const byLine = new Map<number, FieldError[]>()
      for (const { path, message } of toProblem(error).errors ?? []) {
        const [list, at, ...field] = path.split('.')
        const line = (list === 'renewals' ? renewed : ready)[Number(at)]?.line
        const own = field.filter((key) => key !== 'card').join('.')
        if (line !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), { path: own, message }])
      }
      setRejected(byLine)
    },
    onSettled: () => {
      // Renewals change reminders, CE cycles and files, too.
      void refreshRecords(queryClient)
    },
  })
  function mend(line: number, cells: OwnCells<CredentialUse>) {
    setOwn(new Map([...own, [line, { ...own.get(line), ...cells }]]))
    setRejected(new Map([...rejected].filter(([each]) => each !== line)))
  }
  function toggle({ line, state, doubt }: TableRow) {
    const next = new Set(leftOut)
    if (state === 'left out') next.delete(line)
    else next.add(line)
    setLeftOut(next)
    // The owner has said that it is held.
    if (doubt !== null) mend(line, { status: '' })
  }
  return {
    rows: reviewed,
    ready: ready.length + renewed.length,
    renewing: renewing.length,
    renewals,
    setRenewals,
    isRenewalOpen: renewing.length > 0 && renewals === null,
    columns: {
      ...columns,
      assign(at: number, use: CredentialUse | null) {
        columns.assign(at, use)
        setRejected(new Map())
      },
    },
    mend,
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
