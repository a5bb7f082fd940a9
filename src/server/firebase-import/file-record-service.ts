import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { attachmentsOf } from './attachment-service.ts'
import type { PlannedFile } from './file-plan-service.ts'
import { discardFiles, type StoredFile, storeFiles } from './file-service.ts'
import { keyOf } from './id-service.ts'
import type { OwnerPlan } from './plan-service.ts'
import type { ImportReport } from './report-service.ts'
import { fileRowsOf } from './row-service.ts'
import { insertFileRecords, type KnownRecord, type NewFiles, type readRecords } from './store.ts'

type FileImport = {
  plan: OwnerPlan
  /** The documents that were not imported before. */
  files: PlannedFile[]
  /** The ids of the records that this run created. */
  created: ReadonlySet<string>
  /** The owner's records before this run; `null` for a new account. */
  here: Awaited<ReturnType<typeof readRecords>> | null
  known: ReadonlyMap<string, KnownRecord>
  report: ImportReport
}

/**
 * Stores an owner's files and attaches them to their records, which already exist. After an interruption, the next run
 * completes both. Resolves to the stored files.
 */
export async function importFiles(
  services: Services,
  { plan, files, created, here, known, report }: FileImport,
): Promise<PlannedFile[]> {
  const owner = asOwnerId(plan.account.localId)
  const stored = await storeFiles(services, owner, files, report)
  const imported = files.filter(({ sourceId }) => stored.has(sourceId))
  const { fresh, late } = attachmentsOf(plan, {
    stored: new Set(stored.keys()),
    ...{ created, here, recordOf: (record) => known.get(keyOf(record.collection, record.sourceId)) },
  })
  if (imported.length === 0 && late.length === 0) return imported
  const now = services.clock.now()
  const records = {
    files: fileRowsOf(imported, stored, { now, cipher: services.fieldCipher, owner }),
    attachments: [...fresh, ...late],
    known: imported.map(({ sourceId, recordId, digest }) => ({
      ...{ collection: 'fileMetadata', sourceId, recordId, digest },
    })),
  }
  await saveFiles(services, owner, { records, stored, now })
  report.attached += late.length
  return imported
}

async function saveFiles(
  services: Services,
  owner: Owner,
  { records, stored, now }: { records: NewFiles; stored: Map<string, StoredFile>; now: Date },
): Promise<void> {
  const metadata = { files: records.files.length, attachments: records.attachments.length }
  try {
    await services.db.transaction(async (tx) => {
      await insertFileRecords(tx, owner, records, now)
      await auditImport(tx, owner, now, metadata)
    })
  } catch (error) {
    // After a refusal, nothing was stored. After any other error the rows may have been stored, so the file sweep
    // decides about the bytes.
    if (error instanceof Problem) await discardFiles(services, stored)
    throw error
  }
}

export function auditImport(
  tx: Db,
  owner: Owner,
  now: Date,
  metadata: Record<string, number>,
): Promise<void> {
  const operator = { owner, sessionId: null, userAgent: null }
  const what = { resource: 'user', resourceId: owner, metadata: { source: 'firebase', ...metadata } }
  return audit(tx, operator, now, 'file_imported', what)
}
