import { attachedFiles, sharePacketTitle, statusSentence, withheldText } from '#shared/shares/packet.ts'
import type { ShareView, ViewItem } from '#shared/shares/view.ts'
import { type Attachments, bindAttachments } from './attachments.ts'
import { dateText, periodText, plain, writeFacts } from './fact-list.ts'
import { openPaper, type Paper, type Said, type Structure, styles } from './pdf/writer.ts'
import { kindName, writeItem } from './share-items.ts'
import type { Book } from './worker-protocol.ts'

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** What a link shows, on paper: a cover, each item, and the pages of every file. */
export function openSharePacket(view: ShareView): Book {
  const title = sharePacketTitle(view)
  const paper = openPaper({
    title,
    author: view.ownerName,
    madeAt: null,
    running: { whose: view.ownerName, what: 'Credentials', when: `As of ${dateText(view.today)}` },
  })
  writeCover(paper, view)
  for (const [index, item] of view.items.entries()) writeItem(paper, item, index)
  return bindAttachments(paper, filesOf(view))
}

function writeCover(paper: Paper, view: ShareView): void {
  paper.newPage()
  paper.bookmark('Cover')
  const part = paper.section()
  paper.write(part, 'P', { text: 'Credentials', style: styles.heading })
  paper.write(part, 'H1', { text: view.ownerName, style: styles.title })
  paper.space(8)
  writeFacts(paper, part, [
    ['For', view.recipient],
    ['As of', dateText(view.today)],
    ['Link open until', `${moments.format(new Date(view.openUntil))} UTC`],
    ['Frozen', frozenText(view)],
  ])
  const caution =
    'Provided by its holder, from the holder’s own records. Check each credential at its source before you rely on it.'
  paper.write(part, 'P', { text: caution, style: styles.strong }, 12)
  if (view.note !== null) writeNote(paper, part, view.note)
  writeContents(paper, part, view)
  part.end()
}

function frozenText({ frozenAt }: ShareView): string | null {
  if (frozenAt === null) return null
  return `Shows what was recorded on ${dateText(frozenAt.slice(0, 10))} (UTC); later changes are not in it. Each status is as of today.`
}

/** Line for line, as it was written. */
function writeNote(paper: Paper, part: Structure, note: string): void {
  paper.write(part, 'H2', { text: 'Note', style: styles.heading }, 16)
  paper.space(2)
  for (const text of note.split('\n')) {
    if (text.trim() === '') paper.space(styles.body.leading / 2)
    else paper.write(part, 'P', { text, style: styles.body })
  }
}

function writeContents(paper: Paper, part: Structure, { items }: ShareView): void {
  paper.write(part, 'H2', { text: 'What is shown', style: styles.heading }, 16)
  paper.space(2)
  if (items.length === 0) {
    paper.write(part, 'P', { text: 'Nothing any more.', style: styles.body }, 4)
    return
  }
  const width = paper.width()
  const columns = [
    { name: 'No.', width: 30 },
    { name: 'What', width: width - 250 },
    { name: 'Standing', width: 220 },
  ]
  const rows = items.map((item, index): Said[][] => [
    plain(String(index + 1)),
    [
      { text: item.title, style: styles.strong },
      { text: kindName(item), style: styles.small },
    ],
    plain(standingOf(item)),
  ])
  paper.table(part, columns, rows, 'ruled')
}

function standingOf(item: ViewItem): string {
  if (item.resourceType === 'file') return withheldText(item.filesWithheld) ?? 'Its pages follow.'
  if (item.resourceType !== 'ceuCycle') return statusSentence(item, dateText)
  const required = item.requiredHours === null ? '' : ` of ${item.requiredHours}`
  return `${item.hoursCompleted}${required} ${item.hoursName}, ${periodText(item)}`
}

function filesOf(view: ShareView): Attachments {
  const list = attachedFiles(view).map(({ file, of }) => ({
    heading: file.name,
    note: of === file.name ? '' : of,
    alt: of === file.name ? `“${file.name}”` : `“${file.name}”, a file of “${of}”`,
    isFirst: true,
    elsewhere: `Ask ${view.ownerName} for the file itself.`,
  }))
  return { folder: 'Files', noun: 'file', list }
}
