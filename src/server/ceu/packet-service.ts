import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { type Issue, issueCode, signDocument } from '#server/checks/statement-service.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import type { CreatedPacket } from '#server/documents/packet.ts'
import type { PacketDocument } from '#server/documents/worker-protocol.ts'
import { openName } from '#server/files/name-service.ts'
import { createCachedPacket } from '#server/files/packet-cache-service.ts'
import { sourceOf } from '#server/files/service.ts'
import { type FileRow, listFileIds, listFilesById } from '#server/files/store.ts'
import { byteOrderMark, csvLines } from '#server/http/csv.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import {
  certificateFileName,
  type Packet,
  type PacketEntry,
  type PacketFile,
  packetEntries,
  packetFileName,
  packetSubject,
  packetTable,
  proofFileName,
} from '#shared/ceu/packet.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { addDays, addYears, todayIn } from '#shared/kernel/dates.ts'
import { presentCycle } from './cycle-service.ts'
import { type CycleRecord, requireCycle } from './cycle-store.ts'
import { presentEntry } from './entry-service.ts'
import { listEntriesOfCycle } from './entry-store.ts'

/**
 * A packet, and its files in order with their names in a ZIP: first the files of the entries, then the files of the
 * practice log.
 */
export type PacketDraft = {
  owner: Owner
  packet: Packet
  files: { row: FileRow; name: string }[]
  /** The language of the account. */
  t: Translate
}
type ProgressListener = (done: number, total: number) => void
type NamedSize = { name: string; size: number }

/** Reads everything that the packet of this cycle contains. Rejects like `requireCycle`. */
export async function draftPacket(services: Services, actor: Actor, cycleId: string): Promise<PacketDraft> {
  const { db, clock } = services
  const { owner } = actor
  const [record, records] = await readSnapshot(db, async (tx) => [
    await requireCycle(tx, owner, cycleId),
    await listEntriesOfCycle(tx, owner, cycleId),
  ])
  const user = await findUser(db, owner)
  if (!user) throw new Problem('not_authenticated')
  const today = todayIn(clock.now(), user.settings.timeZone)
  const cycle = presentCycle(record, null)
  const entries = packetEntries(cycle, records.map(presentEntry))
  const practice = practiceOf(cycle, record.practiceLog)
  const proofIds = await listFileIds(
    db,
    practice.map(({ id }) => id),
  )
  const rows = await listFilesById(db, owner, [
    ...entries.flatMap(({ entry }) => entry.fileIds),
    ...[...proofIds.values()].flat(),
  ])
  const rowsOf = (ids: readonly string[] = []) => ids.flatMap((id) => rows.get(id) ?? [])
  const packetFile = (row: FileRow): PacketFile => ({
    name: openName(services.fieldCipher, row),
    mimeType: row.mimeType,
  })
  const certificates = entries.map((each) => {
    const own = rowsOf(each.entry.fileIds)
    return { own, entry: { ...each, files: own.map(packetFile) } satisfies PacketEntry }
  })
  const proofs = practice.map(({ id, ...each }) => {
    const own = rowsOf(proofIds.get(id))
    return { own, record: { ...each, files: own.map(packetFile) } }
  })
  const packet: Packet = {
    owner: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.name || user.email,
    madeOn: today,
    cycle,
    credential: await credentialOf(services, actor, cycle, today),
    entries: certificates.map(({ entry }) => entry),
    practice: proofs.map((proof) => proof.record),
    holdsFiles: true,
  }
  return {
    owner,
    packet,
    t: translateFor(user.settings),
    files: [
      ...certificates.flatMap(({ entry, own }) =>
        own.map((row, index) => ({ row, name: certificateFileName(entry, index, entries.length) })),
      ),
      ...proofs.flatMap((proof, at) =>
        proof.own.map((row, index) => ({ row, name: proofFileName(proof.record, at + 1, index) })),
      ),
    ],
  }
}

type LoggedRecord = CycleRecord['practiceLog'][number]

/** The practice records that count, at least in part, toward a need of the chosen way to renew. */
function practiceOf({ needs, cycleStart, cycleEnd }: CeuCycle, log: readonly LoggedRecord[]): LoggedRecord[] {
  return log.filter(({ kind, endDate }) =>
    needs.some((need) => {
      const from = need.years === null ? cycleStart : addDays(addYears(cycleEnd, -need.years), 1)
      return need.kind === kind && endDate >= from && endDate <= cycleEnd
    }),
  )
}

/** Also `null` for a deleted credential. */
async function credentialOf(
  { db }: Services,
  { owner }: Actor,
  { licenseId, certificationId }: CeuCycle,
  today: string,
): Promise<Credential | null> {
  const id = licenseId ?? certificationId
  if (id === null) return null
  try {
    return presentCredential(await requireCredential(db, owner, id), today, owner)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** What the PDF leaves out of the texts in it. */
export async function checkDraft({ packet, t }: PacketDraft): Promise<{ undrawn: string[] }> {
  const { owner, cycle, credential, entries, practice } = packet
  const names = [owner, packetSubject(cycle, t), credential?.number, credential?.issuer]
  const asked = [cycle.topics, cycle.needs]
  const { undrawnIn } = await import('#server/documents/pdf/undrawn.ts')
  return {
    undrawn: undrawnIn(
      JSON.stringify([names, asked, packetTable(packet, t), entries.map(({ files }) => files), practice]),
    ),
  }
}

/** The cover, the entries, every certificate and every document of the practice log in one PDF. */
export async function writePdf(
  services: Services,
  { owner, packet, files, t }: PacketDraft,
  options: { signal: AbortSignal; onProgress?: ProgressListener },
): Promise<CreatedPacket & NamedSize> {
  const sources = files.map(({ row }) => sourceOf(services, row))
  const issue = await issueCode(services, owner, { kind: 'cePacket', cycleId: packet.cycle.id })
  const document = documentOf(services, packet, issue, t)
  const made = await createCachedPacket(services, owner, document, sources, { ...options, keys: { owner } })
  const signed = await signDocument(services, made, issue, 'pdf')
  return { ...signed, name: packetFileName(packet.cycle, 'pdf', t) }
}

function documentOf({ config }: Services, packet: Packet, { code }: Issue, t: Translate): PacketDocument {
  return { kind: 'ceu', packet, language: t.language, check: { code, publicUrl: config.publicUrl } }
}

/** The packet as a ZIP: the pages about the entries, the original files, and the entries as CSV. */
export async function writeZip(
  services: Services,
  { owner, packet, files, t }: PacketDraft,
  signal: AbortSignal,
): Promise<NamedSize & { read(): Readable; remove(): Promise<void> }> {
  const issue = await issueCode(services, owner, { kind: 'cePacket', cycleId: packet.cycle.id })
  const document = documentOf(services, { ...packet, holdsFiles: false }, issue, t)
  const made = await createCachedPacket(services, owner, document, [], { signal, keys: { owner } })
  const cover = await signDocument(services, made, issue, 'pdf')
  const lastModified = services.clock.now()
  const csv = Buffer.from(byteOrderMark + csvLines(packetTable(packet, t)))
  const originals = await Promise.all(files.map(({ row, name }) => originalMember(services, row, name, t)))
  const members = [
    { name: `00 ${t`Cover and entries`}.pdf`, size: cover.size, open: async () => cover.read() },
    ...originals,
    { name: 'entries.csv', size: csv.length, open: async () => Readable.from([csv]) },
  ].map((member) => ({ ...member, lastModified }))
  async function* openMembers() {
    try {
      for (const { name, size, open } of members) {
        const input = await open()
        // When a client disconnects, `yield` throws. We then have to destroy the input stream.
        try {
          yield { name, size, lastModified, input: input as AsyncIterable<Buffer> }
        } finally {
          input.destroy()
        }
      }
    } finally {
      await cover.remove()
    }
  }
  const zip = {
    name: packetFileName(packet.cycle, 'zip', t),
    size: Number(predictLength(members.map(({ name, size }) => ({ name, size, lastModified })))),
    read: () => Readable.fromWeb(makeZip(openMembers()), { objectMode: false }),
    remove: cover.remove,
  }
  return signDocument(services, zip, issue, 'zip')
}

type ZipMember = NamedSize & { open(): Promise<Readable> }

/** If bytes are missing or incomplete, a text file says so. No file may be missing silently. */
async function originalMember(
  { fieldCipher, storage }: Services,
  row: FileRow,
  name: string,
  t: Translate,
): Promise<ZipMember> {
  if ((await storage.size(row.key)) !== row.size) {
    const shown = openName(fieldCipher, row)
    const sentence = Buffer.from(`${t`The file “${shown}” is missing or damaged in storage.`}\n`)
    return { name: `${name}.missing.txt`, size: sentence.length, open: async () => Readable.from([sentence]) }
  }
  const open = async () => {
    const bytes = await storage.read(row.key)
    if (!bytes) throw new Problem('file_bytes_missing')
    return bytes
  }
  return { name, size: row.size, open }
}

/** Records the download. Call it before sending the first byte. */
export function auditDownload(
  { db, clock }: Services,
  actor: Actor,
  cycleId: string,
  metadata: { format: string; size: number },
): Promise<void> {
  return audit(db, actor, clock.now(), 'file_downloaded', {
    resource: 'ceuCycle',
    resourceId: cycleId,
    metadata,
  })
}
