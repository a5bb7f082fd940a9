import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import { audit } from '#server/audit/store.ts'
import type { FileRow } from '#server/files/store.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { lanyardVersion } from '#server/kernel/version.ts'
import type { Services } from '#server/services.ts'
import { chunksOf } from '#server/storage/chunks.ts'
import type { Actor } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportManifest,
  exportName,
  exportPaths,
} from '#shared/transfer/export.ts'
import { countsOf, type ExportData, type Faults, presentVault, withFaults } from './export-data-service.ts'
import { pageOf } from './export-page-service.ts'
import { readVault, type VaultRows } from './export-store.ts'
import { spreadsheetsOf } from './export-tables-service.ts'

/** `total` is the length in bytes if every file is whole; `faults`, once all is read, how many are not. */
export type Export = { name: string; total: number; faults(): number; read(): Readable }

type ExportContext = { vault: VaultRows; data: ExportData; madeAt: Date }
type Member = { path: string; bytes: Buffer }

/**
 * Everything the owner has, as one ZIP. When this resolves, the rows of one moment are in memory; the files are read
 * while the ZIP is. The bytes end with an error, never early, when something cannot be read.
 */
export async function draftExport(services: Services, actor: Actor): Promise<Export> {
  const vault = await readVault(services, actor.owner)
  const madeAt = services.clock.now()
  const context = { vault, data: presentVault(services, vault), madeAt }
  const faults = new Map<string, { fault: 'missing' | 'damaged'; isInside: boolean }>()
  const expected = [
    ...context.data.files.map(({ path, size }) => ({ name: path ?? '', size, lastModified: madeAt })),
    ...otherMembers(context, faults).map(({ path, bytes }) => ({
      name: path,
      size: bytes.length,
      lastModified: madeAt,
    })),
  ]
  return {
    name: exportName(todayIn(madeAt, vault.user.settings.timeZone)),
    total: Number(predictLength(expected)),
    faults: () => faults.size,
    read: () => Readable.fromWeb(makeZip(members(services, context, faults)), { objectMode: false }),
  }
}

/** The files first, because the other members say whether each was found intact. */
async function* members(
  services: Services,
  context: ExportContext,
  faults: Map<string, { fault: 'missing' | 'damaged'; isInside: boolean }>,
) {
  const rows = new Map(context.vault.files.map((row) => [row.id, row]))
  for (const { id, path } of context.data.files) {
    const row = rows.get(id)
    if (!row || path === null) continue
    const opened = await openOriginal(services, row)
    if ('fault' in opened) {
      faults.set(id, { fault: opened.fault, isInside: false })
      continue
    }
    const { bytes } = opened
    const input = verified(bytes, row, () => faults.set(id, { fault: 'damaged', isInside: true }))
    // When the reader disconnects this throws where it yields, and the bytes must be closed here.
    try {
      yield { name: path, size: row.size, lastModified: row.createdAt, input }
    } finally {
      bytes.destroy()
    }
  }
  for (const { path, bytes } of otherMembers(context, faults))
    yield { name: path, size: bytes.length, lastModified: context.madeAt, input: bytes }
}

type Opened = { bytes: Readable } | { fault: 'missing' | 'damaged' }

async function openOriginal({ storage }: Services, row: Pick<FileRow, 'key' | 'size'>): Promise<Opened> {
  const size = await storage.size(row.key)
  if (size !== null && size !== row.size) return { fault: 'damaged' }
  try {
    const bytes = size === null ? null : await storage.read(row.key)
    return bytes ? { bytes } : { fault: 'missing' }
  } catch (error) {
    if (error instanceof Problem && error.code === 'file_bytes_missing') return { fault: 'damaged' }
    throw error
  }
}

/** The bytes unchanged; calls `onDamage` when they differ from those uploaded. */
async function* verified(
  bytes: Readable,
  row: Pick<FileRow, 'size' | 'sha256'>,
  onDamage: () => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of chunksOf(bytes)) {
    hash.update(part)
    size += part.length
    yield part
  }
  if (size !== row.size) throw new Problem('file_bytes_missing')
  if (hash.digest('hex') !== row.sha256) onDamage()
}

/** All members except the files. */
function otherMembers({ vault, data: before, madeAt }: ExportContext, faults: Faults): Member[] {
  const data = withFaults(before, faults)
  const json = (path: string, value: unknown): Member => ({
    path,
    bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
  })
  const counts = countsOf(vault)
  const t = translateFor(vault.user.settings)
  const written = [
    json(exportPaths.profile, data.profile),
    json(exportPaths.signIn, data.signIn),
    json(exportPaths.credentials, data.credentials),
    json(exportPaths.cycles, data.cycles),
    json(exportPaths.entries, data.entries),
    json(exportPaths.lookups, data.lookups),
    json(exportPaths.practiceLog, data.practiceLog),
    json(exportPaths.healthRecords, data.healthRecords),
    json(exportPaths.renewals, data.renewals),
    json(exportPaths.requirementLists, data.requirementLists),
    json(exportPaths.files, data.files),
    json(exportPaths.reminders, data.reminders),
    json(exportPaths.reminderSettings, data.reminderSettings),
    json(exportPaths.shares, data.shares),
    json(exportPaths.activity, data.activity),
    ...spreadsheetsOf(vault, data, madeAt),
    { path: exportPaths.page, bytes: Buffer.from(pageOf(vault, data, { madeAt, counts, t })) },
  ]
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    lanyard: lanyardVersion(),
    madeAt: madeAt.toISOString(),
    counts,
    members: [
      ...data.files.flatMap(({ path, size, sha256 }) => (path === null ? [] : [{ path, size, sha256 }])),
      ...written.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: hashOf(bytes) })),
    ],
    faults: data.files.flatMap(({ id, name, path, fault }) =>
      fault === null ? [] : [{ fileId: id, name, path, fault }],
    ),
  }
  return [...written, json(exportPaths.manifest, manifest)]
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Call it before the first byte is sent. */
export function auditExport({ db, clock }: Services, actor: Actor, { total }: Export): Promise<void> {
  const what = { resource: 'user', resourceId: actor.owner, metadata: { size: total } }
  return audit(db, actor, clock.now(), 'file_exported', what)
}
