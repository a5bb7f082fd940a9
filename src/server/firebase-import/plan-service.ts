import type { ProfileInput } from '#shared/account/profile.ts'
import { type CeuCycleInput, MAX_CYCLES } from '#shared/ceu/cycle.ts'
import { type CeuEntryInput, MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { type CredentialInput, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import type { FirebaseAccount } from '#shared/firebase-import/accounts.ts'
import { type Collection, type Document, referredId } from '#shared/firebase-import/documents.ts'
import {
  type Mapped,
  mapCredential,
  mapCycle,
  mapEntry,
  mapProfile,
} from '#shared/firebase-import/records.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { type FileOwners, fileOwnersOf, type PlannedFile, planFile } from './file-plan-service.ts'
import { digestOf, recordIdOf } from './id-service.ts'
import { notImported, type ReportLine, type Source } from './source-service.ts'

type Times = { createdAt: Date | null; updatedAt: Date | null }

/** A document as a Lanyard record. `fileId` is the id of its file's document. */
export type Planned<T> = {
  collection: Collection
  sourceId: string
  recordId: string
  digest: string
  input: T
  times: Times
  fileId: string | null
}

export type OwnerPlan = {
  account: FirebaseAccount
  email: string
  digest: string
  /** Whether there is a document of `users`. */
  hasProfile: boolean
  profile: ProfileInput & { name: string | null }
  times: Times
  files: PlannedFile[]
  credentials: Planned<CredentialInput>[]
  cycles: Planned<CeuCycleInput>[]
  entries: Planned<CeuEntryInput>[]
  lines: ReportLine[]
}

export type Plan = { owners: OwnerPlan[]; lines: ReportLine[] }

/** The plan for every account and document of the source. Nothing is read from or written to the database. */
export function planImport(source: Source): Plan {
  const lines = [...source.lines]
  const accounts = usableAccounts(source, lines)
  const own = documentsByOwner(source, new Set(accounts.map(({ localId }) => localId)), lines)
  const fileOwners = fileOwnersOf(
    source,
    accounts.flatMap(({ localId }) => own(localId).fileMetadata.map((each) => [localId, each] as const)),
  )
  const owners = accounts.map((account) => planOwner(source, account, own(account.localId), fileOwners))
  const named = new Set(owners.flatMap(({ files }) => files.map(({ path }) => path)))
  for (const path of source.files.byPath.keys())
    if (!named.has(path))
      lines.push(notImported('files', path, 'No imported document of fileMetadata names it'))
  return { owners, lines: [...lines, ...owners.flatMap((owner) => owner.lines)] }
}

function usableAccounts(source: Source, lines: ReportLine[]): FirebaseAccount[] {
  const ids = new Set<string>()
  const emails = new Set<string>()
  return source.accounts.filter((account) => {
    const email = account.email?.trim().toLowerCase()
    const reason =
      email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email)
        ? 'It has no email address, so nobody could sign in to it'
        : emails.has(email)
          ? 'Another account of the export has the same address: its documents are not imported either'
          : ids.has(account.localId)
            ? 'Another account of the export has the same id'
            : null
    if (reason !== null || email === undefined) {
      lines.push(notImported('accounts', account.localId, reason ?? ''))
      return false
    }
    ids.add(account.localId)
    emails.add(email)
    return true
  })
}

type OwnDocuments = Record<Collection, Document[]>

function documentsByOwner(source: Source, accounts: Set<string>, lines: ReportLine[]) {
  const byOwner = new Map<string, OwnDocuments>()
  const none = (): OwnDocuments => ({
    users: [],
    fileMetadata: [],
    licenses: [],
    certifications: [],
    ceuCycles: [],
    ceuEntries: [],
  })
  for (const collection of keysOf(source.documents)) {
    for (const document of source.documents[collection]) {
      const { id, fields } = document
      const owner =
        collection === 'users'
          ? id
          : referredId(fields.userId ?? fields.ownerId ?? fields.owner ?? fields.uid)
      if (owner === null || !accounts.has(owner)) {
        const reason = owner === null ? 'It names no owner' : 'Its owner is not among the imported accounts'
        lines.push(notImported(collection, id, reason))
        continue
      }
      const own = byOwner.get(owner) ?? none()
      own[collection].push(document)
      byOwner.set(owner, own)
    }
  }
  return (owner: string) => byOwner.get(owner) ?? none()
}

function planOwner(
  source: Source,
  account: FirebaseAccount,
  own: OwnDocuments,
  owners: FileOwners,
): OwnerPlan {
  const lines: ReportLine[] = []
  const [user] = own.users
  const mapped = mapProfile(user?.fields ?? {})
  note(lines, 'users', account.localId, mapped)
  const profile = 'input' in mapped ? mapped.input : { name: null }
  const zone = profile.settings?.timeZone ?? null
  const files = own.fileMetadata.flatMap(
    (document) => planFile(source, document, { owner: account.localId, owners, lines }) ?? [],
  )
  const known = new Set(files.map(({ sourceId }) => sourceId))
  const taken = new Set<string>()

  /** The file of a record, if it was imported, belongs to the same owner, and is not attached to another record. */
  const fileOf = (collection: Collection, { id, fields }: Document): string | null => {
    const fileId = referredId(fields.fileId)
    if (fileId === null) return null
    const reason = !known.has(fileId)
      ? 'Its file is not among the imported files of its owner'
      : taken.has(fileId)
        ? 'Its file is attached to another record'
        : null
    if (reason === null) taken.add(fileId)
    else lines.push({ collection, id, field: 'fileId', outcome: 'left out', reason })
    return reason === null ? fileId : null
  }
  const planAll = <T>(
    collection: Collection,
    most: number,
    map: (document: Document) => Mapped<T>,
  ): Planned<T>[] => {
    const planned: Planned<T>[] = []
    for (const document of own[collection]) {
      const result = map(document)
      note(lines, collection, document.id, result)
      if ('refusal' in result) lines.push(notImported(collection, document.id, result.refusal))
      else if (planned.length >= most)
        lines.push(notImported(collection, document.id, `An owner has at most ${most} of them`))
      else {
        const { input, times } = result
        const { id: sourceId, fields } = document
        const recordId = recordIdOf(collection, sourceId)
        const fileId = fileOf(collection, document)
        planned.push({ collection, sourceId, recordId, digest: digestOf(fields), input, times, fileId })
      }
    }
    return planned
  }

  const licenses = planAll('licenses', MAX_CREDENTIALS, ({ fields }) =>
    mapCredential('license', fields, zone),
  )
  const left = MAX_CREDENTIALS - licenses.length
  const certifications = planAll('certifications', left, ({ fields }) =>
    mapCredential('certification', fields, zone),
  )
  const cycles = planAll('ceuCycles', MAX_CYCLES, ({ fields }) => mapCycle(fields, zone))
  const cycleIds = new Set(cycles.map(({ sourceId }) => sourceId))
  const entries = planAll('ceuEntries', MAX_ENTRIES, ({ fields }): Mapped<CeuEntryInput> => {
    const cycle = referredId(fields.cycleId)
    if (cycle === null || !cycleIds.has(cycle))
      return { refusal: 'Its cycle is not among the imported cycles of its owner', notes: [] }
    return mapEntry(fields, recordIdOf('ceuCycles', cycle), zone)
  })
  noteWrongSums(own, entries, lines)
  return {
    account,
    email: account.email?.trim().toLowerCase() ?? '',
    digest: digestOf([account, user?.fields ?? null]),
    hasProfile: user !== undefined,
    profile,
    times: 'times' in mapped ? mapped.times : { createdAt: null, updatedAt: null },
    ...{ files, credentials: [...licenses, ...certifications], cycles, entries, lines },
  }
}

function note<T>(lines: ReportLine[], collection: Collection, id: string, { notes }: Mapped<T>): void {
  for (const each of notes) lines.push({ collection, id, ...each })
}

/** `hoursCompleted` is the sum of the entries here. The report says so if the source had another number. */
function noteWrongSums(own: OwnDocuments, entries: Planned<CeuEntryInput>[], lines: ReportLine[]): void {
  const sums = new Map<string, number>()
  for (const { input } of entries)
    sums.set(input.cycleId, (sums.get(input.cycleId) ?? 0) + (input.hours ?? 0))
  for (const { id, fields } of own.ceuCycles) {
    const said = fields.hoursCompleted
    const sum = Number((sums.get(recordIdOf('ceuCycles', id)) ?? 0).toFixed(2))
    if (typeof said !== 'number' || Math.abs(said - sum) < 0.005) continue
    const reason = 'It is not the sum of the imported entries, which counts here'
    lines.push({ collection: 'ceuCycles', id, field: 'hoursCompleted', outcome: 'changed', reason })
  }
}
