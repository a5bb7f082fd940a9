import { hoursText } from '#shared/ceu/ceu-text.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import { findState } from '#shared/credentials/states.ts'
import { english } from '#shared/i18n/translate.ts'
import {
  HIDDEN,
  lookedUpDetail,
  lookedUpSentence,
  numberText,
  statusSentence,
  titerText,
  withheldText,
} from '#shared/shares/packet.ts'
import type { ViewCycle, ViewEntry, ViewFile, ViewHealthRecord, ViewItem } from '#shared/shares/view.ts'
import { capital, dateText, type Fact, periodText, plain, writeFacts } from './fact-list.ts'
import { type PdfWriter, type StructureElement, type StyledText, styles } from './pdf/writer.ts'

/** Points: the estimated height of an item's heading, and of each line of its facts. */
const [HEAD, LINE] = [60, 17]

/** One item of a share with its own heading and bookmark; a cycle starts a new page. */
export function writeItem(pdf: PdfWriter, item: ViewItem, index: number): void {
  const isCycle = item.resourceType === 'ceuCycle'
  const facts = factsOf(item)
  const lines = facts.reduce((sum, [, values]) => sum + (values === null ? 0 : [values].flat().length), 0)
  if (index === 0 || isCycle) pdf.newPage()
  else if (!pdf.ensureSpace(HEAD + lines * LINE)) pdf.addSpace(16)
  pdf.bookmark(isCycle ? `${kinds.ceuCycle}: ${item.title}` : item.title)
  const part = pdf.section()
  pdf.write(part, 'P', { text: kindName(item), style: styles.label })
  pdf.write(part, 'H2', { text: item.title, style: styles.heading })
  pdf.addSpace(4)
  writeFacts(pdf, part, facts)
  if (isCycle) {
    writeHours(pdf, part, item)
    writeEntries(pdf, part, item)
  }
  part.end()
}

const kinds: Record<ViewItem['resourceType'], string> = {
  license: 'License',
  certification: 'Certification',
  ceuCycle: 'Continuing education',
  healthRecord: 'Health record',
  file: 'File',
}

export function kindName({ resourceType }: ViewItem): string {
  return kinds[resourceType]
}

function factsOf(item: ViewItem): Fact[] {
  if (item.resourceType === 'ceuCycle')
    return [
      ['State', stateText(item.state)],
      ['Cycle', periodText(item)],
    ]
  if (item.resourceType === 'healthRecord') return healthFacts(item)
  if (item.resourceType === 'file') return item.files[0]?.name === item.title ? [] : filesFacts(item)
  const own: Fact[] =
    item.resourceType === 'license'
      ? [
          ['Type', item.type],
          ['State', stateText(item.state)],
          ['Multistate', item.multistate ? 'Yes, a multistate license' : null],
        ]
      : [['Code', item.code]]
  return [
    ['Status', statusSentence(item, dateText)],
    ...own,
    ['Number', numberText(item)],
    ['Issued by', item.issuer],
    ['Issued on', item.issuedAt === null ? null : dateText(item.issuedAt)],
    ['Expires on', item.expiresAt === null ? null : dateText(item.expiresAt)],
    [
      'Checked',
      item.lookedUp && [lookedUpSentence(item.lookedUp, dateText), lookedUpDetail(item.lookedUp, dateText)],
    ],
    ['Verify at', item.lookup && [item.lookup.name, item.lookup.url]],
    ...filesFacts(item),
  ]
}

function healthFacts(item: ViewHealthRecord): Fact[] {
  const { performedLabel, performedOn, dueLabel, dueOn, doses, titers, facts } = item
  return [
    [performedLabel, performedOn === null ? 'Not recorded' : dateText(performedOn)],
    [dueLabel, dueOn === null ? null : dateText(dueOn)],
    ['Doses', doses.map((dose) => [dateText(dose.givenOn), dose.product].filter(Boolean).join(', '))],
    ['Titers', titers.map((titer) => titerText(titer, dateText))],
    ...facts.map(({ name, text, isHidden }): Fact => [name, isHidden ? HIDDEN : text]),
    ...filesFacts(item),
  ]
}

function stateText(state: string | null): string | null {
  return state === null ? null : (findState(state)?.name ?? state)
}

function filesFacts({ files, filesWithheld }: { files: ViewFile[]; filesWithheld: number }): Fact[] {
  const withheld = withheldText(filesWithheld)
  const values = [...files.map(({ name }) => name), ...(withheld === null ? [] : [withheld])]
  return [[files.length === 1 && withheld === null ? 'File' : 'Files', values]]
}

function writeHours(pdf: PdfWriter, part: StructureElement, cycle: ViewCycle): void {
  const { requiredHours, hoursCounted, topics, hoursName } = cycle
  pdf.write(part, 'H3', { text: capital(unitName({ unit: hoursName })), style: styles.strong }, 12)
  pdf.addSpace(2)
  const isDone = requiredHours === null || hoursCounted >= requiredHours
  const rows = [
    [
      [{ text: 'Total', style: styles.strong }],
      plain(requiredHours === null ? 'Not set' : String(requiredHours)),
      plain(String(hoursCounted)),
      plain(isDone ? 'Done' : 'Not yet'),
    ],
    ...topics.map(({ topic, hours, completed, isDone }) => [
      plain(topic),
      plain(hours === null ? 'One course' : String(hours)),
      plain(String(completed)),
      plain(isDone ? 'Done' : 'Not yet'),
    ]),
  ]
  const columns = [
    { name: capital(hoursName), width: pdf.width() - 215 },
    { name: 'Required', width: 75, align: 'right' as const },
    { name: 'Counted', width: 65, align: 'right' as const },
    { name: 'Status', width: 75, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
  for (const [at, text] of cycle.caveats.entries())
    pdf.write(part, 'P', { text, style: styles.small }, at === 0 ? 8 : 2)
}

function writeEntries(pdf: PdfWriter, part: StructureElement, { entries, hoursCounted }: ViewCycle): void {
  pdf.write(part, 'H3', { text: 'Entries', style: styles.strong }, 14)
  if (entries.length === 0) {
    pdf.write(part, 'P', { text: 'No entries in this cycle yet.', style: styles.body }, 4)
    return
  }
  pdf.addSpace(2)
  const width = pdf.width()
  const columns = [
    { name: 'No.', width: 30 },
    { name: 'Completed', width: 74 },
    { name: 'Activity and provider', width: width - 284 },
    { name: 'Topics', width: 120 },
    { name: 'Counted', width: 60, align: 'right' as const },
  ]
  const total = [
    plain(''),
    plain(''),
    [{ text: 'Counted in this cycle', style: styles.strong }],
    plain(''),
    [{ text: hoursText(hoursCounted, english), style: styles.strong }],
  ]
  pdf.table(part, columns, [...entries.map(rowOf), total], 'ruled')
}

const small = (text: string): StyledText => ({ text, style: styles.small })

function rowOf(entry: ViewEntry, index: number): StyledText[][] {
  const { title, provider, providerNumber, hours, countedHours, completedAt, topics } = entry
  const details = [
    provider,
    ...(providerNumber === null ? [] : [`Provider number ${providerNumber}`]),
    ...(hours === countedHours
      ? []
      : [`${hoursText(countedHours, english)} of ${hoursText(hours, english)} counted here`]),
    ...filesFacts(entry).flatMap(([label, files]) => [files].flat().map((file) => `${label}: ${file}`)),
  ]
  return [
    plain(String(index + 1)),
    plain(dateText(completedAt)),
    [{ text: title, style: styles.strong }, ...details.map(small)],
    topics.map(small),
    plain(String(countedHours)),
  ]
}
