import { type Packet, packetSubject } from '#shared/ceu/packet.ts'
import { type AttachmentSection, appendAttachments } from './attachments.ts'
import { writeCover } from './ceu-cover.ts'
import { entryName, writeEntries } from './ceu-entries.ts'
import { periodText } from './fact-list.ts'
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
  return appendAttachments(pdf, certificatesOf(packet))
}

function certificatesOf({ entries, holdsFiles }: Packet): AttachmentSection {
  const list = entries.flatMap((one) =>
    one.files.map(({ name }, index) => {
      const note = one.files.length > 1 ? `file ${index + 1} of ${one.files.length}` : ''
      const alt = `Certificate of “${one.entry.title}”, ${one.entry.provider}`
      return {
        heading: entryName(one),
        note,
        alt: note === '' ? alt : `${alt}, ${note}`,
        isFirst: index === 0,
        elsewhere: `The file “${name}” is in the ZIP of this packet.`,
      }
    }),
  )
  return { title: 'Certificates', noun: 'certificate', list: holdsFiles ? list : [] }
}
