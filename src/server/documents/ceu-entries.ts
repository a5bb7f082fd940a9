import { type CertificateGap, certificateGapNames, certificateGaps } from '#shared/ceu/certificate.ts'
import { amountText, hoursText } from '#shared/ceu/ceu-text.ts'
import { type Packet, type PacketEntry, remarksOf, topicTexts } from '#shared/ceu/packet.ts'
import { dateText } from './fact-list.ts'
import { type PdfWriter, type StructureElement, type StyledText, styles } from './pdf/writer.ts'

/** The table of entries, oldest first, with its total. */
export function writeEntries(pdf: PdfWriter, packet: Packet): void {
  pdf.newPage()
  pdf.bookmark('Entries')
  const part = pdf.section()
  pdf.write(part, 'H2', { text: 'Entries', style: styles.heading })
  pdf.addSpace(2)
  if (packet.entries.length === 0)
    pdf.write(part, 'P', { text: 'No entries in this cycle yet.', style: styles.body }, 4)
  else {
    const width = pdf.width()
    const columns = [
      { name: 'No.', width: 30 },
      { name: 'Completed', width: 74 },
      { name: 'Activity and provider', width: width - 284 },
      { name: 'Topics', width: 120 },
      { name: 'Counted', width: 60, align: 'right' as const },
    ]
    const total = [
      body(''),
      body(''),
      [{ text: 'Counted in this cycle', style: styles.strong }],
      body(''),
      [{ text: hoursText(packet.cycle.hoursCounted), style: styles.strong }],
    ]
    pdf.table(part, columns, [...packet.entries.map((one) => rowOf(one, packet)), total], 'ruled')
  }
  part.end()
}

const body = (text: string): StyledText[] => [{ text, style: styles.body }]
const small = (text: string): StyledText => ({ text, style: styles.small })

function rowOf(one: PacketEntry, { cycle }: Packet): StyledText[][] {
  const { entry } = one
  const approval = approvalText(entry)
  const activity: StyledText[] = [
    { text: entry.title, style: styles.strong },
    small(entry.provider),
    ...(approval === null ? [] : [small(approval)]),
    ...(entry.amount === null || entry.unit === 'contact_hour'
      ? []
      : [small(`On the certificate: ${amountText(entry.amount, entry.unit)}`)]),
    ...remarksOf(one, { cycle, date: dateText })
      .filter((remark) => !remark.startsWith('The certificate says'))
      .map(small),
  ]
  return [
    body(String(one.number)),
    body(dateText(entry.completedAt)),
    activity,
    topicTexts(entry).map(small),
    body(String(one.countedHours)),
  ]
}

function approvalText({ approvedBy, providerNumber }: PacketEntry['entry']): string | null {
  const number = providerNumber === null ? null : `provider number ${providerNumber}`
  if (approvedBy === null) return number === null ? null : `Provider number ${providerNumber}`
  return number === null ? `Approved by ${approvedBy}` : `Approved by ${approvedBy}, ${number}`
}

/** What is missing: certificates first, then details that boards ask for. */
export function writeGaps(pdf: PdfWriter, { entries }: Packet): void {
  pdf.newPage()
  pdf.bookmark('Gaps')
  const part = pdf.section()
  pdf.write(part, 'H2', { text: 'Gaps', style: styles.heading })
  if (entries.length === 0) pdf.write(part, 'P', { text: 'There are no entries yet.', style: styles.body }, 4)
  else listGaps(pdf, part, entries)
  part.end()
}

function listGaps(pdf: PdfWriter, part: StructureElement, entries: PacketEntry[]): void {
  const withoutCertificate = entries.filter(({ files }) => files.length === 0)
  const incomplete = entries.flatMap((one) => {
    const gaps = certificateGaps(one.entry).filter((gap) => gap !== 'certificate')
    return gaps.length === 0 ? [] : [{ one, gaps }]
  })
  pdf.write(part, 'H3', { text: 'Entries without a certificate', style: styles.strong }, 8)
  if (withoutCertificate.length === 0) pdf.write(part, 'P', { text: 'None.', style: styles.body }, 3)
  for (const one of withoutCertificate) pdf.write(part, 'P', { text: entryName(one), style: styles.body }, 3)
  pdf.write(part, 'H3', { text: 'Missing details', style: styles.strong }, 16)
  const text =
    incomplete.length === 0
      ? 'No details that boards usually ask for are missing.'
      : 'Boards usually check certificates for these details, too. They may be on the certificates themselves.'
  pdf.write(part, 'P', { text, style: incomplete.length === 0 ? styles.body : styles.small }, 3)
  for (const { one, gaps } of incomplete) {
    pdf.write(part, 'P', { text: `${entryName(one)}: ${listText(gaps)}.`, style: styles.body }, 3)
  }
}

function listText(gaps: CertificateGap[]): string {
  return gaps.map((gap) => certificateGapNames[gap]).join(', ')
}

/** "3. Ethics at the bedside, Feb 14, 2026". */
export function entryName({ number, entry }: Pick<PacketEntry, 'number' | 'entry'>): string {
  return `${number}. ${entry.title}, ${dateText(entry.completedAt)}`
}
