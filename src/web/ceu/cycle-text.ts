import { frequencyText, hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle, CycleRemoval } from '#shared/ceu/cycle.ts'
import { type Progress, progressOf } from '#shared/ceu/progress.ts'
import type { RuleTopic } from '#shared/ceu/rule.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { findState } from '#shared/credentials/states.ts'
import { groupCycles } from '#web/ceu/cycles/cycle-groups.ts'
import { formatDate } from '#web/format/dates.ts'

/** Today's date, and the reader's locale for formatting dates. */
export type DateContext = { today: string; locale: string | null }

/** "Texas RN license", or the state where the cycle belongs to nothing. */
export function cycleName(cycle: Pick<CeuCycle, 'credentialTitle' | 'state'>): string {
  if (cycle.credentialTitle !== null) return cycle.credentialTitle
  return cycle.state === null ? 'CE cycle' : `${stateName(cycle.state)} CE`
}

const NAMED_IN_FULL = 60

/** A name in the middle of a sentence: one of 200 letters is cut, not to bury what the sentence says. */
export function shortName(name: string): string {
  return name.length <= NAMED_IN_FULL ? name : `${name.slice(0, NAMED_IN_FULL - 1).trimEnd()}…`
}

export function stateName(codeOrName: string): string {
  return findState(codeOrName)?.name ?? codeOrName
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText(cycle: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>, locale: string | null): string {
  return `${formatDate(cycle.cycleStart, locale)} to ${formatDate(cycle.cycleEnd, locale)}`
}

/** "12 of 20 hours"; "1 of 2 topics" where no total is asked for. */
export function countText(cycle: CeuCycle): string {
  if (cycle.requiredHours !== null) return `${cycle.hoursCompleted} of ${hoursText(cycle.requiredHours)}`
  if (cycle.topics.length === 0) return hoursText(cycle.hoursCompleted)
  const met = cycle.topicsCompleted.filter(({ isMet }) => isMet).length
  return `${met} of ${topicsText(cycle.topics.length)}`
}

export function topicsText(count: number): string {
  return `${count} ${count === 1 ? 'topic' : 'topics'}`
}

/** "8 hours and 2 topics"; empty when nothing is left. */
export function leftText({ hoursLeft, topicsLeft }: Pick<Progress, 'hoursLeft' | 'topicsLeft'>): string {
  const parts = [
    hoursLeft > 0 ? hoursText(hoursLeft) : '',
    topicsLeft.length > 0 ? topicsText(topicsLeft.length) : '',
  ]
  return parts.filter((part) => part !== '').join(' and ')
}

/** What am I still missing? The answer, in a sentence. */
export function cycleHeadline(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const left = leftText(progress)
  switch (progress.state) {
    case 'done':
      return doneText(cycle)
    case 'ended':
      return `Ended ${left} short.`
    case 'not_started':
      return `${left} to do from ${formatDate(cycle.cycleStart, locale)}.`
    default:
      return `${left} left by ${formatDate(cycle.cycleEnd, locale)}.`
  }
}

function doneText({ requiredHours, topics }: CeuCycle): string {
  const all =
    topics.length === 1
      ? 'the one topic'
      : topics.length === 2
        ? 'both topics'
        : `all ${topics.length} topics`
  if (requiredHours === null) {
    if (topics.length === 0) return 'Nothing is asked for in this cycle.'
    return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${topics.length === 1 ? 'is' : 'are'} in.`
  }
  const hours = requiredHours === 1 ? 'The 1 hour' : `All ${hoursText(requiredHours)}`
  if (topics.length === 0) return `${hours} ${requiredHours === 1 ? 'is' : 'are'} in.`
  return `${hours} and ${all} are in.`
}

const SHORT_OF_TIME = 45

/** How she gets there, and how she stands beside somebody who spreads the hours evenly. */
export function paceText(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const { state, daysLeft, hoursPerMonth, hoursToTake } = progress
  const end = formatDate(cycle.cycleEnd, locale)
  if (state === 'done')
    return daysLeft < 0 ? `It ended on ${end}.` : `Nothing is left to do until it ends on ${end}.`
  if (state === 'ended')
    return `It ended on ${end}. A course that you took in that time still counts when you log it.`
  if (hoursPerMonth === null)
    return progress.topicsLeft.length === 1
      ? 'One course on the missing topic is enough.'
      : 'One course on each missing topic is enough.'
  if (state !== 'not_started' && daysLeft < SHORT_OF_TIME)
    return daysLeft === 0
      ? `It ends today, with ${hoursText(hoursToTake)} to take.`
      : `${hoursText(hoursToTake)} to take in the ${daysLeft === 1 ? 'one day' : `${daysLeft} days`} that ${daysLeft === 1 ? 'is' : 'are'} left.`
  const rate = hoursPerMonth < 1 ? 'Less than an hour' : `About ${hoursText(hoursPerMonth)}`
  if (cycle.requiredHours !== null && progress.hoursLeft === 0)
    return `Your hours are in. ${rate} a month covers the ${progress.topicsLeft.length === 1 ? 'topic that is' : 'topics that are'} missing.`
  const pace = `${rate} a month gets you there.`
  if (state === 'not_started' || cycle.requiredHours === null) return pace
  return `${pace} ${standText(cycle.hoursCompleted, progress.hoursNeededByToday, cycle.requiredHours)}`
}

/** Whole hours where they are many: nobody plans by the minute. */
function standText(completed: number, needed: number, required: number): string {
  const apart = (hundredths(completed) - hundredths(needed)) / 100
  const far = Math.abs(apart)
  const hours = hoursText(far < 10 ? Math.round(far * 10) / 10 : Math.round(far))
  if (apart >= 0) return far > required / 10 ? `You are ${hours} ahead of an even pace.` : 'You are on pace.'
  return far <= required / 10
    ? 'You are a little behind an even pace.'
    : `You are ${hours} behind an even pace.`
}

/** The tab's one sentence. */
export function cyclesHeadline(cycles: readonly CeuCycle[], context: DateContext): string {
  const { current, past } = groupCycles(cycles, context.today)
  const [only] = current
  if (!only) return past.length === 0 ? 'No CE cycle yet.' : 'No CE cycle is running.'
  if (current.length === 1)
    return `${shortName(cycleName(only))}: ${inSentence(cycleHeadline(only, context))}`
  const short = current.filter((cycle) => progressOf(cycle, context.today).state !== 'done')
  const [next] = short
  if (!next) return `${allText(current.length)} have what they ask for.`
  const left = `${leftText(progressOf(next, context.today))} left by ${formatDate(next.cycleEnd, context.locale)}`
  const count =
    short.length === current.length
      ? `${allText(short.length)} are short`
      : `${short.length} of ${current.length} cycles ${short.length === 1 ? 'is' : 'are'} short`
  return short.length === 1 ? `${count}: ${left}.` : `${count}, ${shortName(cycleName(next))} first: ${left}.`
}

const allText = (count: number) => (count === 2 ? 'Both cycles' : `All ${count} cycles`)

function inSentence(sentence: string): string {
  return /^(All|Both|The|Nothing|Ended)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}

/** What deleting a cycle does to its entries. */
export function removalText({ deleted, moved }: CycleRemoval): string {
  const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`
  if (deleted === 0 && moved === 0) return 'No entry is in it.'
  const gone = deleted === 0 ? '' : `${entries(deleted)} will be deleted with it`
  const staying =
    moved === 0
      ? ''
      : `${deleted === 0 ? entries(moved) : moved} also ${moved === 1 ? 'counts' : 'count'} elsewhere and ${moved === 1 ? 'stays' : 'stay'} there`
  return `${[gone, staying].filter((part) => part !== '').join('; ')}.`
}

/** "in 2024", "in Mar 2026", "on Mar 3, 2026": as exactly as a source is dated. */
export function asOfText(asOf: string | null, locale: string | null): string {
  if (asOf === null) return 'at an unknown date'
  if (asOf.length === 4) return `in ${asOf}`
  if (asOf.length > 7) return `on ${formatDate(asOf, locale)}`
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return `in ${month.format(new Date(`${asOf}-01T00:00:00Z`))}`
}

/** "Only for nurses who give direct patient care."; a short form such as RN keeps its capitals. */
export function onlyIfText(onlyIf: string): string {
  const isWord = /^[A-Z][a-z]/.test(onlyIf)
  return `Only for ${isWord ? onlyIf.charAt(0).toLowerCase() + onlyIf.slice(1) : onlyIf}.`
}

/** A topic's note, but where it only says again how often the topic is due. */
export function noteOf({ note, every }: Pick<RuleTopic, 'note' | 'every'>): string | null {
  return note?.toLowerCase() === frequencyText(every) ? null : note
}
