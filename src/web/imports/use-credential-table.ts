import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { findHeld } from '#shared/credentials/held.ts'
import { type FieldError, Problem } from '#shared/http/errors.ts'
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
import { type IssuerQuestion, missingIssuersIn } from '#shared/imports/missing-issuers.ts'
import type { Table } from '#shared/imports/table-head.ts'
import {
  choiceOf,
  rejectedRows,
  rejectionText,
  skippedAtFirst,
  toggleLine,
} from '#web/ceu/import/import-text.ts'
import type { ReviewRow } from '#web/ceu/import/review-row-list.tsx'
import { useTableColumns } from '#web/ceu/import/use-table-columns.ts'
import { credentialsKey, listCredentials } from '#web/credentials/api.ts'
import { everyItem } from '#web/http/client.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { importCredentials, importsQuery } from './api.ts'

export type TableRow = CredentialRow & {
  /** `known` and `repeated` are skipped, too. */
  state: 'ready' | 'problem' | 'known' | 'repeated' | 'renewal' | 'skipped'
  choice: ReviewRow['choice']
  isRepeated: boolean
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
      const listed = (archived: 'false' | 'true') =>
        everyItem((cursor) => listCredentials({ archived }, cursor, signal))
      const all = [...(await listed('false')), ...(await listed('true'))]
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
  const [skipped, setSkipped] = useState(skippedAtFirst)
  const [issuerAnswers, setIssuerAnswers] = useState<readonly IssuerQuestion[]>([])
  const [renewals, setRenewals] = useState<RenewalChoice | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [rejected, setRejected] = useState<ReadonlyMap<number, FieldError[]>>(new Map())
  const { rows, uses, order, swapped } = columns
  const parsed = useMemo(
    () => parseCredentialRows(rows, { header, uses, order, swapped, own, today, t }),
    [rows, header, uses, order, swapped, own, today],
  )
  const reviewed = useMemo(() => {
    const problemsOf = (row: CredentialRow) => [...row.problems, ...(rejected.get(row.line) ?? [])]
    const isOut = ({ line, doubt }: CredentialRow) => doubt !== null || skipped.lines.has(line)
    const complete = parsed.filter((row) => problemsOf(row).length === 0 && !isOut(row))
    const repeated = repeatedIn(complete.map(({ input }) => input as ComparedInput))
    // Two rows cannot renew one credential.
    const renewed = new Set<string>()
    return parsed.map((row): TableRow => {
      const input = row.input as ComparedInput
      const problems = problemsOf(row)
      const isRepeated = repeated.has(input)
      const same = problems.length === 0 ? (known.data?.known.find(input) ?? null) : null
      const older = problems.length === 0 ? findRenewed(input, known.data?.all ?? []) : null
      const isRenewal = older !== null && !isRepeated && !renewed.has(older.id)
      const stateOf = () => {
        if (isOut(row)) return 'skipped'
        if (problems.length > 0) return skipped.problems ? 'skipped' : 'problem'
        if (isRenewal) return 'renewal'
        if (!skipped.duplicates) return 'ready'
        return same ? 'known' : isRepeated ? 'repeated' : 'ready'
      }
      const state = stateOf()
      if (state === 'renewal' && older) renewed.add(older.id)
      const choice = choiceOf(isOut(row), !['ready', 'problem', 'renewal'].includes(state))
      return { ...row, problems, known: state === 'renewal' ? older : same, isRepeated, state, choice }
    })
  }, [parsed, rejected, skipped, known.data])
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
        duplicates: !skipped.duplicates || renewals === 'add' ? ('keep' as const) : ('skip' as const),
      }
      const text = JSON.stringify(body)
      if (keyFor.current.body !== text) keyFor.current = { body: text, key: crypto.randomUUID() }
      return importCredentials(body, keyFor.current.key)
    },
    onError: (error) => {
      const sent = { credentials: ready, renewals: renewed }
      const failed = toProblem(error)
      const { byLine, rest } = rejectedRows(
        // The fields of a renewal are in its card.
        (failed.errors ?? []).map(({ path, message }) => ({ path: path.replace('.card.', '.'), message })),
        sent,
      )
      setRejected(byLine)
      // The owner must see these rows first.
      if (byLine.size > 0) setSkipped({ ...skipped, problems: false })
      const isAboutRowsOnly = byLine.size > 0 && rest.length === 0
      setProblem(isAboutRowsOnly ? new Problem('invalid', { detail: rejectionText(byLine.size) }) : failed)
    },
    onSettled: () => {
      // Renewals change reminders, CE cycles and files, too.
      void refreshRecords(queryClient)
    },
  })
  function mend(lines: readonly number[], cells: OwnCells<CredentialUse>) {
    setOwn(new Map([...own, ...lines.map((line) => [line, { ...own.get(line), ...cells }] as const)]))
    setRejected(new Map([...rejected].filter(([line]) => !lines.includes(line))))
  }
  const answered = new Set(issuerAnswers.flatMap(({ lines }) => lines))
  return {
    rows: reviewed,
    ready: ready.length + renewed.length,
    renewing: renewing.length,
    renewals,
    setRenewals,
    isRenewalOpen: renewing.length > 0 && renewals === null,
    issuerQuestions: [
      ...issuerAnswers,
      ...missingIssuersIn(reviewed.filter(({ line, choice }) => choice !== 'include' && !answered.has(line))),
    ].sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0)),
    answerIssuer(question: IssuerQuestion, issuer: string) {
      const others = issuerAnswers.filter(({ lines }) => lines !== question.lines)
      setIssuerAnswers([...others, { ...question, issuer }])
      mend(question.lines, { issuer })
    },
    columns: {
      ...columns,
      assign(at: number, use: CredentialUse | null) {
        columns.assign(at, use)
        setRejected(new Map())
      },
    },
    mend: (line: number, cells: OwnCells<CredentialUse>) => mend([line], cells),
    toggle({ line, doubt }: TableRow) {
      // The owner says that it is held.
      if (doubt !== null) mend([line], { status: '' })
      if (doubt === null || skipped.lines.has(line)) setSkipped(toggleLine(skipped, line))
    },
    skipped,
    setSkipped,
    /** A name and a date of the end were recognized: what every row needs of a table. */
    isTableClear: (uses.includes('name') || uses.includes('type')) && uses.includes('expiresAt'),
    isTooLong: ready.length > MAX_IMPORTED,
    isLoading: known.isPending || earlier.isPending,
    couldNotCompare: known.isError,
    problem: save.isError ? problem : null,
    save,
  }
}
