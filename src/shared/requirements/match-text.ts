import { placeOf } from '#shared/compact/practice-license.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { plural, type Translate } from '#shared/i18n/translate.ts'
import type { DateMatch } from './date-match.ts'
import { type AgeLimit, LAST_DAY, type ListItem, type RequirementItem } from './item.ts'
import type { CountedHours, ItemMatch } from './match.ts'

type Format = (date: string) => string

/** "12 months", "1 day". */
function ageText({ amount, unit }: AgeLimit, t: Translate): string {
  return unit === 'days'
    ? t`${plural(amount, { one: '# day', other: '# days' })}`
    : t`${plural(amount, { one: '# month', other: '# months' })}`
}

/** The requirement of an item, in words: "RN license of California, or a multistate license · through the last day". */
export function askedText(item: RequirementItem | ListItem, format: Format, t: Translate): string {
  return [subjectText(item, format, t), ...rulesText(item, format, t)].join(' · ')
}

function subjectText(item: RequirementItem | ListItem, format: Format, t: Translate): string {
  switch (item.kind) {
    case 'license':
      return licenseText(item, t)
    case 'certification':
      return t`${item.code} certification`
    case 'ce':
      return periodText(hoursText(item.hours, item.topic, t), item.since, format, t)
    case 'health':
      return t(healthCatalog[item.record].label)
    case 'document':
      return t`Document`
    case 'form':
      return t`Signed form`
  }
}

type AskedLicense = Extract<RequirementItem, { kind: 'license' }>

function licenseText({ type, state, orCompact }: AskedLicense, t: Translate): string {
  const license = type ? t`${type} license` : t`License`
  if (state) {
    const place = findState(placeOf(state))?.name ?? state
    return orCompact ? t`${license} of ${place}, or a multistate license` : t`${license} of ${place}`
  }
  if (!orCompact) return license
  return type ? t`Multistate ${type} license` : t`Multistate nursing license`
}

function rulesText(
  { issuedWithin, validThrough }: RequirementItem | ListItem,
  format: Format,
  t: Translate,
): string[] {
  return [
    ...(issuedWithin ? [t`at most ${ageText(issuedWithin, t)} old at the start`] : []),
    ...(validThrough === null
      ? []
      : [validThrough === LAST_DAY ? t`through the last day` : t`through ${format(validThrough)}`]),
  ]
}

/** The reason for its state, and advice on what to do; `null` if there is nothing to do. */
export type MatchText = { reason: string; advice: string | null }

export function matchText(
  item: RequirementItem | ListItem,
  { finding }: ItemMatch,
  format: Format,
  t: Translate,
): MatchText {
  switch (finding.kind) {
    case 'record': {
      const { standing, candidate } = finding
      if (finding.isOwnWord)
        return {
          ...recordText(standing, { title: t`It`, endsOn: null }, item, format, t),
          ...ownWordText(standing, t),
        }
      return recordText(standing, { ...candidate, title: titleIn(candidate.title, t) }, item, format, t)
    }
    case 'multistate':
      return {
        reason: t`We don’t know if ${titleIn(finding.candidate.title, t)} is a multistate license.`,
        advice: t`Check your license, then update it here.`,
      }
    case 'several':
      return {
        reason: t`${finding.candidates.length} of your records match.`,
        advice: t`Choose the one to share.`,
      }
    case 'hours':
      return hoursFinding(item, finding.counted, format, t)
    case 'ask_owner':
      return {
        reason: t`Lanyard can’t check this for you.`,
        advice: t`If you have it, say so or choose its file.`,
      }
    case 'none':
      return { reason: t`Not added yet.`, advice: adviceForNone(item, t) }
  }
}

function recordText(
  standing: DateMatch,
  { title, endsOn }: { title: string; endsOn: string | null },
  { issuedWithin }: RequirementItem | ListItem,
  format: Format,
  t: Translate,
): MatchText {
  switch (standing.state) {
    case 'held':
      return {
        reason: endsOn === null ? t`You have ${title}.` : t`You have ${title}, until ${format(endsOn)}.`,
        advice: null,
      }
    case 'ended':
      return {
        reason: standing.isOver
          ? t`${title} expired on ${format(standing.on)}.`
          : t`${title} expires on ${format(standing.on)}, before the contract starts.`,
        advice: t`Renew it, then enter the new date.`,
      }
    case 'ends_during':
      return {
        reason: t`${title} expires on ${format(standing.on)}. You need it through ${format(standing.neededUntil)}.`,
        advice: t`Renew it before then, and let them know.`,
      }
    case 'too_old': {
      const age = issuedWithin ? ageText(issuedWithin, t) : ''
      return {
        reason: t`${title} was issued on ${format(standing.issuedOn)}. To be at most ${age} old at the start, it must be from ${format(standing.earliest)} or later.`,
        advice: t`Get a newer one.`,
      }
    }
    case 'unknown':
      return unknownText(standing, title, t)
  }
}

function unknownText(
  { missing }: Extract<DateMatch, { state: 'unknown' }>,
  title: string,
  t: Translate,
): MatchText {
  return {
    reason: missing === 'end' ? t`${title} has no expiration date yet.` : t`${title} has no issue date yet.`,
    advice: t`Add the date shown on it.`,
  }
}

/** The owner's word has no record behind it, and must never read as if it had one. */
function ownWordText({ state }: DateMatch, t: Translate): Partial<MatchText> {
  return state === 'held' ? { reason: t`You said you have it. No file is attached.` } : {}
}

function hoursFinding(
  item: RequirementItem | ListItem,
  { hours, since, entries }: CountedHours,
  format: Format,
  t: Translate,
): MatchText {
  if (item.kind !== 'ce') return { reason: '', advice: null }
  const period = (text: string) => periodText(text, since, format, t)
  if (hours < item.hours)
    return {
      reason: t`Your CE log has ${hours} of ${period(hoursText(item.hours, item.topic, t))}.`,
      advice: item.topic
        ? t`Log the course with the topic “${item.topic}”, or take one.`
        : t`Log the missing courses, or take more.`,
    }
  const without = entries.filter(({ fileIds }) => fileIds.length === 0).length
  return {
    reason: t`Your CE log has ${period(hoursText(hours, item.topic, t))}.`,
    advice: without === 0 ? null : certificatesText(without, entries.length, t),
  }
}

function certificatesText(without: number, courses: number, t: Translate): string {
  if (courses === 1) return t`The 1 course has no certificate to share.`
  return without === 1
    ? t`1 of ${courses} courses has no certificate to share.`
    : t`${without} of ${courses} courses have no certificate to share.`
}

/** "2 CE hours of Ethics". */
function hoursText(hours: number, topic: string | null, t: Translate): string {
  const amount = t`${plural(hours, { one: '# CE hour', other: '# CE hours' })}`
  return topic ? t`${amount} of ${topic}` : amount
}

function periodText(hours: string, since: string | null, format: Format, t: Translate): string {
  return since ? t`${hours} since ${format(since)}` : hours
}

function adviceForNone(item: RequirementItem | ListItem, t: Translate): string {
  return item.kind === 'certification'
    ? t`Add your ${item.code} card, or take the class first.`
    : t`Add it once you have it.`
}
