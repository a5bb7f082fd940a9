import { overridesOf } from '#shared/ceu/cycle.ts'
import { type Packet, packetSubject } from '#shared/ceu/packet.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { findState } from '#shared/credentials/states.ts'
import { dateText, type Fact, periodText, plain, writeFacts } from './fact-list.ts'
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
    ['Packet created on', dateText(madeOn)],
  ]
}

function writeHours(pdf: PdfWriter, part: StructureElement, { cycle }: Packet): void {
  const { requiredHours, hoursCounted } = cycle
  pdf.write(part, 'H2', { text: 'Hours', style: styles.heading }, 14)
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
    { name: hoursName(cycle.rule), width: pdf.width() - 140 },
    { name: 'Required', width: 75, align: 'right' as const },
    { name: 'Counted', width: 65, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
  if (cycle.rule === null || overridesOf(cycle).length > 0)
    pdf.write(part, 'P', { text: 'The holder set what is required.', style: styles.small }, 4)
}

function hoursName(rule: CeRule | null): string {
  const name = rule?.unit ?? 'contact hours'
  return name === 'contact hours' ? 'Contact hours' : `Hours (${name})`
}
