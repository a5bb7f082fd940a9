import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import { findUser } from '#server/account/store.ts'
import { audit } from '#server/audit/store.ts'
import { requireCredential } from '#server/credentials/store.ts'
import { type CreatedPacket, createPacket } from '#server/documents/packet.ts'
import { sourceOf } from '#server/files/service.ts'
import { type FileRow, listFilesById } from '#server/files/store.ts'
import { byteOrderMark, csvLines } from '#server/http/csv.ts'
import type { Services } from '#server/services.ts'
import type { Actor } from '#server/users/owner.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import {
  certificateFileName,
  type Packet,
  type PacketEntry,
  packetEntries,
  packetFileName,
  packetTable,
} from '#shared/ceu/packet.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { presentCycle } from './cycle-service.ts'
import { requireCycle } from './cycle-store.ts'
import { presentEntry } from './entry-service.ts'
import { listEntriesOfCycle } from './entry-store.ts'
import { readAtOnce } from './store.ts'

/** A packet and the files of its entries in their order, each with its place among those of its entry. */
export type Draft = { packet: Packet; files: { row: FileRow; entry: PacketEntry; index: number }[] }
type Progress = (done: number, total: number) => void
type Named = { name: string; size: number }

/** Everything that the packet of this cycle tells. Rejects as the cycle itself does: missing, another's. */
export async function draftPacket(services: Services, actor: Actor, cycleId: string): Promise<Draft> {
  const { db, clock } = services
  const { owner } = actor
  const [record, records] = await readAtOnce(db, async (tx) => [
    await requireCycle(tx, owner, cycleId),
    await listEntriesOfCycle(tx, owner, cycleId),
  ])
  const cycle = presentCycle(record)
  const entries = packetEntries(cycle, records.map(presentEntry))
  const rows = await listFilesById(
    db,
    owner,
    entries.flatMap(({ entry }) => entry.fileIds),
  )
  const user = await findUser(db, owner)
  if (!user) throw new Problem('not_authenticated')
  const today = todayIn(clock.now(), user.settings.timeZone)
  const files = entries.flatMap((each) => {
    const own = each.entry.fileIds.flatMap((id) => rows.get(id) ?? [])
    const entry: PacketEntry = { ...each, files: own.map(({ name, mimeType }) => ({ name, mimeType })) }
    return { entry, own }
  })
  const packet: Packet = {
    owner: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.name || user.email,
    madeOn: today,
    cycle,
    credential: await credentialOf(services, actor, cycle, today),
    entries: files.map(({ entry }) => entry),
    holdsFiles: true,
  }
  return {
    packet,
    files: files.flatMap(({ entry, own }) => own.map((row, index) => ({ row, entry, index }))),
  }
}

/** `null` too for one that was deleted since. */
async function credentialOf(
  { db }: Services,
  { owner }: Actor,
  { licenseId, certificationId }: CeuCycle,
  today: string,
): Promise<Credential | null> {
  const id = licenseId ?? certificationId
  if (id === null) return null
  try {
    return presentCredential(await requireCredential(db, owner, id), today)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** Cover, entries, gaps and every certificate in one PDF. */
export async function writePdf(
  services: Services,
  { packet, files }: Draft,
  options: { signal: AbortSignal; onProgress?: Progress },
): Promise<CreatedPacket & Named> {
  const sources = files.map(({ row }) => sourceOf(services, row))
  const made = await createPacket({ kind: 'ceu', packet }, sources, options)
  return { ...made, name: packetFileName(packet.cycle, 'pdf') }
}

/** The same as a ZIP: the pages that tell of the entries, the originals byte for byte, the entries as a spreadsheet. */
export async function writeZip(
  services: Services,
  { packet, files }: Draft,
  signal: AbortSignal,
): Promise<Named & { read(): ReadableStream<Uint8Array>; remove(): Promise<void> }> {
  const cover = await createPacket({ kind: 'ceu', packet: { ...packet, holdsFiles: false } }, [], { signal })
  const lastModified = services.clock.now()
  const csv = Buffer.from(byteOrderMark + csvLines(packetTable(packet)))
  const originals = await Promise.all(
    files.map(({ row, entry, index }) =>
      originalOf(services, row, certificateFileName(entry, index, packet.entries.length)),
    ),
  )
  const members = [
    { name: '00 Cover and entries.pdf', size: cover.size, open: async () => cover.read() },
    ...originals,
    { name: 'entries.csv', size: csv.length, open: async () => Readable.from([csv]) },
  ].map((member) => ({ ...member, lastModified }))
  async function* inOrder() {
    try {
      for (const { name, size, open } of members) {
        const input = await open()
        // A reader that goes away makes this throw where it yields, and leaves the input to us.
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
  return {
    name: packetFileName(packet.cycle, 'zip'),
    size: Number(predictLength(members.map(({ name, size }) => ({ name, size, lastModified })))),
    read: () => makeZip(inOrder()),
    remove: cover.remove,
  }
}

type Member = Named & { open(): Promise<Readable> }

/** Where the bytes are gone or cut a sentence stands in their place: nothing is missing without a word. */
async function originalOf({ storage }: Services, row: FileRow, name: string): Promise<Member> {
  if ((await storage.size(row.key)) !== row.size) {
    const sentence = Buffer.from(`The file “${row.name}” is missing or damaged in storage.\n`)
    return { name: `${name}.missing.txt`, size: sentence.length, open: async () => Readable.from([sentence]) }
  }
  const open = async () => {
    const bytes = await storage.read(row.key)
    if (!bytes) throw new Problem('file_bytes_missing')
    return bytes
  }
  return { name, size: row.size, open }
}

/** Call it before the first byte goes out. */
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
