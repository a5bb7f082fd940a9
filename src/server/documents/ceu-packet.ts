import { type Packet, packetSubject } from '#shared/ceu/packet.ts'
import { type Attachments, bindAttachments } from './attachments.ts'
import { writeCover } from './ceu-cover.ts'
import { entryName, writeEntries, writeGaps } from './ceu-entries.ts'
import { periodText } from './fact-list.ts'
import { openPaper } from './pdf/writer.ts'
import type { Book } from './worker-protocol.ts'

/** The audit packet of a CE cycle: cover, entries, gaps; its certificates follow. */
export function openCeuPacket(packet: Packet): Book {
  const subject = packetSubject(packet.cycle)
  const period = periodText(packet.cycle)
  const paper = openPaper({
    title: `CE packet: ${subject}, ${period}`,
    author: packet.owner,
    madeAt: new Date(`${packet.madeOn}T00:00:00Z`),
    running: { whose: packet.owner, what: subject, when: period },
  })
  writeCover(paper, packet)
  writeEntries(paper, packet)
  writeGaps(paper, packet)
  return bindAttachments(paper, certificatesOf(packet))
}

function certificatesOf({ entries, holdsFiles }: Packet): Attachments {
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
  return { folder: 'Certificates', noun: 'certificate', list: holdsFiles ? list : [] }
}
