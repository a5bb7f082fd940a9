import { hoursText } from '#shared/ceu/ceu-text.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import { findState } from '#shared/credentials/states.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
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
export function writeItem(pdf: PdfWriter, item: ViewItem, index: number, t: Translate): void {
  const isCycle = item.resourceType === 'ceuCycle'
  const facts = factsOf(item, t)
  const lines = facts.reduce((sum, [, values]) => sum + (values === null ? 0 : [values].flat().length), 0)
  if (index === 0 || isCycle) pdf.newPage()
  else if (!pdf.ensureSpace(HEAD + lines * LINE)) pdf.addSpace(16)
  pdf.bookmark(isCycle ? `${kindName(item, t)}: ${item.title}` : item.title)
  const part = pdf.section()
  pdf.write(part, 'P', { text: kindName(item, t), style: styles.label })
  pdf.write(part, 'H2', { text: item.title, style: styles.heading })
  pdf.addSpace(4)
  writeFacts(pdf, part, facts)
  if (isCycle) {
    writeHours(pdf, part, item, t)
    writeEntries(pdf, part, item, t)
  }
  part.end()
}

const kinds: Record<ViewItem['resourceType'], string> = {
  license: msg`License`,
  certification: msg`Certification`,
  ceuCycle: msg`Continuing education`,
  healthRecord: msg`Health record`,
  file: msg`File`,
}

export function kindName({ resourceType }: ViewItem, t: Translate): string {
  return t(kinds[resourceType])
}

function factsOf(item: ViewItem, t: Translate): Fact[] {
  if (item.resourceType === 'ceuCycle')
    return [
      [t`State`, stateText(item.state)],
      [t`Cycle`, periodText(item, t)],
    ]
  if (item.resourceType === 'healthRecord') return healthFacts(item, t)
  if (item.resourceType === 'file') return item.files[0]?.name === item.title ? [] : filesFacts(item, t)
  const date = (value: string) => dateText(value, t)
  const own: Fact[] =
    item.resourceType === 'license'
      ? [
          [t`Type`, item.type],
          [t`State`, stateText(item.state)],
          [t`Multistate`, item.multistate ? t`Yes, a multistate license` : null],
        ]
      : [[t`Code`, item.code]]
  const { issuedAt, expiresAt, lookedUp, lookup } = item
  return [
    [t`Status`, statusSentence(item, date, t)],
    ...own,
    [t`Number`, numberText(item, t)],
    [t`Issued by`, item.issuer],
    [t`Issued on`, issuedAt === null ? null : date(issuedAt)],
    [t`Expires on`, expiresAt === null ? null : date(expiresAt)],
    [t`Checked`, lookedUp && [lookedUpSentence(lookedUp, date, t), lookedUpDetail(lookedUp, date, t)]],
    [t`Verify at`, lookup && [lookup.name, lookup.url]],
    ...filesFacts(item, t),
  ]
}

function healthFacts(item: ViewHealthRecord, t: Translate): Fact[] {
  const { performedLabel, performedOn, dueLabel, dueOn, doses, titers, facts } = item
  const date = (value: string) => dateText(value, t)
  return [
    [performedLabel, performedOn === null ? t`Not recorded` : date(performedOn)],
    [dueLabel, dueOn === null ? null : date(dueOn)],
    [t`Doses`, doses.map((dose) => [date(dose.givenOn), dose.product].filter(Boolean).join(', '))],
    [t`Titers`, titers.map((titer) => titerText(titer, date, t))],
    ...facts.map(({ name, text, isHidden }): Fact => [name, isHidden ? t(HIDDEN) : text]),
    ...filesFacts(item, t),
  ]
}

function stateText(state: string | null): string | null {
  return state === null ? null : (findState(state)?.name ?? state)
}

type Filed = { files: ViewFile[]; filesWithheld: number }

function filesFacts({ files, filesWithheld }: Filed, t: Translate): Fact[] {
  const withheld = withheldText(filesWithheld, t)
  const values = [...files.map(({ name }) => name), ...(withheld === null ? [] : [withheld])]
  return [[files.length === 1 && withheld === null ? t`File` : t`Files`, values]]
}

function writeHours(pdf: PdfWriter, part: StructureElement, cycle: ViewCycle, t: Translate): void {
  const { requiredHours, hoursCounted, topics, hoursName } = cycle
  pdf.write(part, 'H3', { text: capital(t(unitName({ unit: hoursName }))), style: styles.strong }, 12)
  pdf.addSpace(2)
  const doneCell = (isDone: boolean) => plain(isDone ? t`Done` : t`Not yet`)
  const rows = [
    [
      [{ text: t`Total`, style: styles.strong }],
      plain(requiredHours === null ? t`Not set` : String(requiredHours)),
      plain(String(hoursCounted)),
      doneCell(requiredHours === null || hoursCounted >= requiredHours),
    ],
    ...topics.map(({ topic, hours, completed, isDone }) => [
      plain(topic),
      plain(hours === null ? t`One course` : String(hours)),
      plain(String(completed)),
      doneCell(isDone),
    ]),
  ]
  const columns = [
    { name: capital(t(hoursName)), width: pdf.width() - 215 },
    { name: t`Required`, width: 75, align: 'right' as const },
    { name: t`Counted`, width: 65, align: 'right' as const },
    { name: t`Status`, width: 75, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
  for (const [at, text] of cycle.caveats.entries())
    pdf.write(part, 'P', { text, style: styles.small }, at === 0 ? 8 : 2)
}

function writeEntries(pdf: PdfWriter, part: StructureElement, cycle: ViewCycle, t: Translate): void {
  const { entries, hoursCounted } = cycle
  pdf.write(part, 'H3', { text: t`Entries`, style: styles.strong }, 14)
  if (entries.length === 0) {
    pdf.write(part, 'P', { text: t`No entries in this cycle yet.`, style: styles.body }, 4)
    return
  }
  pdf.addSpace(2)
  const width = pdf.width()
  const columns = [
    { name: t`No.`, width: 30 },
    { name: t`Completed`, width: 74 },
    { name: t`Activity and provider`, width: width - 284 },
    { name: t`Topics`, width: 120 },
    { name: t`Counted`, width: 60, align: 'right' as const },
  ]
  const total = [
    plain(''),
    plain(''),
    [{ text: t`Counted in this cycle`, style: styles.strong }],
    plain(''),
    [{ text: hoursText(hoursCounted, t), style: styles.strong }],
  ]
  const rows = entries.map((entry, index) => rowOf(entry, index, t))
  pdf.table(part, columns, [...rows, total], 'ruled')
}

const small = (text: string): StyledText => ({ text, style: styles.small })

function rowOf(entry: ViewEntry, index: number, t: Translate): StyledText[][] {
  const { title, provider, providerNumber, hours, countedHours, completedAt, topics } = entry
  const details = [
    provider,
    ...(providerNumber === null ? [] : [t`Provider number ${providerNumber}`]),
    ...(hours === countedHours
      ? []
      : [t`${hoursText(countedHours, t)} of ${hoursText(hours, t)} counted here`]),
    ...filesFacts(entry, t).flatMap(([label, files]) => [files].flat().map((file) => `${label}: ${file}`)),
  ]
  return [
    plain(String(index + 1)),
    plain(dateText(completedAt, t)),
    [{ text: title, style: styles.strong }, ...details.map(small)],
    topics.map(small),
    plain(String(countedHours)),
  ]
}
