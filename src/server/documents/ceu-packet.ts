import { translateIn } from '#server/i18n/translations.ts'
import { type Packet, type PacketEntry, type PacketRecord, packetSubject } from '#shared/ceu/packet.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type AttachmentInfo, type AttachmentSection, appendAttachments } from './attachments.ts'
import { writeCover } from './ceu-cover.ts'
import { entryName, writeEntries } from './ceu-entries.ts'
import { dateText, periodText } from './fact-list.ts'
import { createPdfWriter } from './pdf/writer.ts'
import type { PacketDocument, PdfBuilder } from './worker-protocol.ts'

type CeuDocument = Extract<PacketDocument, { kind: 'ceu' }>

/** Builds the audit packet of a CE cycle: cover, entries, then the certificates. */
export function buildCeuPacket({ packet, language, check }: CeuDocument): PdfBuilder {
  const t = translateIn(language)
  const subject = packetSubject(packet.cycle, t)
  const period = periodText(packet.cycle, t)
  const pdf = createPdfWriter({
    title: t`CE packet: ${subject}, ${period}`,
    author: packet.owner,
    createdAt: new Date(`${packet.madeOn}T00:00:00Z`),
    header: { owner: packet.owner, subject: subject, period: period },
    t,
  })
  writeCover(pdf, packet, check, t)
  writeEntries(pdf, packet, t)
  return appendAttachments(pdf, attachmentsOf(packet, t), t)
}

function attachmentsOf({ entries, practice, holdsFiles }: Packet, t: Translate): AttachmentSection {
  const proofs = practice.flatMap((record) => proofsOf(record, t))
  const title = proofs.length === 0 ? t`Certificates` : t`Certificates and proof of practice`
  const list = [...certificatesOf(entries, t), ...proofs]
  return { title, noun: proofs.length === 0 ? 'certificate' : 'file', list: holdsFiles ? list : [] }
}

function proofsOf({ title, organization, endDate, files }: PacketRecord, t: Translate): AttachmentInfo[] {
  const alt = organization === null ? t`Proof of “${title}”` : t`Proof of “${title}”, ${organization}`
  return files.map(({ name }, index) => {
    const note = noteOf(files, index, t)
    return {
      ...{ heading: t`Practice log: ${title}, ${dateText(endDate, t)}`, note, isFirst: index === 0 },
      alt: note === '' ? alt : `${alt}, ${note}`,
      elsewhere: inZipText(name, t),
    }
  })
}

function noteOf(files: readonly unknown[], index: number, t: Translate): string {
  return files.length > 1 ? t`file ${index + 1} of ${files.length}` : ''
}

function inZipText(name: string, t: Translate): string {
  return t`The file “${name}” is in the ZIP of this packet.`
}

function certificatesOf(entries: readonly PacketEntry[], t: Translate): AttachmentInfo[] {
  return entries.flatMap((one) =>
    one.files.map(({ name }, index) => {
      const note = noteOf(one.files, index, t)
      const alt = t`Certificate of “${one.entry.title}”, ${one.entry.provider}`
      return {
        heading: entryName(one, t),
        note,
        alt: note === '' ? alt : `${alt}, ${note}`,
        isFirst: index === 0,
        elsewhere: inZipText(name, t),
      }
    }),
  )
}
