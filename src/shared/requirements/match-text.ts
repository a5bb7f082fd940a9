import { placeOf } from '#shared/compact/practice-license.ts'
import { findState } from '#shared/credentials/states.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { type AgeLimit, LAST_DAY, type ListItem, type RequirementItem } from './item.ts'
import type { CountedHours, ItemMatch } from './match.ts'
import type { Standing } from './standing.ts'

type Format = (date: string) => string

/** "12 months", "1 day". */
export function ageText({ amount, unit }: AgeLimit): string {
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

/** What an item asks for, in words: "RN license of California, or a multistate license · through the last day". */
export function askedText(item: RequirementItem | ListItem, format: Format): string {
  return [subjectText(item, format), ...rulesText(item, format)].join(' · ')
}

function subjectText(item: RequirementItem | ListItem, format: Format): string {
  switch (item.kind) {
    case 'license': {
      const state = item.state && (findState(placeOf(item.state))?.name ?? item.state)
      const type = item.type ? `${item.type} license` : 'License'
      if (!state) return item.orCompact ? `Multistate ${item.type ?? 'nursing'} license` : type
      return `${type} of ${state}${item.orCompact ? ', or a multistate license' : ''}`
    }
    case 'certification':
      return `${item.code} certification`
    case 'ce': {
      const of = item.topic ? ` of ${item.topic}` : ''
      return `${hoursText(item.hours)}${of}${item.since ? ` since ${format(item.since)}` : ''}`
    }
    case 'health':
      return healthCatalog[item.record].label
    case 'document':
      return 'Document'
    case 'form':
      return 'Signed form'
  }
}

function rulesText({ issuedWithin, validThrough }: RequirementItem | ListItem, format: Format): string[] {
  return [
    ...(issuedWithin ? [`at most ${ageText(issuedWithin)} old at the start`] : []),
    ...(validThrough === null
      ? []
      : [`through ${validThrough === LAST_DAY ? 'the last day' : format(validThrough)}`]),
  ]
}

/** Why it is in its state, and what to do about it; nothing to do is `null`. */
export type MatchText = { reason: string; advice: string | null }

export function matchText(
  item: RequirementItem | ListItem,
  { finding }: ItemMatch,
  format: Format,
): MatchText {
  switch (finding.kind) {
    case 'record':
      return finding.isOwnWord
        ? { ...recordText(finding.standing, 'It', item, format), ...ownWordText(finding.standing) }
        : recordText(finding.standing, finding.candidate.title, item, format, finding.candidate.endsOn)
    case 'multistate':
      return {
        reason: `You have not said whether ${finding.candidate.title} is a multistate license.`,
        advice: 'Look at the license and say so on its page.',
      }
    case 'several':
      return {
        reason: `${finding.candidates.length} of your records fit.`,
        advice: 'Choose the one to share.',
      }
    case 'hours':
      return hoursFinding(item, finding.counted, format)
    case 'no_start':
      return unknownText({ state: 'unknown', missing: 'start' }, 'It')
    case 'ask_owner':
      return {
        reason: 'Lanyard cannot look this up.',
        advice: 'Say whether you have it, or choose its file.',
      }
    case 'none':
      return { reason: noneText(item), advice: adviceForNone(item) }
  }
}

function recordText(
  standing: Standing,
  title: string,
  { issuedWithin }: RequirementItem | ListItem,
  format: Format,
  endsOn: string | null = null,
): MatchText {
  switch (standing.state) {
    case 'held':
      return {
        reason: endsOn === null ? `You have ${title}.` : `${title} is recorded until ${format(endsOn)}.`,
        advice: null,
      }
    case 'ended':
      return {
        reason: standing.isOver
          ? `${title} ended on ${format(standing.on)}.`
          : `${title} ends on ${format(standing.on)}, before the contract starts.`,
        advice: 'Renew it, then enter the new date.',
      }
    case 'ends_during':
      return {
        reason: `${title} ends on ${format(standing.on)}; it is needed until ${format(standing.neededUntil)}.`,
        advice: 'Renew it before that day, and tell whoever asks.',
      }
    case 'too_old':
      return {
        reason: `${title} is of ${format(standing.issuedOn)}. At most ${issuedWithin ? ageText(issuedWithin) : ''} before the start means ${format(standing.earliest)} or later.`,
        advice: 'Get a newer one.',
      }
    case 'unknown':
      return unknownText(standing, title)
  }
}

function unknownText({ missing }: Extract<Standing, { state: 'unknown' }>, title: string): MatchText {
  switch (missing) {
    case 'end':
      return { reason: `${title} has no end date here.`, advice: 'Add the date that it shows.' }
    case 'issued':
      return { reason: `${title} has no issue date here.`, advice: 'Add the date that it shows.' }
    case 'start':
      return {
        reason: 'The list has no first day, so its age cannot be said.',
        advice: 'Add the first day of the contract.',
      }
    case 'last_day':
      return {
        reason: 'The list has no last day, so whether it lasts cannot be said.',
        advice: 'Add the last day of the contract.',
      }
  }
}

/** What the owner said has no record behind it, and is never put as if it had one. */
function ownWordText({ state }: Standing): Partial<MatchText> {
  return state === 'held' ? { reason: 'You said that you have it; no file is chosen for it.' } : {}
}

function hoursFinding(
  item: RequirementItem | ListItem,
  { hours, since, entries }: CountedHours,
  format: Format,
): MatchText {
  if (item.kind !== 'ce') return { reason: '', advice: null }
  const period = since ? ` since ${format(since)}` : ''
  const of = item.topic ? ` of ${item.topic}` : ''
  if (hours < item.hours)
    return {
      reason: `Your CE log has ${hours} of ${hoursText(item.hours)}${of}${period}.`,
      advice: item.topic
        ? `Log the course with the topic “${item.topic}”, or take one.`
        : 'Log the missing courses, or take more.',
    }
  const without = entries.filter(({ fileIds }) => fileIds.length === 0).length
  return {
    reason: `Your CE log has ${hoursText(hours)}${of}${period}.`,
    advice: without === 0 ? null : `${without} of ${entries.length} courses have no certificate to share.`,
  }
}

const hoursText = (hours: number) => `${hours} CE ${hours === 1 ? 'hour' : 'hours'}`

function noneText(item: RequirementItem | ListItem): string {
  if (item.kind === 'health') return 'Your vault has no such record.'
  return item.kind === 'license' ? 'Your vault has no such license.' : 'Your vault has no such certification.'
}

function adviceForNone(item: RequirementItem | ListItem): string {
  return item.kind === 'certification'
    ? `Take the class, or add your ${item.code} card.`
    : 'Add it to your vault once you have it.'
}
