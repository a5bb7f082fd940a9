import { msg, type Translate } from '#shared/i18n/translate.ts'
import { type CertificateGap, certificateGaps } from './certificate.ts'
import { bodyOf, caveatLine, needName, reasonText, topicName, topicTag } from './ceu-text.ts'
import { type CeuCycle, overridesOf } from './cycle.ts'
import type { CeuEntry } from './entry.ts'
import { type PacketEntry, packetEntries } from './packet.ts'
import { progressOf } from './progress.ts'
import { caveatsOf } from './rule-facts.ts'
import { ruleAmountText } from './unit-text.ts'

/** Where a missing detail is entered. */
export type PacketFix =
  | { to: 'profile' }
  | { to: 'credential' }
  | { to: 'course'; topic?: string }
  | { to: 'entry'; entryId: string; gap: CertificateGap }

/** `title`: the course that lacks it. */
export type MissingDetail = { title?: string; text: string; label?: string; fix?: PacketFix }

export type PacketCheck = {
  /** Details that a board will find missing in the packet. */
  missing: MissingDetail[]
  /** Cautions for the owner before sending it. */
  cautions: string[]
}

type PacketCheckInput = {
  cycle: CeuCycle
  entries: readonly CeuEntry[]
  /** Empty if the owner entered no name. */
  holderName: string
  /** The number of the credential; `undefined` until it is known. */
  number: string | null | undefined
  today: string
  /** Formats a calendar date for the reader. */
  date(date: string): string
  t: Translate
}

type Numbered = Omit<PacketEntry, 'files'>

/** Checks an audit packet before it is sent. The findings are not part of the packet. */
export function checkPacket(input: PacketCheckInput): PacketCheck {
  const numbered = packetEntries(input.cycle, input.entries)
  return {
    missing: [...missingFacts(input), ...missingHours(input), ...missingCertificates(numbered, input)],
    cautions: [...ruleCautions(input), ...entryCautions(numbered, input)],
  }
}

function missingFacts({ cycle, holderName, number, t }: PacketCheckInput): MissingDetail[] {
  const isLinked = cycle.licenseId !== null || cycle.certificationId !== null
  const name = { label: t`Add your name`, fix: { to: 'profile' } } as const
  const numbered = { label: t`Add the number`, fix: { to: 'credential' } } as const
  return [
    ...(holderName === ''
      ? [{ text: t`Your name: the packet shows your email address instead.`, ...name }]
      : []),
    ...(isLinked
      ? []
      : [{ text: t`A license: this cycle belongs to none, so the packet has no license number.` }]),
    ...(isLinked && number === null
      ? [{ text: t`The number of your license or certification.`, ...numbered }]
      : []),
  ]
}

function missingHours({ cycle, entries, today, t }: PacketCheckInput): MissingDetail[] {
  const { hoursLeft, topicsLeft, needsLeft } = progressOf(cycle, today)
  const course = (text: string, topic?: string): MissingDetail => ({
    ...{ text, label: t`Log a course` },
    fix: { to: 'course', ...(topic === undefined ? {} : { topic }) },
  })
  return [
    ...(entries.length === 0 ? [course(t`Courses: none is logged in this cycle yet.`)] : []),
    ...(hoursLeft > 0
      ? [course(t`${ruleAmountText(hoursLeft, cycle.rule, t)} of the required ${cycle.requiredHours ?? 0}.`)]
      : []),
    ...topicsLeft.map((left) => {
      const { hours } = left
      const topic = topicName(left, t)
      const text =
        hours === null ? t`The course on ${topic}.` : t`${ruleAmountText(hours, cycle.rule, t)} on ${topic}.`
      return course(text, topicTag(left))
    }),
    ...needsLeft.map((need) => ({ text: `${needName(need, t)}.` })),
  ]
}

const gapNames: Record<CertificateGap, string> = {
  certificate: msg`the certificate`,
  holderName: msg`the name on the certificate`,
  approvedBy: msg`who approved the provider`,
  providerNumber: msg`the provider number`,
}

/** One for each course, whatever it lacks: its form has all of it. */
function missingCertificates(entries: readonly Numbered[], input: PacketCheckInput): MissingDetail[] {
  const { t } = input
  return entries.flatMap((one) => {
    const gaps = certificateGaps(one.entry)
    const [gap] = gaps
    if (gap === undefined) return []
    const text = `${gaps.map((each) => t(gapNames[each])).join(', ')}.`
    const fix = { to: 'entry', entryId: one.entry.id, gap } as const
    return [{ title: entryName(one, input), text, label: t`Complete it`, fix }]
  })
}

function ruleCautions({ cycle, today, t }: PacketCheckInput): string[] {
  const { rule } = cycle
  if (rule === null)
    return [t`This cycle has no rule: you entered its dates, hours and topics. Check them with your board.`]
  const overrides = overridesOf(cycle)
  const caveat = caveatLine(caveatsOf(rule, today), rule, t)
  return [
    ...(caveat === null ? [] : [t`${caveat} Check with the ${bodyOf(rule, t)}.`]),
    ...(overrides.includes('requiredHours') ? [t`You set different required hours than the rule.`] : []),
    ...(overrides.includes('topics') ? [t`You set different topics than the rule.`] : []),
  ]
}

function entryCautions(entries: readonly Numbered[], input: PacketCheckInput): string[] {
  const { cycle, date, t } = input
  return entries.flatMap((one) =>
    one.reasons
      .filter(({ code }) => !['accepted', 'converted', 'no_certificate'].includes(code))
      .map(
        (reason) => `${entryName(one, input)}: ${reasonText(reason, { cycle, entry: one.entry, date, t })}`,
      ),
  )
}

/** "3. Ethics at the bedside, Feb 14, 2026": numbered as in the packet. */
function entryName({ number, entry }: Numbered, { date }: Pick<PacketCheckInput, 'date'>): string {
  return `${number}. ${entry.title}, ${date(entry.completedAt)}`
}
