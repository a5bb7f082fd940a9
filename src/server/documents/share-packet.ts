import { translateIn } from '#server/i18n/translations.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import { NAMELESS } from '#shared/shares/nameless.ts'
import { attachedFiles, sharePacketTitle, statusSentence, withheldText } from '#shared/shares/packet.ts'
import type { ShareView, ViewItem } from '#shared/shares/view.ts'
import { type AttachmentSection, appendAttachments } from './attachments.ts'
import { type CheckNote, writeCheckNote } from './check-note.ts'
import { dateText, periodText, plain, writeFacts } from './fact-list.ts'
import {
  createPdfWriter,
  type PdfWriter,
  type StructureElement,
  type StyledText,
  styles,
} from './pdf/writer.ts'
import { kindName, writeItem } from './share-items.ts'
import type { PacketDocument, PdfBuilder } from './worker-protocol.ts'

type ShareDocument = Extract<PacketDocument, { kind: 'share' }>

/** Builds the PDF of a share: a cover, each item, and the pages of every file. */
export function buildSharePacket({ view: shared, language, check }: ShareDocument): PdfBuilder {
  const t = translateIn(language)
  const title = sharePacketTitle(shared, t)
  const view = shared.ownerName === NAMELESS ? { ...shared, ownerName: t(NAMELESS) } : shared
  const period = t`As of ${dateText(view.today, t)}`
  const pdf = createPdfWriter({
    title,
    author: view.ownerName,
    createdAt: null,
    header: { owner: view.ownerName, subject: t`Credentials`, period },
    t,
  })
  writeCover(pdf, view, check, t)
  for (const [index, item] of view.items.entries()) writeItem(pdf, item, index, t)
  return appendAttachments(pdf, filesOf(view, t), t)
}

function writeCover(pdf: PdfWriter, view: ShareView, check: CheckNote, t: Translate): void {
  pdf.newPage()
  pdf.bookmark(t`Cover`)
  const part = pdf.section()
  pdf.write(part, 'P', { text: t`Credentials`, style: styles.heading })
  pdf.write(part, 'H1', { text: view.ownerName, style: styles.title })
  pdf.addSpace(8)
  writeFacts(pdf, part, [
    [t`For`, view.recipient],
    [t`As of`, dateText(view.today, t)],
    [t`Link open until`, formatZonedInstant(view.openUntil, { ...view, locale: t.locale })],
    [t`Frozen`, frozenText(view, t)],
  ])
  const caution = t`Provided by the holder from their own records. Verify each credential with its source before you rely on it.`
  pdf.write(part, 'P', { text: caution, style: styles.strong }, 12)
  writeCheckNote(pdf, part, check, t)
  if (view.note !== null) writeNote(pdf, part, view.note, t)
  writeContents(pdf, part, view, t)
  part.end()
}

function frozenText({ frozenAt, timeZone }: ShareView, t: Translate): string | null {
  if (frozenAt === null) return null
  const at = formatZonedInstant(frozenAt, { timeZone, locale: t.locale })
  return t`Shows the records as of ${at}, without later changes. Each status is as of today.`
}

/** Keeps the line breaks. */
function writeNote(pdf: PdfWriter, part: StructureElement, note: string, t: Translate): void {
  pdf.write(part, 'H2', { text: t`Note`, style: styles.heading }, 16)
  pdf.addSpace(2)
  for (const text of note.split('\n')) {
    if (text.trim() === '') pdf.addSpace(styles.body.leading / 2)
    else pdf.write(part, 'P', { text, style: styles.body })
  }
}

function writeContents(pdf: PdfWriter, part: StructureElement, { items }: ShareView, t: Translate): void {
  pdf.write(part, 'H2', { text: t`Contents`, style: styles.heading }, 16)
  pdf.addSpace(2)
  if (items.length === 0) {
    pdf.write(part, 'P', { text: t`Nothing is left to show.`, style: styles.body }, 4)
    return
  }
  const width = pdf.width()
  const columns = [
    { name: t`No.`, width: 30 },
    { name: t`Item`, width: width - 250 },
    { name: t`Status`, width: 220 },
  ]
  const rows = items.map((item, index): StyledText[][] => [
    plain(String(index + 1)),
    [
      { text: item.title, style: styles.strong },
      { text: kindName(item, t), style: styles.small },
    ],
    plain(statusText(item, t)),
  ])
  pdf.table(part, columns, rows, 'ruled')
}

function statusText(item: ViewItem, t: Translate): string {
  if (item.resourceType === 'file') return withheldText(item.filesWithheld, t) ?? t`Its pages follow.`
  if (item.resourceType === 'healthRecord') return t`As recorded by the holder`
  if (item.resourceType !== 'ceuCycle') return statusSentence(item, (date) => dateText(date, t), t)
  const { hoursCounted, requiredHours } = item
  const unit = t(item.hoursName)
  const hours =
    requiredHours === null ? `${hoursCounted} ${unit}` : t`${hoursCounted} of ${requiredHours} ${unit}`
  return `${hours}, ${periodText(item, t)}`
}

function filesOf(view: ShareView, t: Translate): AttachmentSection {
  const list = attachedFiles(view).map(({ file, recordTitle }) => ({
    heading: file.name,
    note: recordTitle === file.name ? '' : recordTitle,
    alt: recordTitle === file.name ? `“${file.name}”` : t`“${file.name}”, a file of “${recordTitle}”`,
    isFirst: true,
    elsewhere: t`Ask ${view.ownerName} for the file itself.`,
  }))
  return { title: t`Files`, noun: 'file', list }
}
