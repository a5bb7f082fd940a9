import type { NewRenewal, NewTerm } from '#server/renewals/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_RENEWALS } from '#shared/renewals/renewal.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import type { ReadRenewal } from './import-record-service.ts'
import { unreadable } from './import-rows-service.ts'

/** How the import translates ids and instants: new ids, and no instant in the future. */
type Context = {
  hasCredential(id: string): boolean
  newId(id: string): string
  /** The new id of an imported file of this record; `null` for any other. */
  fileOf(recordId: string, fileId: string | null): string | null
  at(iso: string): Date
  dates(row: ReadRenewal): { createdAt: Date; updatedAt: Date; deletedAt: Date | null }
}

/** The renewals of an export and the terms that they ended, under new ids. Throws where they contradict themselves. */
export function renewalsWithNewIds(
  read: readonly ReadRenewal[],
  context: Context,
): { renewals: NewRenewal[]; terms: NewTerm[] } {
  const { newId, at, dates } = context
  requireConsistent(read, context)
  return {
    renewals: read.map((row) => {
      const { fileIds: _files, state: _state, ...input } = row.input
      const { state, submittedOn, finishedAt, renewedTo } = row
      return {
        ...input,
        ...{ id: newId(row.id), credentialId: newId(row.credentialId), state, submittedOn },
        finishedAt: finishedAt === null ? null : at(finishedAt),
        renewedTo: renewedTo && {
          ...renewedTo,
          fileIds: renewedTo.fileIds.flatMap((id) => context.fileOf(row.credentialId, id) ?? []),
        },
        ...dates(row),
      }
    }),
    terms: read.flatMap(({ id, credentialId, term }) => {
      if (term === null) return []
      const { fileIds: _files, endedAt, ...card } = term
      return [
        {
          ...card,
          ...{ id: newId(term.id), renewalId: newId(id), credentialId: newId(credentialId) },
          ...{ fileId: context.fileOf(term.id, term.fileId), endedAt: at(endedAt) },
        },
      ]
    }),
  }
}

function requireConsistent(read: readonly ReadRenewal[], { hasCredential }: Context): void {
  const path = exportPaths.renewals
  const termIds = new Set<string>()
  for (const [index, row] of read.entries()) {
    const where = `${path} ${index}`
    if (!hasCredential(row.credentialId)) throw unreadable(where, 'Belongs to a credential that is not there')
    if (!isConsistent(row)) throw unreadable(where, 'Contradicts its state')
    if (row.term && termIds.has(row.term.id)) throw unreadable(where, 'Has an id twice')
    if (row.term) termIds.add(row.term.id)
  }
  for (const own of Map.groupBy(read, ({ credentialId }) => credentialId).values()) {
    if (own.length > MAX_RENEWALS) throw new Problem('too_many_renewals')
    const open = own.filter(({ state, deletedAt }) => state !== 'done' && deletedAt === null)
    if (open.length > 1) throw unreadable(path, 'Has two open renewals of one credential')
  }
}

function isConsistent({ state, submittedOn, finishedAt, renewedTo, term }: ReadRenewal): boolean {
  const isFinished = finishedAt !== null && renewedTo !== null && term !== null
  if (state === 'done') return isFinished
  return (state === 'submitted') === (submittedOn !== null) && !finishedAt && !renewedTo && !term
}
