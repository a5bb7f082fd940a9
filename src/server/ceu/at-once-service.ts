import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { auditValues } from '#server/audit/store.ts'
import type { PresumedActor } from '#server/auth/require-session.ts'
import { proofValues } from '#server/auth/sessions/session-proof-store.ts'
import { claimValues, type IdempotentRequest } from '#server/http/idempotency-store.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import type { CeuEntry, CeuEntryInput, CeuEntryPatch } from '#shared/ceu/entry.ts'
import { type Changes, changeAtOnce, createAtOnce, removeAtOnce, type Stored } from './at-once-store.ts'
import { created, removed, updated } from './change-service.ts'
import {
  changesCount,
  countsOf,
  edited,
  fieldsOf,
  futureDateProblems,
  type LocalTime,
  presentEntry,
} from './entry-service.ts'
import { type EntryRow, findEntryToEdit, toEntryRecord } from './entry-store.ts'
import {
  type CeuVault,
  createRecentVaults,
  findCeuVault,
  recountVault,
  type VaultEntry,
} from './vault-store.ts'

/** What is to be stored, and the vault once it is, of a version that is not known yet. */
type Change = { after: CeuVault; answer: CeuEntry | null; store: (stored: Stored) => Promise<string | null> }
type Audited = ReturnType<typeof created>

/** `seen` is the `updatedAt` that the change was made for, if it says. */
export type EntryEdit = { id: string; patch: CeuEntryPatch; seen: string | undefined }

/**
 * Creates, changes and deletes an entry in one statement: its hours are counted here, from the owner's vault as it was last
 * read, and stored if the vault is still of that version. Each resolves to `null`, with nothing stored, where the transaction
 * has to do it, which is also what refuses.
 */
export function entriesAtOnce({ db, clock }: Services) {
  const vaults = createRecentVaults()
  const oneAtATime = createTurns()

  /** From the vault as it was last read, or else as it is now; from none but one of `version`, where that is given. */
  async function store(
    { actor, proof, markProven }: PresumedActor,
    audited: Audited,
    request: IdempotentRequest,
    changeOf: (vault: CeuVault) => Change | null,
    version?: string,
  ): Promise<{ answer: CeuEntry | null } | null> {
    const { owner } = actor
    const storeFrom = async (vault: CeuVault | null) => {
      const isOther = version !== undefined && vault?.version !== version
      const change = vault && !isOther ? changeOf(vault) : null
      if (!vault || !change) return null
      const stored = { ...storedValues(actor, audited, request, change.answer), ...proofValues(proof) }
      const next = await change.store({ ...stored, version: vault.version })
      if (next === null) return null
      vaults.keep(owner, { ...change.after, version: next })
      markProven()
      return { answer: change.answer }
    }
    const kept = vaults.get(owner)
    const done = await storeFrom(kept)
    if (done) return done
    vaults.forget(owner)
    const vault = await findCeuVault(db, owner)
    return vault?.version === kept?.version ? null : storeFrom(vault)
  }

  const storedValues = (
    actor: Actor,
    { action, ...audited }: Audited,
    request: IdempotentRequest,
    answer: unknown,
  ) => ({
    ...auditValues(actor, clock.now(), action, { resource: 'ceuEntry', ...audited }),
    ...claimValues(actor.owner, request, answer, clock.now()),
  })

  return {
    create: (presumed: PresumedActor, input: CeuEntryInput, request: IdempotentRequest, at: LocalTime) =>
      oneAtATime(presumed.actor.owner, async () => {
        const { owner } = presumed.actor
        if (
          input.fileId !== null ||
          input.fileIds.length > 0 ||
          futureDateProblems(input, at.today).length > 0
        )
          return null
        const row = newEntry(owner, input, at.now)
        const stored = await store(presumed, created(row.id), request, (vault) => {
          const inputs = countsOf(input)
          if (inputs.some(({ cycleId }) => !vault.cycles.some(({ id }) => id === cycleId))) return null
          const counts = inputs.map((count) => ({ ...count, countedHours: 0, reasons: [] }))
          const entries = [...vault.entries, activityOf(row, counts)]
          const { after, changes } = recounted(vault, { ...vault, entries }, counts)
          const [made] = after.entries.slice(-1)
          const rows = (made?.counts ?? []).map((count, position) => ({
            ...count,
            entryId: row.id,
            position,
          }))
          const others = changes.credits.filter(({ entryId }) => entryId !== row.id)
          return {
            after,
            answer: presentEntry(toEntryRecord({ ...row, fileIds: [], counts: made?.counts ?? [] })),
            store: (values) => createAtOnce(db, row, rows, { ...changes, credits: others }, values),
          }
        })
        return stored?.answer ?? null
      }),

    change: (
      presumed: PresumedActor,
      { id, patch, seen }: EntryEdit,
      request: IdempotentRequest,
      at: LocalTime,
    ) =>
      oneAtATime(presumed.actor.owner, async () => {
        const { owner } = presumed.actor
        if (changesOthers(patch) || futureDateProblems(patch, at.today).length > 0) return null
        const found = await findEntryToEdit(db, owner, id)
        if (!found) return null
        const { before, version } = found
        const { fields, errors } = edited(before, patch, at.now)
        if (errors.length > 0 || (seen !== undefined && before.updatedAt.toISOString() !== seen)) return null
        const { fileIds, counts: _counts, ...unchanged } = before
        const row: EntryRow = { ...unchanged, ...fields }
        const stored = await store(
          presumed,
          updated(row.id),
          request,
          (vault) => {
            const counts = vault.entries.find((entry) => entry.id === row.id)?.counts
            if (!counts) return null
            const entries = vault.entries.map((entry) =>
              entry.id === row.id ? activityOf(row, counts) : entry,
            )
            const { after, changes } = recounted(
              vault,
              { ...vault, entries },
              changesCount(patch) ? counts : [],
            )
            const now = after.entries.find((entry) => entry.id === row.id)?.counts ?? []
            return {
              after,
              answer: presentEntry(toEntryRecord({ ...row, fileIds, counts: now })),
              store: (values) => changeAtOnce(db, row, changes, values),
            }
          },
          version,
        )
        return stored?.answer ?? null
      }),

    remove: (presumed: PresumedActor, id: string, now: Date): Promise<boolean> =>
      oneAtATime(presumed.actor.owner, async () => {
        const request = { key: undefined, operation: '', body: null }
        const stored = await store(presumed, removed(id), request, (vault) => {
          const entry = vault.entries.find((each) => each.id === id)
          if (!entry) return null
          const entries = vault.entries.filter((each) => each !== entry)
          const { after, changes } = recounted(vault, { ...vault, entries }, entry.counts)
          return { after, answer: null, store: (values) => removeAtOnce(db, id, now, changes, values) }
        })
        return stored !== null
      }),
  }
}

/** Files, and the cycles in which it counts. */
function changesOthers({ fileId, fileIds, cycleId, counts }: CeuEntryPatch): boolean {
  return [fileId, fileIds, cycleId, counts].some((value) => value !== undefined)
}

function newEntry(owner: Owner, input: CeuEntryInput, now: Date): EntryRow {
  const none = { fileId: null, importId: null, deletedAt: null, deletedWithCycleId: null }
  return { ...fieldsOf(input), ...none, id: randomUUID(), ownerId: owner, createdAt: now, updatedAt: now }
}

function activityOf(row: EntryRow, counts: CeuEntry['counts']): VaultEntry {
  const { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId } = row
  return { id, hours, amount, unit, kind, completedAt, topicTags, topicHours, fileId, counts }
}

/** The vault with a changed entry that counts in these cycles, and what that changes in the database. */
function recounted(
  before: CeuVault,
  vault: CeuVault,
  counts: CeuEntry['counts'],
): { after: CeuVault; changes: Changes } {
  if (counts.length === 0) return { after: vault, changes: { sums: [], credits: [], duties: null } }
  const { after, recount } = recountVault(vault, new Set(counts.map(({ cycleId }) => cycleId)))
  const isDueAgain = isDeepStrictEqual(byKey(before.duties), byKey(after.duties))
  return { after, changes: { ...recount, duties: isDueAgain ? null : recount.duties } }
}

function byKey(duties: CeuVault['duties']) {
  return new Map(duties.map((duty) => [`${duty.subjectId} ${duty.kind} ${duty.key}`, duty]))
}

/** Runs what comes with one key one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    const end = () => last.get(key) === done && last.delete(key)
    done.then(end, end)
    return done
  }
}
