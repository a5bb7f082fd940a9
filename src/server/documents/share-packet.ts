import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import { attachedFiles, sharePacketTitle, statusSentence, withheldText } from '#shared/shares/packet.ts'
import type { ShareView, ViewItem } from '#shared/shares/view.ts'
import { type AttachmentSection, appendAttachments } from './attachments.ts'
import { dateText, periodText, plain, writeFacts } from './fact-list.ts'
import {
  createPdfWriter,
  type PdfWriter,
  type StructureElement,
  type StyledText,
  styles,
} from './pdf/writer.ts'
import { kindName, writeItem } from './share-items.ts'
import type { PdfBuilder } from './worker-protocol.ts'

/** Builds the PDF of a share: a cover, each item, and the pages of every file. */
export function buildSharePacket(view: ShareView): PdfBuilder {
  const title = sharePacketTitle(view)
  const pdf = createPdfWriter({
    title,
    author: view.ownerName,
    createdAt: null,
    header: { owner: view.ownerName, subject: 'Credentials', period: `As of ${dateText(view.today)}` },
  })
  writeCover(pdf, view)
  for (const [index, item] of view.items.entries()) writeItem(pdf, item, index)
  return appendAttachments(pdf, filesOf(view))
}

function writeCover(pdf: PdfWriter, view: ShareView): void {
  pdf.newPage()
  pdf.bookmark('Cover')
  const part = pdf.section()
  pdf.write(part, 'P', { text: 'Credentials', style: styles.heading })
  pdf.write(part, 'H1', { text: view.ownerName, style: styles.title })
  pdf.addSpace(8)
  writeFacts(pdf, part, [
    ['For', view.recipient],
    ['As of', dateText(view.today)],
    ['Link open until', formatZonedInstant(view.openUntil, view)],
    ['Frozen', frozenText(view)],
  ])
  const caution =
    'Provided by the holder from their own records. Verify each credential with its source before you rely on it.'
  pdf.write(part, 'P', { text: caution, style: styles.strong }, 12)
  if (view.note !== null) writeNote(pdf, part, view.note)
  writeContents(pdf, part, view)
  part.end()
}

function frozenText({ frozenAt, timeZone }: ShareView): string | null {
  if (frozenAt === null) return null
  return `Shows the records as of ${formatZonedInstant(frozenAt, { timeZone })}, without later changes. Each status is as of today.`
}

/** Keeps the line breaks. */
function writeNote(pdf: PdfWriter, part: StructureElement, note: string): void {
  pdf.write(part, 'H2', { text: 'Note', style: styles.heading }, 16)
  pdf.addSpace(2)
  for (const text of note.split('\n')) {
    if (text.trim() === '') pdf.addSpace(styles.body.leading / 2)
    else pdf.write(part, 'P', { text, style: styles.body })
  }
}

function writeContents(pdf: PdfWriter, part: StructureElement, { items }: ShareView): void {
  pdf.write(part, 'H2', { text: 'Contents', style: styles.heading }, 16)
  pdf.addSpace(2)
  if (items.length === 0) {
    pdf.write(part, 'P', { text: 'Nothing is left to show.', style: styles.body }, 4)
    return
  }
  const width = pdf.width()
  const columns = [
    { name: 'No.', width: 30 },
    { name: 'Item', width: width - 250 },
    { name: 'Status', width: 220 },
  ]
  const rows = items.map((item, index): StyledText[][] => [
    plain(String(index + 1)),
    [
      { text: item.title, style: styles.strong },
      { text: kindName(item), style: styles.small },
    ],
    plain(statusText(item)),
  ])
  pdf.table(part, columns, rows, 'ruled')
}

function statusText(item: ViewItem): string {
  if (item.resourceType === 'file') return withheldText(item.filesWithheld) ?? 'Its pages follow.'
  if (item.resourceType === 'healthRecord') return 'As recorded by the holder'
  if (item.resourceType !== 'ceuCycle') return statusSentence(item, dateText)
  const required = item.requiredHours === null ? '' : ` of ${item.requiredHours}`
  return `${item.hoursCounted}${required} ${item.hoursName}, ${periodText(item)}`
}

function filesOf(view: ShareView): AttachmentSection {
  const list = attachedFiles(view).map(({ file, recordTitle }) => ({
    heading: file.name,
    note: recordTitle === file.name ? '' : recordTitle,
    alt: recordTitle === file.name ? `“${file.name}”` : `“${file.name}”, a file of “${recordTitle}”`,
    isFirst: true,
    elsewhere: `Ask ${view.ownerName} for the file itself.`,
  }))
  return { title: 'Files', noun: 'file', list }
}
