import { createHash } from 'node:crypto'
import { listRemovedAddresses } from '#server/account-deletion/store.ts'
import { audit } from '#server/audit/store.ts'
import { removeBytes } from '#server/files/service.ts'
import { StartError } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserByEmail, findUserById } from '#server/users/store.ts'
import { Problem } from '#shared/http/errors.ts'
import { passwordHashOf, passwordProblem, readProviders, userRowOf } from './account-service.ts'
import { type StoredFile, storeFiles, usableFiles } from './file-service.ts'
import { type OwnerPlan, type Planned, planImport } from './plan-service.ts'
import { rowsOf } from './row-service.ts'
import { notImported, type ReportLine, readSource, type Source } from './source-service.ts'
import { insertRecords, type KnownRecord, listKnownRecords, type NewRecords, readRecords } from './store.ts'

export type ImportOptions = {
  /** Without it nothing is written. */
  isWriting: boolean
  /** Imports the accounts of a project whose hash parameters are not known, without their passwords. */
  withoutPasswords: boolean
  log(line: string): void
}

type Counts = { imported: number; already: number }
export type ImportReport = {
  lines: ReportLine[]
  /** Documents and accounts, by collection. */
  counts: Map<string, Counts>
  plans: OwnerPlan[]
  source: Source
}

/**
 * Imports a Firebase export, one owner after the other, each in one transaction: after a kill the same command goes on where
 * it ended. What was imported before stays as it is. Throws a `StartError` if the export cannot be read.
 */
export async function importFirebase(
  services: Services,
  folder: string,
  { isWriting, withoutPasswords, log }: ImportOptions,
): Promise<ImportReport> {
  const source = readSource(folder)
  if (source.params === null && !withoutPasswords && source.accounts.some(({ passwordHash }) => passwordHash))
    throw new StartError(
      'The accounts have passwords, but there is no hash-parameters.txt with the password hash parameters of the Firebase console. Add it, or say --without-passwords: then owners sign in by a mailed link or set a new password.',
    )
  const { owners, lines } = planImport(source)
  const known = new Map(
    (await listKnownRecords(services.db)).map((row) => [keyOf(row.collection, row.sourceId), row]),
  )
  const removed = new Set(await listRemovedAddresses(services.db))
  const report: ImportReport = { lines, counts: new Map(), plans: owners, source }
  let toldAt = performance.now()
  for (const [at, plan] of owners.entries()) {
    await importOwner(services, { plan, source, known, removed, isWriting, withoutPasswords, report })
    if (performance.now() - toldAt < 2000) continue
    toldAt = performance.now()
    log(`${at + 1} of ${owners.length} accounts`)
  }
  return report
}

type OwnerImport = Pick<ImportOptions, 'isWriting' | 'withoutPasswords'> & {
  plan: OwnerPlan
  source: Source
  known: Map<string, KnownRecord>
  removed: Set<string>
  report: ImportReport
}

const keyOf = (collection: string, sourceId: string) => `${collection}/${sourceId}`

async function importOwner(services: Services, options: OwnerImport): Promise<void> {
  const { plan, source, known, isWriting, report } = options
  const { account } = plan
  const owner = asOwnerId(account.localId)
  const isKnown = known.has(keyOf('accounts', account.localId))
  const refusal = isKnown ? null : await refusalOf(services, options)
  if (refusal !== null) {
    report.lines.push(notImported('accounts', account.localId, refusal))
    for (const { collection, sourceId } of recordsOf(plan))
      report.lines.push(notImported(collection, sourceId, 'Its account was not imported'))
    return
  }
  const isNew = ({
    collection,
    sourceId,
    digest,
  }: {
    collection: ReportLine['collection']
    sourceId: string
    digest: string
  }) => {
    const before = known.get(keyOf(collection, sourceId))
    if (!before) return true
    count(report, collection, 'already')
    if (before.digest !== digest)
      report.lines.push({
        ...{ collection, id: sourceId, field: null, outcome: 'left out' },
        reason: 'It changed in the source since it was imported: the record here stays as it is',
      })
    return false
  }
  const isNewAccount = isNew({ collection: 'accounts', sourceId: account.localId, digest: plan.digest })
  const here = isKnown ? await readRecords(services.db, owner) : null
  const fresh = {
    files: plan.files.filter((file) => isNew({ collection: 'fileMetadata', ...file })),
    credentials: plan.credentials.filter(isNew),
    cycles: plan.cycles.filter(isNew),
    entries: plan.entries.filter(isNew),
  }
  const cycleIds = new Set([...fresh.cycles.map(({ recordId }) => recordId), ...(here?.cycles.keys() ?? [])])
  const entries = fresh.entries.filter(({ input, sourceId }) => {
    if (cycleIds.has(input.cycleId)) return true
    report.lines.push(notImported('ceuEntries', sourceId, 'Its cycle was imported before and deleted here'))
    return false
  })
  // Also of an account that was imported before: the report of that run may be lost.
  const { linked, lines } = readProviders(services, plan)
  report.lines.push(...lines)
  const params = options.withoutPasswords ? null : source.params
  const problem = passwordProblem(account, params)
  if (problem !== null)
    report.lines.push({
      ...{ collection: 'accounts', id: account.localId, field: 'passwordHash', outcome: 'left out' },
      reason: problem,
    })
  const passwordHash =
    isNewAccount && isWriting && problem === null ? await passwordHashOf(account, params) : null
  const files = isWriting
    ? await storeFiles(services, owner, fresh.files, source, report)
    : new Map<string, StoredFile>()
  if (isWriting) {
    const now = services.clock.now()
    const records = rowsOf({ ...fresh, entries }, files, now)
    const all: NewRecords = {
      ...records,
      ...{
        user: isNewAccount ? userRowOf(plan, now) : null,
        passwordHash,
        linked: isNewAccount ? linked : [],
      },
      known: [
        ...(isNewAccount
          ? [{ collection: 'accounts', sourceId: owner, recordId: owner, digest: plan.digest }]
          : []),
        ...fresh.files
          .filter(({ sourceId }) => files.has(sourceId))
          .map(({ sourceId, recordId, digest }) => ({
            collection: 'fileMetadata',
            sourceId,
            recordId,
            digest,
          })),
        ...[...fresh.credentials, ...fresh.cycles, ...entries].map(
          ({ collection, sourceId, recordId, digest }) => ({ collection, sourceId, recordId, digest }),
        ),
      ],
    }
    if (all.known.length > 0) await save(services, owner, all, [...files.values()], now)
  }
  const state = isNewAccount ? 'imported' : 'already'
  if (isNewAccount) count(report, 'accounts', state)
  if (plan.hasProfile) count(report, 'users', state)
  const stored = isWriting
    ? fresh.files.filter(({ sourceId }) => files.has(sourceId))
    : await usableFiles(fresh.files, source, report)
  for (const _ of stored) count(report, 'fileMetadata', 'imported')
  for (const { collection } of [...fresh.credentials, ...fresh.cycles, ...entries])
    count(report, collection, 'imported')
}

/** Why this account is not imported. An account that is here already is never taken over. */
async function refusalOf({ db }: Services, { plan, removed }: OwnerImport): Promise<string | null> {
  if (removed.has(createHash('sha256').update(plan.email).digest('hex')))
    return 'Its owner deleted the account here'
  if (await findUserById(db, plan.account.localId)) return 'An account here has the same id'
  if (await findUserByEmail(db, plan.email))
    return 'An account here has the same address: the two are not merged'
  return null
}

function recordsOf({ files, credentials, cycles, entries }: OwnerPlan) {
  const planned: Pick<Planned<unknown>, 'collection' | 'sourceId'>[] = [
    ...files.map(({ sourceId }) => ({ collection: 'fileMetadata' as const, sourceId })),
    ...credentials,
    ...cycles,
    ...entries,
  ]
  return planned
}

function count({ counts }: ImportReport, collection: string, what: keyof Counts): void {
  const current = counts.get(collection) ?? { imported: 0, already: 0 }
  counts.set(collection, { ...current, [what]: current[what] + 1 })
}

async function save(
  services: Services,
  owner: Owner,
  records: NewRecords,
  stored: StoredFile[],
  now: Date,
): Promise<void> {
  const { credentials, cycles, entries, files } = records
  const metadata = {
    ...{ source: 'firebase', credentials: credentials.length, cycles: cycles.length },
    ...{ entries: entries.length, files: files.length },
  }
  try {
    await services.db.transaction(async (tx) => {
      await insertRecords(tx, owner, records, now)
      const operator = { owner, sessionId: null, userAgent: null }
      await audit(tx, operator, now, 'file_imported', { resource: 'user', resourceId: owner, metadata })
    })
  } catch (error) {
    // A refusal is certain. After any other error the rows may have been stored: the file sweep decides about the bytes.
    if (error instanceof Problem)
      await removeBytes(
        services,
        stored.map(({ key }) => key),
      )
    throw error
  }
}
