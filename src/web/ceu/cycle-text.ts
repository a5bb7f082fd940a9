import { frequencyText, hoursText, partsText } from '#shared/ceu/ceu-text.ts'
import { carriedOver } from '#shared/ceu/counting.ts'
import type { CeuCycle, CycleRemoval } from '#shared/ceu/cycle.ts'
import { type Progress, progressOf } from '#shared/ceu/progress.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { isComplete, unknownParts } from '#shared/ceu/rule-facts.ts'
import { bodyOf } from '#shared/ceu/rule-text.ts'
import { ruleAmountText, unitName } from '#shared/ceu/unit-text.ts'
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

/** "12 of 20 hours", "60 of 100 CERPs"; "1 of 2 topics" without a total. */
export function countText(cycle: CeuCycle): string {
  const { hoursCounted, requiredHours, rule } = cycle
  if (requiredHours !== null) return `${hoursCounted} of ${ruleAmountText(requiredHours, rule)}`
  if (cycle.topics.length === 0) return ruleAmountText(hoursCounted, rule)
  const met = cycle.topicsCompleted.filter(({ isMet }) => isMet).length
  return `${met} of ${topicsText(cycle.topics.length)}`
}

export function topicsText(count: number): string {
  return `${count} ${count === 1 ? 'topic' : 'topics'}`
}

/** "8 hours, 2 topics and 1 other requirement"; empty when nothing known is left. */
export function leftText(
  { hoursLeft, topicsLeft, needsLeft }: Pick<Progress, 'hoursLeft' | 'topicsLeft' | 'needsLeft'>,
  rule: CeRule | null,
): string {
  const parts = [
    ...(hoursLeft > 0 ? [ruleAmountText(hoursLeft, rule)] : []),
    ...(topicsLeft.length > 0 ? [topicsText(topicsLeft.length)] : []),
  ]
  const needs = needsLeft.length
  const other = `${needs} ${parts.length > 0 ? 'other ' : ''}${needs === 1 ? 'requirement' : 'requirements'}`
  const list = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' })
  return list.format(needs > 0 ? [...parts, other] : parts).replace(/, and /, ' and ')
}

/** What is still missing, in a sentence. */
export function cycleHeadline(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const left = leftText(progress, cycle.rule)
  switch (progress.state) {
    case 'done':
      return doneText(cycle, progress)
    case 'ended':
      return `Ended with ${left} missing.`
    case 'not_started':
      return `${left} required from ${formatDate(cycle.cycleStart, locale)}.`
    default:
      return `${left} left by ${formatDate(cycle.cycleEnd, locale)}.`
  }
}

function doneText(cycle: CeuCycle, { isAllKnown }: Progress): string {
  const { requiredHours, topics, needs, rule } = cycle
  if (requiredHours === null && topics.length === 0 && needs.length === 0)
    return nothingText(rule, isAllKnown)
  if (rule === null) return 'Everything you entered is complete.'
  if (!isAllKnown) return 'Everything we know of is complete.'
  if (needs.length > 0) return `Everything that ${theBoard(rule)} asks for is complete.`
  const all =
    topics.length === 1 ? 'the topic' : topics.length === 2 ? 'both topics' : `all ${topics.length} topics`
  if (requiredHours === null) {
    return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${topics.length === 1 ? 'is' : 'are'} complete.`
  }
  const hours = `${requiredHours === 1 ? 'The' : 'All'} ${ruleAmountText(requiredHours, rule)}`
  if (topics.length === 0) return `${hours} ${requiredHours === 1 ? 'is' : 'are'} complete.`
  return `${hours} and ${all} are complete.`
}

function nothingText(rule: CeRule | null, isAllKnown: boolean): string {
  if (rule === null) return 'You entered no hours and no topics.'
  return isAllKnown ? 'This cycle has no requirements.' : 'We know of no requirements.'
}

/** "the Texas Board of Nursing". */
export function theBoard({ board }: Pick<CeRule, 'board'>): string {
  return /^the /i.test(board) ? board : `the ${board}`
}

/** What may be missing although nothing known is; `null` where everything decisive is known. */
export function unknownText({ rule }: Pick<CeuCycle, 'rule'>, today: string): string | null {
  if (rule === null) return 'This cycle has no rule of a board: check with yours what else it asks for.'
  const parts = unknownParts(rule)
  if (parts.length === 0)
    return isComplete(rule, today)
      ? null
      : `We should have read the rule again by now: ask the ${bodyOf(rule)}.`
  return `We found no source to rely on about ${partsText(parts)}: ask the ${bodyOf(rule)}.`
}

/** Below this many days a monthly pace says little. */
const SHORT_OF_TIME_DAYS = 45

/** The pace needed to finish in time, and the difference from an even pace. */
export function paceText(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const { state, daysLeft, hoursPerMonth, hoursToTake } = progress
  const end = formatDate(cycle.cycleEnd, locale)
  const amount = (hours: number) => ruleAmountText(hours, cycle.rule)
  const unit = unitName(cycle.rule, 1)
  if (state === 'done') {
    if (daysLeft < 0) return `This cycle ended on ${end}.`
    return `${unknownText(cycle, today) ?? 'You are done.'} This cycle ends on ${end}.`
  }
  if (state === 'ended')
    return `This cycle ended on ${end}. Courses you took before then still count when you log them.`
  if (hoursPerMonth === null && progress.topicsLeft.length === 0)
    return 'What else your way to renew asks for is listed below.'
  if (hoursPerMonth === null)
    return progress.topicsLeft.length === 1
      ? 'One course on the missing topic is enough.'
      : 'One course on each missing topic is enough.'
  if (state !== 'not_started' && daysLeft < SHORT_OF_TIME_DAYS)
    return daysLeft === 0
      ? `This cycle ends today. You still need ${amount(hoursToTake)}.`
      : `You still need ${amount(hoursToTake)} in ${daysLeft === 1 ? 'one day' : `${daysLeft} days`}.`
  const rate =
    hoursPerMonth < 1
      ? `Less than ${unit === 'hour' ? 'an hour' : `one ${unit}`}`
      : `About ${amount(hoursPerMonth)}`
  if (cycle.requiredHours !== null && progress.hoursLeft === 0)
    return `Your ${unitName(cycle.rule)} are complete. ${rate} a month covers the missing ${progress.topicsLeft.length === 1 ? 'topic' : 'topics'}.`
  const pace = `${rate} a month gets you there.`
  if (state === 'not_started' || cycle.requiredHours === null) return pace
  return `${pace} ${differenceText(cycle, progress.hoursNeededByToday, cycle.requiredHours)}`
}

/** From 10 hours on in whole hours. */
function differenceText({ hoursCounted, rule }: CeuCycle, needed: number, required: number): string {
  const difference = (hundredths(hoursCounted) - hundredths(needed)) / 100
  const distance = Math.abs(difference)
  const hours = ruleAmountText(distance < 10 ? Math.round(distance * 10) / 10 : Math.round(distance), rule)
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
  if (!next) {
    const isAllKnown = current.every((cycle) => progressOf(cycle, context.today).isAllKnown)
    return isAllKnown
      ? `${allText(current.length)} are complete.`
      : `Everything we know of is complete in ${allText(current.length).toLowerCase()}.`
  }
  const left = `${leftText(progressOf(next, context.today), next.rule)} left by ${formatDate(next.cycleEnd, context.locale)}`
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
  return /^(All|Both|The|This|Ended|Everything|We|You)\b/.test(sentence)
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
export function uncountedText(cycle: CeuCycle): string | null {
  const { hoursCompleted, hoursCounted, rule } = cycle
  const counted = (hundredths(hoursCounted) - hundredths(carriedOver(cycle))) / 100
  if (hoursCompleted === counted) return null
  const amount = unitName(rule) === 'hours' ? counted : ruleAmountText(counted, rule)
  return `${hoursText(hoursCompleted)} entered, ${amount} counted. Each entry says why.`
}

/** What of the cycle before counts, and why not all of it; null when nothing was carried over. */
export function carriedOverText(cycle: CeuCycle): string | null {
  const { carriedOverHours, rule } = cycle
  if (carriedOverHours === null || carriedOverHours === 0) return null
  const counted = carriedOver(cycle)
  const amount = ruleAmountText(carriedOverHours, rule)
  if (counted === carriedOverHours) return `${amount} carried over from the cycle before, counted.`
  if (counted > 0) return `${amount} carried over; ${counted} counted, the most that the rule allows.`
  return rule?.carryOver.allowed === false
    ? `${amount} carried over, not counted: the rule does not allow it.`
    : `${amount} carried over, not counted: we do not know whether the rule allows it.`
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
