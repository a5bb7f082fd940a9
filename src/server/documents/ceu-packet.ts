import { type Packet, type PacketEntry, type PacketRecord, packetSubject } from '#shared/ceu/packet.ts'
import { type AttachmentInfo, type AttachmentSection, appendAttachments } from './attachments.ts'
import { writeCover } from './ceu-cover.ts'
import { entryName, writeEntries } from './ceu-entries.ts'
import { dateText, periodText } from './fact-list.ts'
import { createPdfWriter } from './pdf/writer.ts'
import type { PdfBuilder } from './worker-protocol.ts'

/** Builds the audit packet of a CE cycle: cover, entries, then the certificates. */
export function buildCeuPacket(packet: Packet): PdfBuilder {
  const subject = packetSubject(packet.cycle)
  const period = periodText(packet.cycle)
  const pdf = createPdfWriter({
    title: `CE packet: ${subject}, ${period}`,
    author: packet.owner,
    createdAt: new Date(`${packet.madeOn}T00:00:00Z`),
    header: { owner: packet.owner, subject: subject, period: period },
  })
  writeCover(pdf, packet)
  writeEntries(pdf, packet)
  return appendAttachments(pdf, attachmentsOf(packet))
}

function attachmentsOf({ entries, practice, holdsFiles }: Packet): AttachmentSection {
  const proofs = practice.flatMap(proofsOf)
  const title = proofs.length === 0 ? 'Certificates' : 'Certificates and proof of practice'
  const list = [...certificatesOf(entries), ...proofs]
  return { title, noun: proofs.length === 0 ? 'certificate' : 'file', list: holdsFiles ? list : [] }
}

function proofsOf({ title, organization, endDate, files }: PacketRecord): AttachmentInfo[] {
  const alt = `Proof of “${title}”${organization === null ? '' : `, ${organization}`}`
  return files.map(({ name }, index) => {
    const note = noteOf(files, index)
    return {
      ...{ heading: `Practice log: ${title}, ${dateText(endDate)}`, note, isFirst: index === 0 },
      alt: note === '' ? alt : `${alt}, ${note}`,
      elsewhere: inZipText(name),
    }
  })
}

function noteOf(files: readonly unknown[], index: number): string {
  return files.length > 1 ? `file ${index + 1} of ${files.length}` : ''
}

function inZipText(name: string): string {
  return `The file “${name}” is in the ZIP of this packet.`
}

function certificatesOf(entries: readonly PacketEntry[]): AttachmentInfo[] {
  return entries.flatMap((one) =>
    one.files.map(({ name }, index) => {
      const note = noteOf(one.files, index)
      const alt = `Certificate of “${one.entry.title}”, ${one.entry.provider}`
      return {
        heading: entryName(one),
        note,
        alt: note === '' ? alt : `${alt}, ${note}`,
        isFirst: index === 0,
        elsewhere: inZipText(name),
      }
    }),
  )
}
