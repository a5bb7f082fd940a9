import { amountText, hoursText } from '#shared/ceu/ceu-text.ts'
import { type Packet, type PacketEntry, remarksOf, topicTexts } from '#shared/ceu/packet.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { dateText } from './fact-list.ts'
import { type PdfWriter, type StyledText, styles } from './pdf/writer.ts'

/** The table of entries, oldest first, with its total. */
export function writeEntries(pdf: PdfWriter, packet: Packet, t: Translate): void {
  pdf.newPage()
  pdf.bookmark(t`Entries`)
  const part = pdf.section()
  pdf.write(part, 'H2', { text: t`Entries`, style: styles.heading })
  pdf.addSpace(2)
  if (packet.entries.length === 0)
    pdf.write(part, 'P', { text: t`No entries in this cycle yet.`, style: styles.body }, 4)
  else {
    const width = pdf.width()
    const columns = [
      { name: t`No.`, width: 30 },
      { name: t`Completed`, width: 74 },
      { name: t`Activity and provider`, width: width - 284 },
      { name: t`Topics`, width: 120 },
      { name: t`Counted`, width: 60, align: 'right' as const },
    ]
    const total = [
      body(''),
      body(''),
      [{ text: t`Counted in this cycle`, style: styles.strong }],
      body(''),
      [{ text: hoursText(packet.cycle.hoursCounted, t), style: styles.strong }],
    ]
    pdf.table(part, columns, [...packet.entries.map((one) => rowOf(one, packet, t)), total], 'ruled')
  }
  part.end()
}

const body = (text: string): StyledText[] => [{ text, style: styles.body }]
const small = (text: string): StyledText => ({ text, style: styles.small })

function rowOf(one: PacketEntry, { cycle }: Packet, t: Translate): StyledText[][] {
  const { entry } = one
  const approval = approvalText(entry, t)
  // The amount on the certificate is on its own line.
  const reasons = one.reasons.filter(({ code }) => code !== 'converted')
  const activity: StyledText[] = [
    { text: entry.title, style: styles.strong },
    small(entry.provider),
    ...(approval === null ? [] : [small(approval)]),
    ...(entry.amount === null || entry.unit === 'contact_hour'
      ? []
      : [small(t`On the certificate: ${amountText(entry.amount, entry.unit, t)}`)]),
    ...remarksOf({ ...one, reasons }, { cycle, date: (date) => dateText(date, t), t }).map(small),
  ]
  return [
    body(String(one.number)),
    body(dateText(entry.completedAt, t)),
    activity,
    topicTexts(entry, t).map(small),
    body(String(one.countedHours)),
  ]
}

function approvalText({ approvedBy, providerNumber }: PacketEntry['entry'], t: Translate): string | null {
  if (approvedBy === null) return providerNumber === null ? null : t`Provider number ${providerNumber}`
  return providerNumber === null
    ? t`Approved by ${approvedBy}`
    : t`Approved by ${approvedBy}, provider number ${providerNumber}`
}

/** "3. Ethics at the bedside, Feb 14, 2026". */
export function entryName({ number, entry }: Pick<PacketEntry, 'number' | 'entry'>, t: Translate): string {
  return `${number}. ${entry.title}, ${dateText(entry.completedAt, t)}`
}
