import type { Translate } from '#shared/i18n/translate.ts'
import { foldText } from '#shared/kernel/fold-text.ts'
import type { DocumentKind, SuggestedField, Suggestion } from './page.ts'

/** What the owner should know about a file before saving, and what to do about it. Nothing is ever refused. */
export type Finding = { code: FindingCode; text: string; advice: string }
export type FindingCode =
  | 'other_name'
  | 'outside_cycles'
  | 'completion_card'
  | 'course_certificate'
  | 'other_kind'
  | 'transcript'
  | 'several'
  | 'missing_approver'
  | 'expired'

type Cycle = { cycleStart: string; cycleEnd: string }
type FindingsInput = {
  suggestions: readonly Suggestion[]
  /** Empty where the owner entered none. */
  ownerName: string
  today: string
  /** What the form adds; the cycles of the owner if it adds a course. */
  purpose: { kind: 'license' | 'certification' } | { kind: 'course'; cycles: readonly Cycle[] }
  /** Formats a calendar date for the reader. */
  date(date: string): string
  t: Translate
}

export function findingsIn(input: FindingsInput): Finding[] {
  return [
    ...nameFindings(input),
    ...kindFindings(input),
    ...severalFindings(input),
    ...courseFindings(input),
    ...expiryFindings(input),
  ]
}

const valueOfField = (suggestions: readonly Suggestion[], field: SuggestedField) =>
  suggestions.find((one) => one.field === field)?.value

function nameFindings({ suggestions, ownerName, t }: FindingsInput): Finding[] {
  const read = suggestions.find(({ field }) => field === 'holderName')
  if (read?.confidence !== 'confident' || isSamePerson(read.value, ownerName)) return []
  return [
    {
      code: 'other_name',
      text: t`The document is in the name of ${read.value}, and your name here is ${ownerName}.`,
      advice: t`If your name changed, keep proof of the change with it. If it is somebody else’s, remove the file.`,
    },
  ]
}

/** A certificate that names one person may seem to name its provider. */
export function isOwnName(text: string, ownerName: string): boolean {
  return wordsOf(ownerName).length > 1 && isSamePerson(text, ownerName)
}

/**
 * First names of which one may be an initial, and a last name that is among the other's last names; or `a` has all words
 * of `b`, which may be empty. Accents, apostrophes, and spaces within a name do not matter.
 */
export function isSamePerson(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  if (other.every((word) => one.includes(word))) return true
  const [firstOne = '', firstOther = ''] = [one[0], other[0]]
  const isFirstSame = firstOne.startsWith(firstOther) || firstOther.startsWith(firstOne)
  const [lastOne, lastOther] = [lastNamesOf(one), lastNamesOf(other)]
  const isLastSame =
    lastOne.ends.some((name) => lastOther.all.includes(name)) ||
    lastOther.ends.some((name) => lastOne.all.includes(name))
  return isFirstSame && isLastSame
}

/** Words that are no last name alone. */
const particles = new Set(
  [
    'al bin da das de del della den der di dos du el ibn la las los mac mc',
    'o san st te ten ter van vander von y',
  ]
    .join(' ')
    .split(' '),
)

/** Words after the first name, also several as one ("delacruz"): those that end the name, and all. */
function lastNamesOf([, ...words]: string[]): { ends: string[]; all: string[] } {
  const from = words.map((_, at) => words.slice(at))
  const joined = (run: string[]) => (run.every((word) => particles.has(word)) ? [] : [run.join('')])
  return {
    ends: from.flatMap(joined),
    all: from.flatMap((rest) => rest.flatMap((_, at) => joined(rest.slice(0, at + 1)))),
  }
}

/** "DELGADO, ROSA" as "rosa delgado", without titles. */
function wordsOf(name: string): string[] {
  const parts = foldText(name)
    .replace(/['’‘ʼ`´]/g, '')
    .split(',')
    .map((part) => [...part.matchAll(/\p{L}+/gu)].map(([word]) => word).filter((word) => !titles.test(word)))
    .filter((words) => words.length > 0)
  const [last = [], ...first] = parts
  return [...first.flat(), ...last]
}

const titles = /^(?:rn|lpn|lvn|np|aprn|crna|cna|fnp|bsn|msn|dnp|phd|jr|sr|ii|iii|iv|mr|mrs|ms)$/

function kindFindings({ suggestions, purpose, t }: FindingsInput): Finding[] {
  const kind = suggestions.find(({ field }) => field === 'kind')
  if (kind?.confidence !== 'confident') return []
  const finding = kindFinding(kind.value as DocumentKind, purpose.kind, t)
  return finding ? [finding] : []
}

function kindFinding(
  read: DocumentKind,
  purpose: 'license' | 'certification' | 'course',
  t: Translate,
): Finding | null {
  if (purpose === 'course') {
    if (read === 'certification')
      return {
        code: 'completion_card',
        text: t`This looks like a completion card, not a CE certificate.`,
        advice: t`A board asks for the CE certificate: get it from the provider. Add the card as a certification.`,
      }
    if (read === 'license')
      return {
        code: 'other_kind',
        text: t`This looks like a license, not a CE certificate.`,
        advice: t`Add it under “Add a credential”, or choose another file.`,
      }
  } else if (read === 'ce_certificate')
    return {
      code: 'course_certificate',
      text: t`This looks like a CE certificate, not a credential.`,
      advice: t`Log it as a course, so that its hours can count.`,
    }
  if (read === 'ce_transcript')
    return {
      code: 'transcript',
      text: t`This looks like a list of several courses.`,
      advice: t`Log each course separately: a board asks for the certificate of each.`,
    }
  return null
}

function severalFindings({ suggestions, t }: FindingsInput): Finding[] {
  if (valueOfField(suggestions, 'several') === undefined) return []
  return [
    {
      code: 'several',
      text: t`This file lists several credentials. Only the first is read.`,
      advice: t`Save it, then add each of the others with the same file.`,
    },
  ]
}

function courseFindings({ suggestions, purpose, date, t }: FindingsInput): Finding[] {
  if (purpose.kind !== 'course' || valueOfField(suggestions, 'kind') !== 'ce_certificate') return []
  const completedAt = valueOfField(suggestions, 'completedAt')
  const findings: Finding[] = []
  const contains = ({ cycleStart, cycleEnd }: Cycle, day: string) => cycleStart <= day && day <= cycleEnd
  if (completedAt !== undefined && !purpose.cycles.some((cycle) => contains(cycle, completedAt)))
    findings.push({
      code: 'outside_cycles',
      text: t`${date(completedAt)} is in none of your cycles.`,
      advice: t`Check the date. If it is right, the hours do not count in a cycle that you have here.`,
    })
  if (valueOfField(suggestions, 'approvedBy') === undefined)
    findings.push({
      code: 'missing_approver',
      text: t`This file does not say who approved the provider, as far as it could be read.`,
      advice: t`Look for “approved by” or “accredited by” and enter it. If it is missing, ask the provider for it.`,
    })
  return findings
}

function expiryFindings({ suggestions, purpose, today, date, t }: FindingsInput): Finding[] {
  const expiry = suggestions.find(({ field }) => field === 'expiresAt')
  if (purpose.kind === 'course' || !expiry || expiry.confidence !== 'confident' || expiry.value >= today)
    return []
  return [
    {
      code: 'expired',
      text: t`The date on it has passed: ${date(expiry.value)}.`,
      advice: t`If you have a newer card, add that one instead.`,
    },
  ]
}
