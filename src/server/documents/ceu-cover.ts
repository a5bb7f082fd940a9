import { caveatText, needName } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, overridesOf } from '#shared/ceu/cycle.ts'
import type { CycleNeed } from '#shared/ceu/needs.ts'
import { type Packet, type PacketRecord, packetSubject } from '#shared/ceu/packet.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import { competencyAmountText } from '#shared/competency/record.ts'
import { findState } from '#shared/credentials/states.ts'
import { english } from '#shared/i18n/translate.ts'
import { capital, dateText, type Fact, periodText, plain, writeFacts } from './fact-list.ts'
import { type PdfWriter, type StructureElement, styles } from './pdf/writer.ts'

/** The cover: what a board asks for, which is the holder, the license, the cycle and its hours. */
export function writeCover(pdf: PdfWriter, packet: Packet): void {
  pdf.newPage()
  pdf.bookmark('Cover')
  const part = pdf.section()
  pdf.write(part, 'P', { text: 'Continuing education records', style: styles.heading })
  pdf.write(part, 'H1', { text: packetSubject(packet.cycle), style: styles.title })
  pdf.addSpace(8)
  writeFacts(pdf, part, factsOf(packet))
  writeHours(pdf, part, packet)
  writeNeeds(pdf, part, packet)
  const text = 'The holder created this packet from their own records. No board has reviewed it.'
  pdf.write(part, 'P', { text, style: styles.small }, 18)
  part.end()
}

function factsOf({ owner, madeOn, cycle, credential }: Packet): Fact[] {
  const isLicense = credential?.kind === 'license'
  const state = isLicense ? credential.state : cycle.state
  const date = (value: string | null | undefined) => (value ? dateText(value) : null)
  return [
    ['Holder', owner],
    ['Number', credential?.number ?? null],
    ['State', state === null ? null : (findState(state)?.name ?? state)],
    ['Issued by', credential?.issuer ?? null],
    ['Issued on', date(credential?.issuedAt)],
    ['Expires on', date(credential?.expiresAt)],
    ['Board', credential?.issuer ? null : (cycle.rule?.board ?? null)],
    ['Cycle', periodText(cycle)],
    ['Way to renew', chosenWay(cycle)?.title ?? null],
    ['Packet created on', dateText(madeOn)],
  ]
}

/** `null` where the owner has not chosen one, or there is only one. */
function chosenWay({ rule, wayId }: CeuCycle) {
  return rule && rule.ways.length > 1 ? (rule.ways.find(({ id }) => id === wayId) ?? null) : null
}

/** What the way asks for besides hours and is there; what is missing is not for a board's eyes. */
function writeNeeds(pdf: PdfWriter, part: StructureElement, { cycle, practice }: Packet): void {
  const met = cycle.needs.filter(({ isMet }) => isMet)
  if (met.length === 0 && practice.length === 0) return
  pdf.write(part, 'H2', { text: 'Besides CE', style: styles.heading }, 14)
  pdf.addSpace(2)
  const width = pdf.width()
  if (met.length > 0)
    pdf.table(
      part,
      [
        { name: 'Asked for', width: width / 2 },
        { name: 'There is', width: width / 2 },
      ],
      met.map((need) => [plain(capital(needName(need))), plain(proofText(need))]),
      'ruled',
    )
  if (practice.length > 0)
    pdf.table(
      part,
      [
        { name: 'Dates', width: 150 },
        { name: 'Practice log', width: width - 260 },
        { name: 'Amount', width: 110, align: 'right' as const },
      ],
      practice.map((record) => [
        plain(datesText(record)),
        plain([record.title, record.organization].filter(Boolean).join(', ')),
        plain(competencyAmountText(record, english)),
      ]),
      'ruled',
    )
}

function proofText({ kind, recorded, credentialId, candidates, isDone }: CycleNeed): string {
  const held = candidates.find((one) => one.credentialId === credentialId)
  if (held)
    return held.expiresAt === null ? held.title : `${held.title}, valid until ${dateText(held.expiresAt)}`
  if (recorded !== null && kind !== 'other') return `${recorded.toLocaleString('en-US')} recorded`
  return isDone ? 'Done, as the holder says' : 'See the practice log'
}

function datesText({ startDate, endDate }: PacketRecord): string {
  return startDate === null || startDate === endDate
    ? dateText(endDate)
    : `${dateText(startDate)} to ${dateText(endDate)}`
}

function writeHours(pdf: PdfWriter, part: StructureElement, { cycle, madeOn }: Packet): void {
  const { requiredHours, hoursCounted } = cycle
  pdf.write(part, 'H2', { text: capital(unitName(cycle.rule)), style: styles.heading }, 14)
  pdf.addSpace(2)
  const rows = [
    [
      [{ text: 'Total', style: styles.strong }],
      plain(requiredHours === null ? 'No total' : String(requiredHours)),
      plain(String(hoursCounted)),
    ],
    ...cycle.topics.map(({ topic, hours }, index) => [
      plain(topic),
      plain(hours === null ? 'One course' : String(hours)),
      plain(String(cycle.topicsCompleted[index]?.hours ?? 0)),
    ]),
  ]
  const columns = [
    { name: capital(cycle.rule?.unit ?? 'contact hours'), width: pdf.width() - 140 },
    { name: 'Required', width: 75, align: 'right' as const },
    { name: 'Counted', width: 65, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
  if (cycle.rule === null || overridesOf(cycle).length > 0)
    pdf.write(part, 'P', { text: 'The holder set what is required.', style: styles.small }, 4)
  writeCaveats(pdf, part, cycle.rule, madeOn)
}

/** What to know about the rule behind the numbers, where there is something. */
function writeCaveats(pdf: PdfWriter, part: StructureElement, rule: CeRule | null, today: string): void {
  const caveats = rule === null ? [] : caveatsOf(rule, today).map((caveat) => caveatText(caveat, rule))
  for (const [at, text] of caveats.entries())
    pdf.write(part, 'P', { text, style: styles.small }, at === 0 ? 12 : 2)
}
