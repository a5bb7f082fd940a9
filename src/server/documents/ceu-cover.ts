import { caveatText, needName } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, overridesOf } from '#shared/ceu/cycle.ts'
import type { CycleNeed } from '#shared/ceu/needs.ts'
import { type Packet, type PacketRecord, packetSubject } from '#shared/ceu/packet.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { ruleUnitName, unitName } from '#shared/ceu/unit-text.ts'
import { competencyAmountText } from '#shared/competency/record.ts'
import { findState } from '#shared/credentials/states.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type CheckNote, writeCheckNote } from './check-note.ts'
import { capital, dateText, type Fact, periodText, plain, writeFacts } from './fact-list.ts'
import { type PdfWriter, type StructureElement, styles } from './pdf/writer.ts'

/** The cover, with what a board asks for: the holder, the license, the cycle and its hours. */
export function writeCover(pdf: PdfWriter, packet: Packet, check: CheckNote, t: Translate): void {
  pdf.newPage()
  pdf.bookmark(t`Cover`)
  const part = pdf.section()
  pdf.write(part, 'P', { text: t`Continuing education records`, style: styles.heading })
  pdf.write(part, 'H1', { text: packetSubject(packet.cycle, t), style: styles.title })
  pdf.addSpace(8)
  writeFacts(pdf, part, factsOf(packet, t))
  writeHours(pdf, part, packet, t)
  writeNeeds(pdf, part, packet, t)
  const text = t`The holder created this packet from their own records. No board has reviewed it.`
  pdf.write(part, 'P', { text, style: styles.small }, 18)
  writeCheckNote(pdf, part, check, t)
  part.end()
}

function factsOf({ owner, madeOn, cycle, credential }: Packet, t: Translate): Fact[] {
  const isLicense = credential?.kind === 'license'
  const state = isLicense ? credential.state : cycle.state
  const date = (value: string | null | undefined) => (value ? dateText(value, t) : null)
  return [
    [t`Holder`, owner],
    [t`Number`, credential?.number ?? null],
    [t`State`, state === null ? null : (findState(state)?.name ?? state)],
    [t`Issued by`, credential?.issuer ?? null],
    [t`Issued on`, date(credential?.issuedAt)],
    [t`Expires on`, date(credential?.expiresAt)],
    [t`Board`, credential?.issuer ? null : (cycle.rule?.board ?? null)],
    [t`Cycle`, periodText(cycle, t)],
    [t`Way to renew`, chosenWay(cycle)?.title ?? null],
    [t`Packet created on`, dateText(madeOn, t)],
  ]
}

/** `null` where the owner has not chosen one, or there is only one. */
function chosenWay({ rule, wayId }: CeuCycle) {
  return rule && rule.ways.length > 1 ? (rule.ways.find(({ id }) => id === wayId) ?? null) : null
}

/** Requirements of the way besides hours that are met; what is missing is not for a board to see. */
function writeNeeds(pdf: PdfWriter, part: StructureElement, { cycle, practice }: Packet, t: Translate): void {
  const met = cycle.needs.filter(({ isMet }) => isMet)
  if (met.length === 0 && practice.length === 0) return
  pdf.write(part, 'H2', { text: t`Besides CE`, style: styles.heading }, 14)
  pdf.addSpace(2)
  const width = pdf.width()
  if (met.length > 0)
    pdf.table(
      part,
      [
        { name: t`Asked for`, width: width / 2 },
        { name: t`There is`, width: width / 2 },
      ],
      met.map((need) => [plain(capital(needName(need, t))), plain(proofText(need, t))]),
      'ruled',
    )
  if (practice.length > 0)
    pdf.table(
      part,
      [
        { name: t`Dates`, width: 150 },
        { name: t`Practice log`, width: width - 260 },
        { name: t`Amount`, width: 110, align: 'right' as const },
      ],
      practice.map((record) => [
        plain(datesText(record, t)),
        plain([record.title, record.organization].filter(Boolean).join(', ')),
        plain(competencyAmountText(record, t)),
      ]),
      'ruled',
    )
}

function proofText({ kind, recorded, credentialId, candidates, isDone }: CycleNeed, t: Translate): string {
  const held = candidates.find((one) => one.credentialId === credentialId)
  if (held)
    return held.expiresAt === null ? held.title : t`${held.title}, valid until ${dateText(held.expiresAt, t)}`
  if (recorded !== null && kind !== 'other') return t`${recorded.toLocaleString(t.locale)} recorded`
  return isDone ? t`Done, as the holder says` : t`See the practice log`
}

function datesText({ startDate, endDate }: PacketRecord, t: Translate): string {
  return startDate === null || startDate === endDate
    ? dateText(endDate, t)
    : t`${dateText(startDate, t)} to ${dateText(endDate, t)}`
}

function writeHours(pdf: PdfWriter, part: StructureElement, { cycle, madeOn }: Packet, t: Translate): void {
  const { requiredHours, hoursCounted } = cycle
  pdf.write(part, 'H2', { text: capital(t(unitName(cycle.rule))), style: styles.heading }, 14)
  pdf.addSpace(2)
  const rows = [
    [
      [{ text: t`Total`, style: styles.strong }],
      plain(requiredHours === null ? t`No total` : String(requiredHours)),
      plain(String(hoursCounted)),
    ],
    ...cycle.topics.map(({ topic, hours }, index) => [
      plain(topic),
      plain(hours === null ? t`One course` : String(hours)),
      plain(String(cycle.topicsCompleted[index]?.hours ?? 0)),
    ]),
  ]
  const columns = [
    { name: capital(t(ruleUnitName(cycle.rule?.unit ?? 'contact hours'))), width: pdf.width() - 140 },
    { name: t`Required`, width: 75, align: 'right' as const },
    { name: t`Counted`, width: 65, align: 'right' as const },
  ]
  pdf.table(part, columns, rows, 'ruled')
  if (cycle.rule === null || overridesOf(cycle).length > 0)
    pdf.write(part, 'P', { text: t`The holder set what is required.`, style: styles.small }, 4)
  writeCaveats(pdf, part, cycle.rule, madeOn, t)
}

/** The caveats about the rule behind the numbers, if any. */
function writeCaveats(
  pdf: PdfWriter,
  part: StructureElement,
  rule: CeRule | null,
  today: string,
  t: Translate,
): void {
  const caveats = rule === null ? [] : caveatsOf(rule, today).map((caveat) => caveatText(caveat, rule, t))
  for (const [at, text] of caveats.entries())
    pdf.write(part, 'P', { text, style: styles.small }, at === 0 ? 12 : 2)
}
