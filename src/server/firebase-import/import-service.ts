import { createHash } from 'node:crypto'
import { listRemovedAddresses } from '#server/account-deletion/store.ts'
import { StartError } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserByEmail, findUserById } from '#server/users/store.ts'
import { duplicateKeyOf } from '#shared/ceu/duplicates.ts'
import type { CeuEntryInput } from '#shared/ceu/entry.ts'
import type { CredentialInput } from '#shared/credentials/credential.ts'
import { type Compared, KnownCredentials } from '#shared/imports/known-credentials.ts'
import { passwordHashOf, passwordProblem, readProviders, userRowOf } from './account-service.ts'
import { auditImport, importFiles } from './file-record-service.ts'
import { usableFiles } from './file-service.ts'
import { keyOf } from './id-service.ts'
import { type OwnerPlan, type Planned, planImport } from './plan-service.ts'
import { count, type ImportReport } from './report-service.ts'
import { recordRowsOf } from './row-service.ts'
import { notImported, type ReportLine, readSource } from './source-service.ts'
import { insertRecords, type KnownRecord, listKnownRecords, type NewRecords, readRecords } from './store.ts'

export type ImportOptions = {
  /** Without this option nothing is written. */
  isWriting: boolean
  /** Imports the accounts without their passwords, for a project whose hash parameters are unknown. */
  withoutPasswords: boolean
  log(line: string): void
}

/**
 * Imports a Firebase export, one owner after the other: first the account and its records in one transaction, then its
 * files in another. After a kill, the same command completes the import. Data imported earlier stays unchanged. Throws
 * a `StartError` if the export cannot be read.
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
  const report: ImportReport = {
    lines,
    ...{ counts: new Map(), attached: 0, unstored: [], plans: owners, source },
  }
  let toldAt = performance.now()
  for (const [at, plan] of owners.entries()) {
    await importOwner(services, { plan, known, removed, isWriting, withoutPasswords, report })
    if (performance.now() - toldAt < 2000) continue
    toldAt = performance.now()
    log(`${at + 1} of ${owners.length} accounts`)
  }
  return report
}

type OwnerImport = Pick<ImportOptions, 'isWriting' | 'withoutPasswords'> & {
  plan: OwnerPlan
  known: Map<string, KnownRecord>
  removed: Set<string>
  report: ImportReport
}

async function importOwner(services: Services, options: OwnerImport): Promise<void> {
  const { plan, known, isWriting, report } = options
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
  const isHeld = heldIn(here)
  const isMissing = (planned: Planned<CredentialInput> | Planned<CeuEntryInput>) => {
    if (!isHeld(planned.input)) return true
    report.lines.push(notImported(planned.collection, planned.sourceId, 'The vault has it already'))
    return false
  }
  const fresh = {
    files: plan.files.filter((file) => isNew({ collection: 'fileMetadata', ...file })),
    credentials: plan.credentials.filter(isNew).filter(isMissing),
    cycles: plan.cycles.filter(isNew),
    entries: plan.entries.filter(isNew).filter(isMissing),
  }
  const cycleIds = new Set([...fresh.cycles.map(({ recordId }) => recordId), ...(here?.cycles.keys() ?? [])])
  const entries = fresh.entries.filter(({ input, sourceId }) => {
    if (cycleIds.has(input.cycleId)) return true
    report.lines.push(notImported('ceuEntries', sourceId, 'Its cycle was imported before and deleted here'))
    return false
  })
  const signIn = await signInOf(services, options, isNewAccount)
  if (isWriting) {
    const now = services.clock.now()
    const account = { collection: 'accounts', sourceId: owner, recordId: owner, digest: plan.digest }
    const records: NewRecords = {
      ...recordRowsOf({ ...fresh, entries }, now),
      ...{ user: isNewAccount ? userRowOf(plan, now) : null, ...signIn },
      known: [
        ...(isNewAccount ? [account] : []),
        ...[...fresh.credentials, ...fresh.cycles, ...entries].map(
          ({ collection, sourceId, recordId, digest }) => ({ collection, sourceId, recordId, digest }),
        ),
      ],
    }
    if (records.known.length > 0) await saveRecords(services, owner, records, now)
  }
  const state = isNewAccount ? 'imported' : 'already'
  if (isNewAccount) count(report, 'accounts', state)
  if (plan.hasProfile) count(report, 'users', state)
  for (const { collection } of [...fresh.credentials, ...fresh.cycles, ...entries])
    count(report, collection, 'imported')
  const created = new Set([...fresh.credentials, ...entries].map(({ recordId }) => recordId))
  const imported = isWriting
    ? await importFiles(services, { plan, files: fresh.files, created, here, known, report })
    : await usableFiles(fresh.files, report)
  for (const _ of imported) count(report, 'fileMetadata', 'imported')
}

/** Whether the vault has a credential or a course already: imported before, or entered by its owner. */
function heldIn(here: Awaited<ReturnType<typeof readRecords>> | null) {
  const present = <T extends { deletedAt: Date | null }>(rows: Iterable<T> = []) =>
    [...rows].filter(({ deletedAt }) => deletedAt === null)
  const credentials = new KnownCredentials<Compared>(present(here?.credentials.values()))
  const courses = new Set(present(here?.entries.values()).map(duplicateKeyOf))
  return (input: CredentialInput | CeuEntryInput): boolean => {
    if ('cycleId' in input) {
      const key = duplicateKeyOf(input)
      return key !== null && courses.has(key)
    }
    return credentials.find(input) !== null
  }
}

/** The sign-in methods of a new account. Every run reports the ones that cannot be imported. */
async function signInOf(
  services: Services,
  { plan, isWriting, withoutPasswords, report }: OwnerImport,
  isNewAccount: boolean,
): Promise<Pick<NewRecords, 'passwordHash' | 'linked'>> {
  const { account } = plan
  const { linked, lines } = readProviders(services, plan)
  report.lines.push(...lines)
  const params = withoutPasswords ? null : report.source.params
  const problem = passwordProblem(account, params)
  if (problem !== null)
    report.lines.push({
      ...{ collection: 'accounts', id: account.localId, field: 'passwordHash', outcome: 'left out' },
      reason: problem,
    })
  if (!isNewAccount || !isWriting) return { passwordHash: null, linked: [] }
  return { passwordHash: problem === null ? await passwordHashOf(account, params) : null, linked }
}

/** Why this account is not imported. An account that already exists here is never taken over. */
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

async function saveRecords(services: Services, owner: Owner, records: NewRecords, now: Date): Promise<void> {
  const { credentials, cycles, entries } = records
  const metadata = { credentials: credentials.length, cycles: cycles.length, entries: entries.length }
  await services.db.transaction(async (tx) => {
    await insertRecords(tx, owner, records, now)
    await auditImport(tx, owner, now, metadata)
  })
}
