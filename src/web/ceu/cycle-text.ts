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

/** "Texas RN license"; the state if the cycle has no credential. */
export function cycleName(cycle: Pick<CeuCycle, 'credentialTitle' | 'state'>): string {
  if (cycle.credentialTitle !== null) return cycle.credentialTitle
  return cycle.state === null ? 'CE cycle' : `${stateName(cycle.state)} CE`
}

/** In characters. */
const MAX_NAME = 60

/** A name for the middle of a sentence: long names are cut. */
export function shortName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`
}

export function stateName(codeOrName: string): string {
  return findState(codeOrName)?.name ?? codeOrName
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText(cycle: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>, locale: string | null): string {
  return `${formatDate(cycle.cycleStart, locale)} to ${formatDate(cycle.cycleEnd, locale)}`
}

/** "12 of 20 hours"; "1 of 2 topics" without a total. */
export function countText(cycle: CeuCycle): string {
  if (cycle.requiredHours !== null) return `${cycle.hoursCounted} of ${hoursText(cycle.requiredHours)}`
  if (cycle.topics.length === 0) return hoursText(cycle.hoursCounted)
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

/** What is still missing, in a sentence. */
export function cycleHeadline(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const left = leftText(progress)
  switch (progress.state) {
    case 'done':
      return doneText(cycle)
    case 'ended':
      return `Ended with ${left} missing.`
    case 'not_started':
      return `${left} required from ${formatDate(cycle.cycleStart, locale)}.`
    default:
      return `${left} left by ${formatDate(cycle.cycleEnd, locale)}.`
  }
}

function doneText({ requiredHours, topics }: CeuCycle): string {
  const all =
    topics.length === 1 ? 'the topic' : topics.length === 2 ? 'both topics' : `all ${topics.length} topics`
  if (requiredHours === null) {
    if (topics.length === 0) return 'This cycle has no requirements.'
    return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${topics.length === 1 ? 'is' : 'are'} complete.`
  }
  const hours = requiredHours === 1 ? 'The 1 hour' : `All ${hoursText(requiredHours)}`
  if (topics.length === 0) return `${hours} ${requiredHours === 1 ? 'is' : 'are'} complete.`
  return `${hours} and ${all} are complete.`
}

/** Below this many days a monthly pace says little. */
const SHORT_OF_TIME_DAYS = 45

/** The pace needed to finish in time, and the difference from an even pace. */
export function paceText(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const { state, daysLeft, hoursPerMonth, hoursToTake } = progress
  const end = formatDate(cycle.cycleEnd, locale)
  if (state === 'done')
    return daysLeft < 0 ? `This cycle ended on ${end}.` : `You are done. This cycle ends on ${end}.`
  if (state === 'ended')
    return `This cycle ended on ${end}. Courses you took before then still count when you log them.`
  if (hoursPerMonth === null)
    return progress.topicsLeft.length === 1
      ? 'One course on the missing topic is enough.'
      : 'One course on each missing topic is enough.'
  if (state !== 'not_started' && daysLeft < SHORT_OF_TIME_DAYS)
    return daysLeft === 0
      ? `This cycle ends today. You still need ${hoursText(hoursToTake)}.`
      : `You still need ${hoursText(hoursToTake)} in ${daysLeft === 1 ? 'one day' : `${daysLeft} days`}.`
  const rate = hoursPerMonth < 1 ? 'Less than an hour' : `About ${hoursText(hoursPerMonth)}`
  if (cycle.requiredHours !== null && progress.hoursLeft === 0)
    return `Your hours are complete. ${rate} a month covers the missing ${progress.topicsLeft.length === 1 ? 'topic' : 'topics'}.`
  const pace = `${rate} a month gets you there.`
  if (state === 'not_started' || cycle.requiredHours === null) return pace
  return `${pace} ${differenceText(cycle.hoursCounted, progress.hoursNeededByToday, cycle.requiredHours)}`
}

/** From 10 hours on in whole hours. */
function differenceText(completed: number, needed: number, required: number): string {
  const difference = (hundredths(completed) - hundredths(needed)) / 100
  const distance = Math.abs(difference)
  const hours = hoursText(distance < 10 ? Math.round(distance * 10) / 10 : Math.round(distance))
  if (difference >= 0)
    return distance > required / 10 ? `You are ${hours} ahead of an even pace.` : 'You are on pace.'
  return distance <= required / 10
    ? 'You are a little behind an even pace.'
    : `You are ${hours} behind an even pace.`
}

/** The heading of the CE tab. */
export function cyclesHeadline(cycles: readonly CeuCycle[], context: DateContext): string {
  const { current, past } = groupCycles(cycles, context.today)
  const [only] = current
  if (!only) return past.length === 0 ? 'No CE cycles yet.' : 'No current CE cycle.'
  if (current.length === 1)
    return `${shortName(cycleName(only))}: ${inSentence(cycleHeadline(only, context))}`
  const short = current.filter((cycle) => progressOf(cycle, context.today).state !== 'done')
  const [next] = short
  if (!next) return `${allText(current.length)} are complete.`
  const left = `${leftText(progressOf(next, context.today))} left by ${formatDate(next.cycleEnd, context.locale)}`
  const count =
    short.length === current.length
      ? `${short.length} CE cycles need hours`
      : `${short.length} of ${current.length} CE cycles ${short.length === 1 ? 'needs' : 'need'} hours`
  return short.length === 1 ? `${count}: ${left}.` : `${count}. ${nameAmong(next, short)} is first: ${left}.`
}

/** The state is enough, unless another of these cycles has the same. */
function nameAmong(cycle: CeuCycle, cycles: readonly CeuCycle[]): string {
  const isOnly = cycles.filter(({ state }) => state === cycle.state).length === 1
  return cycle.state !== null && isOnly ? stateName(cycle.state) : shortName(cycleName(cycle))
}

const allText = (count: number) => (count === 2 ? 'Both cycles' : `All ${count} cycles`)

function inSentence(sentence: string): string {
  return /^(All|Both|The|This|Ended)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}

const entriesText = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`

/** What deleting a cycle does to its entries, in a sentence. */
export function removalText({ entries, shared }: CycleRemoval, keepShared: boolean): string {
  if (entries === 0) return 'It has no entries.'
  const deleted = keepShared ? entries - shared : entries
  if (deleted === 0) return 'No entry will be deleted.'
  return `${entriesText(deleted)} will be deleted with it.`
}

/** The choice beside it; `shared` is at least 1. */
export function keepSharedText(shared: number): string {
  return shared === 1
    ? 'Keep the 1 entry that also counts in another cycle'
    : `Keep the ${entriesText(shared)} that also count in other cycles`
}

/** "24 hours entered, 20 of them counted"; null when all hours count. */
export function uncountedText({ hoursCompleted, hoursCounted }: CeuCycle): string | null {
  if (hoursCompleted === hoursCounted) return null
  return `${hoursText(hoursCompleted)} entered, ${hoursCounted} counted. Each entry says why.`
}

/** "in 2024", "in Mar 2026", "on Mar 3, 2026": as exactly as a source is dated. */
export function asOfText(asOf: string | null, locale: string | null): string {
  if (asOf === null) return 'on an unknown date'
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

/** A topic's note, unless it only repeats how often the topic is required. */
export function noteOf({ note, every }: Pick<RuleTopic, 'note' | 'every'>): string | null {
  return note?.toLowerCase() === frequencyText(every) ? null : note
}
