import { hoursText, ruleWarningText } from '#shared/ceu/ceu-text.ts'
import { overridesOf } from '#shared/ceu/cycle.ts'
import { type Packet, packetSubject } from '#shared/ceu/packet.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { type CeRule, ruleWarningsOf } from '#shared/ceu/rule.ts'
import { findState } from '#shared/credentials/states.ts'
import { capital, dateText, type Fact, periodText, plain, writeFacts } from './fact-list.ts'
import { type PdfWriter, type StructureElement, styles } from './pdf/writer.ts'

/** The cover: holder, license, cycle, hours and the CE rule. */
export function writeCover(pdf: PdfWriter, packet: Packet): void {
  const { cycle } = packet
  pdf.newPage()
  pdf.bookmark('Cover')
  const part = pdf.section()
  pdf.write(part, 'P', { text: 'Continuing education records', style: styles.heading })
  pdf.write(part, 'H1', { text: packetSubject(cycle), style: styles.title })
  pdf.addSpace(8)
  writeFacts(pdf, part, factsOf(packet))
  writeHours(pdf, part, packet)
  if (cycle.rule) writeRule(pdf, part, cycle.rule, packet)
  else writeNoRule(pdf, part)
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
    ['Cycle', periodText(cycle)],
    ['Packet created on', dateText(madeOn)],
  ]
}

function writeHours(pdf: PdfWriter, part: StructureElement, { cycle, madeOn }: Packet): void {
  const { requiredHours, hoursCounted } = cycle
  const { topicsLeft, hoursLeft } = progressOf(cycle, madeOn)
  pdf.write(part, 'H2', { text: 'Hours', style: styles.heading }, 14)
  pdf.addSpace(2)
  const leftOf = (topic: string) => {
    const left = topicsLeft.find((each) => each.topic === topic)
    if (!left) return 'None'
    return left.hours === null ? 'The course' : hoursText(left.hours)
  }
  const rows = [
    [
      [{ text: 'Total', style: styles.strong }],
      plain(requiredHours === null ? 'No total' : String(requiredHours)),
      plain(String(hoursCounted)),
      plain(hoursLeft === 0 ? 'None' : hoursText(hoursLeft)),
    ],
    ...cycle.topics.map(({ topic, hours }, index) => [
      plain(topic),
      plain(hours === null ? 'One course' : String(hours)),
      plain(String(cycle.topicsCompleted[index]?.hours ?? 0)),
      plain(leftOf(topic)),
    ]),
  ]
  const width = pdf.width()
  const columns = [
    { name: hoursName(cycle.rule), width: width - 270 },
    { name: 'Required', width: 75, align: 'right' as const },
    { name: 'Counted', width: 65, align: 'right' as const },
    { name: 'Remaining', width: 130, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
}

function hoursName(rule: CeRule | null): string {
  const name = rule?.hoursName ?? 'contact hours'
  return name === 'contact hours' ? 'Contact hours' : `Hours (${name})`
}

function writeRule(pdf: PdfWriter, part: StructureElement, rule: CeRule, { cycle, madeOn }: Packet): void {
  pdf.write(part, 'H2', { text: 'The rule', style: styles.heading }, 14)
  pdf.addSpace(2)
  const overrides = overridesOf(cycle)
  const customized = [
    overrides.includes('requiredHours') ? 'the required hours' : '',
    overrides.includes('topics') ? 'the topics' : '',
  ].filter((each) => each !== '')
  const cautions = ruleWarningsOf(rule, madeOn).map((caution) =>
    ruleWarningText(caution, rule, rule.asOf === null ? '' : dateText(rule.asOf)),
  )
  writeFacts(pdf, part, [
    ['Rule', `${rule.id}, last corrected on ${dateText(rule.version)}`],
    ['Requirements', requirementText(rule)],
    [
      'Set by the holder',
      customized.length === 0 ? null : `${capital(customized.join(' and '))}, different from the rule.`,
    ],
    ['Board', rule.board],
    ['Sources checked on', dateText(rule.readOn)],
    ['Sources', [...new Set([rule.boardUrl, ...rule.sources])], styles.small],
    ['Note', cautions],
  ])
}

function writeNoRule(pdf: PdfWriter, part: StructureElement): void {
  pdf.write(part, 'H2', { text: 'The rule', style: styles.heading }, 14)
  const text = 'This cycle has no rule: the holder set its hours and topics.'
  pdf.write(part, 'P', { text, style: styles.body }, 4)
}

function requirementText(rule: CeRule): string {
  const years = `${rule.periodYears} ${rule.periodYears === 1 ? 'year' : 'years'}`
  const hours = rule.hours === 0 ? 'No number of hours' : `${rule.hours} ${rule.hoursName}`
  return `${hours} in ${years}.${rule.hoursNote === null ? '' : ` ${rule.hoursNote}`}`
}
