import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { auditValues } from '#server/audit/store.ts'
import type { PresumedActor } from '#server/auth/require-session.ts'
import { proofValues } from '#server/auth/sessions/session-proof-store.ts'
import { claimValues, type IdempotentRequest } from '#server/http/idempotency-store.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
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
  MOST_ENTRIES,
  recountVault,
  type VaultEntry,
} from './vault-store.ts'

/** What is to be stored, and the vault once it is, still of the version before. */
type Change = {
  after: CeuVault
  answer: CeuEntry | null
  store: (stored: Stored) => Promise<string | null>
}
type Asked = { audited: ReturnType<typeof created>; request: IdempotentRequest }
type FoundEntry = { row: EntryRow; fileIds: string[]; version: string; isKept: boolean }

/** `seen` is the `updatedAt` that the change was made for, if it says. */
export type EntryEdit = { id: string; patch: CeuEntryPatch; seen: string | undefined }

/**
 * Creates, changes and deletes an entry in one statement: its hours are counted here, from the owner's vault as it was last
 * read, and stored if the vault is still of that version. Each resolves to `null` or `false`, with nothing stored, where the
 * transaction has to do it, which is also what refuses.
 */
export function entriesAtOnce({ db, clock }: Services) {
  const vaults = createRecentVaults()
  /** A second change of an owner in this process would be of an old version otherwise. */
  const oneAtATime = serialByKey()

  /** From the vault as it was last read, or else as it is now; only from one of `version`, where that is given. */
  async function store(
    { actor, proof, markProven }: PresumedActor,
    { audited: { action, ...audited }, request }: Asked,
    changeOf: (vault: CeuVault) => Change | null,
    version?: string,
  ): Promise<Pick<Change, 'answer'> | null> {
    const { owner } = actor
    const storeFrom = async (vault: CeuVault) => {
      const change = version === undefined || version === vault.version ? changeOf(vault) : null
      if (!change) return null
      const now = clock.now()
      const next = await change.store({
        ...proofValues(proof),
        ...auditValues(actor, now, action, { resource: 'ceuEntry', ...audited }),
        ...claimValues(owner, request, change.answer, now),
        version: vault.version,
      })
      if (next === null) return null
      vaults.keep(owner, { ...change.after, version: next })
      markProven()
      return change
    }
    const kept = vaults.get(owner)
    const done = kept && (await storeFrom(kept))
    if (done) return done
    const vault = await findCeuVault(db, owner)
    if (vault === null) vaults.forget(owner)
    else vaults.keep(owner, vault)
    return vault && vault.version !== kept?.version ? storeFrom(vault) : null
  }

  async function create(
    presumed: PresumedActor,
    input: CeuEntryInput,
    request: IdempotentRequest,
    { now, today }: LocalTime,
  ): Promise<CeuEntry | null> {
    const hasFiles = input.fileId !== null || input.fileIds.length > 0
    if (hasFiles || futureDateProblems(input, today).length > 0) return null
    const row = newEntry(presumed.actor.owner, input, now)
    const stored = await store(presumed, { audited: created(row.id), request }, (vault) => {
      if (vault.entries.length >= MOST_ENTRIES) return null
      const inputs = countsOf(input)
      if (inputs.some(({ cycleId }) => !vault.cycles.some(({ id }) => id === cycleId))) return null
      const uncounted = inputs.map((count) => ({ ...count, countedHours: 0, reasons: [] }))
      const entries = [...vault.entries, { ...activityOf(row, uncounted), row }]
      const { after, changes } = recounted(vault, { ...vault, entries }, uncounted)
      const counts = countsIn(after, row.id)
      const rows = counts.map((count, position) => ({ ...count, entryId: row.id, position }))
      const credits = changes.credits.filter(({ entryId }) => entryId !== row.id)
      return {
        after,
        answer: presentEntry(toEntryRecord({ ...row, fileIds: [], counts })),
        store: (values) => createAtOnce(db, row, rows, { ...changes, credits }, values),
      }
    })
    return stored?.answer ?? null
  }

  async function change(
    presumed: PresumedActor,
    edit: EntryEdit,
    request: IdempotentRequest,
    at: LocalTime,
  ): Promise<CeuEntry | null> {
    if (changesOthers(edit.patch) || futureDateProblems(edit.patch, at.today).length > 0) return null
    const asked = { audited: updated(edit.id), request }
    const changeFrom = async (found: FoundEntry | null) => {
      const row = found && editedRow(found.row, edit, at.now)
      if (!row) return null
      const changeOf = (vault: CeuVault) => changeIn(vault, row, found, changesCount(edit.patch))
      return store(presumed, asked, changeOf, found.version)
    }
    const { owner } = presumed.actor
    const kept = vaults.get(owner)
    const row = kept?.entries.find(({ id }) => id === edit.id)?.row
    if (kept && row) {
      const { version } = kept
      const stored = await changeFrom({ row, fileIds: [], version, isKept: true })
      if (stored || vaults.get(owner)?.version === version) return stored?.answer ?? null
    }
    const stored = await changeFrom(await findEntryToEdit(db, owner, edit.id))
    return stored?.answer ?? null
  }

  function changeIn(
    vault: CeuVault,
    row: EntryRow,
    { fileIds, isKept }: FoundEntry,
    isCounted: boolean,
  ): Change | null {
    const before = vault.entries.find(({ id }) => id === row.id)
    if (!before) return null
    const changed = { ...activityOf(row, before.counts), row: isKept ? row : undefined }
    const entries = vault.entries.map((entry) => (entry === before ? changed : entry))
    const { after, changes } = recounted(vault, { ...vault, entries }, isCounted ? before.counts : [])
    return {
      after,
      answer: presentEntry(toEntryRecord({ ...row, fileIds, counts: countsIn(after, row.id) })),
      store: (values) => changeAtOnce(db, row, changes, values),
    }
  }

  async function remove(presumed: PresumedActor, id: string, now: Date): Promise<boolean> {
    const request = { key: undefined, operation: `DELETE /api/ceu-entries/${id}`, body: null }
    const stored = await store(presumed, { audited: removed(id), request }, (vault) => {
      const entry = vault.entries.find((each) => each.id === id)
      if (!entry) return null
      const entries = vault.entries.filter((each) => each !== entry)
      const { after, changes } = recounted(vault, { ...vault, entries }, entry.counts)
      return { after, answer: null, store: (values) => removeAtOnce(db, id, now, changes, values) }
    })
    return stored !== null
  }

  return {
    create: (...args: Parameters<typeof create>) => oneAtATime(args[0].actor.owner, () => create(...args)),
    change: (...args: Parameters<typeof change>) => oneAtATime(args[0].actor.owner, () => change(...args)),
    remove: (...args: Parameters<typeof remove>) => oneAtATime(args[0].actor.owner, () => remove(...args)),
  }
}

/** `null` where the change is to be refused. */
function editedRow(row: EntryRow, { patch, seen }: EntryEdit, now: Date): EntryRow | null {
  const { fields, errors } = edited(row, patch, now)
  const isOther = seen !== undefined && row.updatedAt.toISOString() !== seen
  return errors.length > 0 || isOther ? null : { ...row, ...fields }
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

const countsIn = ({ entries }: CeuVault, id: string) => entries.find((entry) => entry.id === id)?.counts ?? []

/** The vault with a changed entry that counts in these cycles, and what that changes in the database. */
function recounted(
  before: CeuVault,
  vault: CeuVault,
  counts: CeuEntry['counts'],
): { after: CeuVault; changes: Changes } {
  const nothing = { sums: [], credits: [], duties: vault.duties, areDutiesChanged: false }
  if (counts.length === 0) return { after: vault, changes: nothing }
  const { after, recount } = recountVault(vault, new Set(counts.map(({ cycleId }) => cycleId)))
  const areDutiesChanged = !isDeepStrictEqual(byKey(before.duties), byKey(after.duties))
  return { after, changes: { ...recount, areDutiesChanged } }
}

function byKey(duties: CeuVault['duties']) {
  return new Map(duties.map((duty) => [`${duty.subjectId} ${duty.kind} ${duty.key}`, duty]))
}

/** Runs work with the same key one after another, in the order of the calls. */
function serialByKey() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    const end = () => last.get(key) === done && last.delete(key)
    done.then(end, end)
    return done
  }
}
