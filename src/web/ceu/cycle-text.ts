import {
  bodyOf,
  frequencyText,
  hoursText,
  partsText,
  type RuleLine,
  topicName,
} from '#shared/ceu/ceu-text.ts'
import { carriedOver } from '#shared/ceu/counting.ts'
import type { CeuCycle, CycleRemoval } from '#shared/ceu/cycle.ts'
import { type CycleState, groupCycles, type Progress, progressOf } from '#shared/ceu/progress.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { isComplete, unknownParts } from '#shared/ceu/rule-facts.ts'
import { ruleAmountText, unitName } from '#shared/ceu/unit-text.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { stateText, titleText } from '#shared/credentials/title-text.ts'
import { english, plural } from '#shared/i18n/translate.ts'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type NamedCycle = Pick<CeuCycle, 'credentialTitle' | 'state'>

/** "Texas RN license"; the state if the cycle has no credential. */
export function cycleName(cycle: NamedCycle): string {
  if (cycle.credentialTitle !== null) return titleText(cycle.credentialTitle, t)
  return cycle.state === null ? t`CE cycle` : t`${stateName(cycle.state)} CE`
}

/** The same within a sentence. */
export function cycleSubject(cycle: NamedCycle): string {
  return cycle.credentialTitle === null ? cycleName(cycle) : titleIn(cycle.credentialTitle, t)
}

/** In characters. */
const MAX_NAME = 60

/** A name for the middle of a sentence: long names are cut. */
export function shortName(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).trimEnd()}…`
}

export function stateName(codeOrName: string): string {
  return stateText(codeOrName, t)
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText(cycle: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>, locale: string | null): string {
  return t`${formatDate(cycle.cycleStart, locale)} to ${formatDate(cycle.cycleEnd, locale)}`
}

/** The part of a cycle that says what is counted, and in which unit. */
export type CountedCycle = Pick<CeuCycle, 'requiredHours' | 'hoursCounted' | 'topicsCompleted'> & {
  topics: readonly Pick<CeuCycle['topics'][number], 'topic' | 'hours'>[]
  rule: Pick<CeRule, 'unit'> | null
}

/** "12 of 20 hours", "60 of 100 CERPs"; "1 of 2 topics" without a total. */
export function countText(cycle: CountedCycle): string {
  const { hoursCounted, requiredHours, rule } = cycle
  if (requiredHours !== null) return t`${hoursCounted} of ${ruleAmountText(requiredHours, rule, t)}`
  if (cycle.topics.length === 0) return ruleAmountText(hoursCounted, rule, t)
  const met = cycle.topicsCompleted.filter(({ isMet }) => isMet).length
  return t`${met} of ${topicsText(cycle.topics.length)}`
}

export function topicsText(count: number): string {
  return t`${plural(count, { one: '# topic', other: '# topics' })}`
}

/** The amounts still missing in a cycle. */
type Left = { hoursLeft: number; topicsLeft: number; needsLeft: number }

const leftOf = ({ hoursLeft, topicsLeft, needsLeft }: Progress): Left => ({
  ...{ hoursLeft, topicsLeft: topicsLeft.length, needsLeft: needsLeft.length },
})

/** "8 hours, 2 topics and 1 other requirement"; empty if nothing known is left. */
export function leftText(
  { hoursLeft, topicsLeft, needsLeft: needs }: Left,
  rule: Pick<CeRule, 'unit'> | null,
): string {
  const parts = [
    ...(hoursLeft > 0 ? [ruleAmountText(hoursLeft, rule, t)] : []),
    ...(topicsLeft > 0 ? [topicsText(topicsLeft)] : []),
  ]
  const other =
    parts.length > 0
      ? t`${plural(needs, { one: '# other requirement', other: '# other requirements' })}`
      : t`${plural(needs, { one: '# requirement', other: '# requirements' })}`
  const list = new Intl.ListFormat(t.locale, { style: 'long', type: 'conjunction' })
  return list.format(needs > 0 ? [...parts, other] : parts).replace(/, and /, ' and ')
}

/** "20 hours and 4 topics by Apr 5, 2027", "… · ended Nov 23, 2026": what a proposed cycle asks for. */
export function proposedText(
  asked: Left,
  rule: Pick<CeRule, 'unit'> | null,
  cycleEnd: string | null,
  { today, locale }: DateContext,
): string {
  const what = leftText(asked, rule)
  if (cycleEnd === null) return what
  const end = formatDate(cycleEnd, locale)
  return cycleEnd < today ? t`${what} · ended ${end}` : t`${what} by ${end}`
}

/** The missing hours and topics, in a sentence. */
export function cycleHeadline(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const left = leftText(leftOf(progress), cycle.rule)
  switch (progress.state) {
    case 'done':
      return doneText(cycle, progress)
    case 'ended':
      return t`Ended with ${left} missing.`
    default:
      return stillToDoText(left, progress.state, cycle, locale)
  }
}

/** "8 hours and 2 topics left.", where the end stands below. */
export function remainingText(cycle: CeuCycle, context: DateContext): string {
  const progress = progressOf(cycle, context.today)
  return progress.state === 'not_started'
    ? cycleHeadline(cycle, context)
    : t`${leftText(leftOf(progress), cycle.rule)} left.`
}

/** "8 hours left by Mar 31, 2027."; `left` is the missing amount of a cycle that has not ended. */
export function stillToDoText(
  left: string,
  state: CycleState,
  { cycleStart, cycleEnd }: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>,
  locale: string | null,
): string {
  return state === 'not_started'
    ? t`${left} required from ${formatDate(cycleStart, locale)}.`
    : t`${left} left by ${formatDate(cycleEnd, locale)}.`
}

function doneText(cycle: CeuCycle, progress: Progress): string {
  const { topicsInDoubt } = progress
  const open = new Set(topicsInDoubt.map(({ topic }) => topic))
  const topics = cycle.topics.filter(({ topic }) => !open.has(topic))
  const done = completeText({ ...cycle, topics }, progress)
  const [only, ...others] = topicsInDoubt
  if (only === undefined) return done
  return others.length === 0
    ? `${done} ${t`We could not confirm one more topic: ${topicName(only, t)}.`}`
    : `${done} ${t`We could not confirm ${topicsInDoubt.length} more topics.`}`
}

function completeText(cycle: CeuCycle, { isAllKnown }: Progress): string {
  const { requiredHours, topics, needs, rule } = cycle
  if (requiredHours === null && topics.length === 0 && needs.length === 0)
    return nothingText(rule, isAllKnown)
  if (rule === null) return t`Everything you entered is complete.`
  if (!isAllKnown) return t`Everything we know of is complete.`
  if (needs.length > 0) return t`Everything that ${theBoard(rule)} requires is complete.`
  const count = topics.length
  if (requiredHours === null) {
    if (count === 1) return t`The topic is complete.`
    return count === 2 ? t`Both topics are complete.` : t`All ${count} topics are complete.`
  }
  const amount = ruleAmountText(requiredHours, rule, t)
  if (count === 0) return requiredHours === 1 ? t`The ${amount} is complete.` : t`All ${amount} are complete.`
  if (requiredHours === 1) {
    if (count === 1) return t`The ${amount} and the topic are complete.`
    return count === 2
      ? t`The ${amount} and both topics are complete.`
      : t`The ${amount} and all ${count} topics are complete.`
  }
  if (count === 1) return t`All ${amount} and the topic are complete.`
  return count === 2
    ? t`All ${amount} and both topics are complete.`
    : t`All ${amount} and all ${count} topics are complete.`
}

function nothingText(rule: CeRule | null, isAllKnown: boolean): string {
  if (rule === null) return t`You entered no hours and no topics.`
  return isAllKnown ? t`This cycle has no requirements.` : t`We know of no requirements.`
}

/** "the Texas Board of Nursing". */
export function theBoard({ board }: Pick<CeRule, 'board'>): string {
  return /^the /i.test(board) ? board : t`the ${board}`
}

/** A warning that more may be missing than is known; `null` if every decisive part is known. */
export function unknownText({ rule }: Pick<CeuCycle, 'rule'>, today: string): string | null {
  if (rule === null) return t`This cycle has no board rule: check with your board what else it requires.`
  const parts = unknownParts(rule)
  if (parts.length === 0)
    return isComplete(rule, today) ? null : t`This rule is overdue for review: ask the ${bodyOf(rule, t)}.`
  return t`We found no source to rely on about ${partsText(parts, t)}: ask the ${bodyOf(rule, t)}.`
}

/** Below this many days a monthly pace says little. */
const SHORT_OF_TIME_DAYS = 45

/** The difference from an even pace; `null` where a pace says little. */
export function paceText(cycle: CeuCycle, { today }: DateContext): string | null {
  const { state, daysLeft, hoursLeft, hoursNeededByToday } = progressOf(cycle, today)
  const { requiredHours } = cycle
  const isPaced = (state === 'on_pace' || state === 'behind') && daysLeft >= SHORT_OF_TIME_DAYS
  if (!isPaced || requiredHours === null || hoursLeft === 0) return null
  return differenceText(cycle, hoursNeededByToday, requiredHours)
}

/** The pace needed to finish in time. */
export function neededText(cycle: CeuCycle, { today, locale }: DateContext): string {
  const progress = progressOf(cycle, today)
  const { state, daysLeft, hoursPerMonth, hoursToTake } = progress
  const end = formatDate(cycle.cycleEnd, locale)
  const amount = (hours: number) => ruleAmountText(hours, cycle.rule, t)
  if (state === 'done') {
    if (daysLeft < 0) return t`This cycle ended on ${end}.`
    return `${unknownText(cycle, today) ?? t`You are done.`} ${t`This cycle ends on ${end}.`}`
  }
  if (state === 'ended')
    return t`This cycle ended on ${end}. Courses you took before then still count when you log them.`
  if (hoursPerMonth === null && progress.topicsLeft.length === 0)
    return t`The other requirements of your way to renew are listed below.`
  if (hoursPerMonth === null)
    return progress.topicsLeft.length === 1
      ? t`One course on the missing topic is enough.`
      : t`One course on each missing topic is enough.`
  if (state !== 'not_started' && daysLeft < SHORT_OF_TIME_DAYS)
    return daysLeft === 0
      ? t`This cycle ends today. You still need ${amount(hoursToTake)}.`
      : t`You still need ${amount(hoursToTake)} in ${plural(daysLeft, { one: 'one day', other: '# days' })}.`
  const rate = rateText(hoursPerMonth, cycle.rule)
  if (cycle.requiredHours !== null && progress.hoursLeft === 0) {
    const complete = t`Your ${t(unitName(cycle.rule))} are complete.`
    return progress.topicsLeft.length === 1
      ? `${complete} ${t`${rate} a month covers the missing topic.`}`
      : `${complete} ${t`${rate} a month covers the missing topics.`}`
  }
  return t`${rate} a month gets you there.`
}

function rateText(hoursPerMonth: number, rule: CeRule | null): string {
  if (hoursPerMonth >= 1) return t`About ${ruleAmountText(hoursPerMonth, rule, t)}`
  const unit = unitName(rule, 1)
  return unit === 'hour' ? t`Less than an hour` : t`Less than one ${t(unit)}`
}

/** Whole hours from 10 hours on. */
function differenceText({ hoursCounted, rule }: CeuCycle, needed: number, required: number): string {
  const difference = (hundredths(hoursCounted) - hundredths(needed)) / 100
  const distance = Math.abs(difference)
  const hours = ruleAmountText(distance < 10 ? Math.round(distance * 10) / 10 : Math.round(distance), rule, t)
  if (difference >= 0)
    return distance > required / 10 ? t`You are ${hours} ahead of an even pace.` : t`You are on pace.`
  return distance <= required / 10
    ? t`You are a little behind an even pace.`
    : t`You are ${hours} behind an even pace.`
}

/** The heading of the CE tab. */
export function cyclesHeadline(cycles: readonly CeuCycle[], context: DateContext): string {
  const { current, past } = groupCycles(cycles, context.today)
  const [only] = current
  if (!only) return past.length === 0 ? t`No CE cycles yet.` : t`No current CE cycle.`
  if (current.length === 1)
    return `${shortName(cycleName(only))}: ${inSentence(cycleHeadline(only, context))}`
  const short = current.filter((cycle) => progressOf(cycle, context.today).state !== 'done')
  const [next] = short
  if (!next) {
    const isAllKnown = current.every((cycle) => progressOf(cycle, context.today).isAllKnown)
    if (current.length === 2)
      return isAllKnown ? t`Both cycles are complete.` : t`Everything we know of is complete in both cycles.`
    return isAllKnown
      ? t`All ${current.length} cycles are complete.`
      : t`Everything we know of is complete in all ${current.length} cycles.`
  }
  const name = nameAmong(next, short)
  if (short.length === 1) return t`1 of ${current.length} CE cycles needs hours: ${name}.`
  return short.length === current.length
    ? t`${short.length} CE cycles need hours. ${name} is first.`
    : t`${short.length} of ${current.length} CE cycles need hours. ${name} is first.`
}

/** The state alone, unless another of these cycles has the same state. */
function nameAmong(cycle: CeuCycle, cycles: readonly CeuCycle[]): string {
  const isOnly = cycles.filter(({ state }) => state === cycle.state).length === 1
  return cycle.state !== null && isOnly ? stateName(cycle.state) : shortName(cycleName(cycle))
}

/** Headlines begin with a number or an ordinary word. */
function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** The effect of deleting a cycle on its entries, in a sentence. */
export function removalText({ entries, shared }: CycleRemoval, keepShared: boolean): string {
  if (entries === 0) return t`It has no entries.`
  const deleted = keepShared ? entries - shared : entries
  if (deleted === 0) return t`No entry will be deleted.`
  return t`${plural(deleted, { one: '# entry', other: '# entries' })} will be deleted with it.`
}

/** The choice next to that sentence. `shared` is at least 1. */
export function keepSharedText(shared: number): string {
  return shared === 1
    ? t`Keep the 1 entry that also counts in another cycle`
    : t`Keep the ${shared} entries that also count in other cycles`
}

/** "24 hours entered, 20 of them counted"; null when all hours count. */
export function uncountedText(cycle: CeuCycle): string | null {
  const { hoursCompleted, hoursCounted, rule } = cycle
  const counted = (hundredths(hoursCounted) - hundredths(carriedOver(cycle))) / 100
  if (hoursCompleted === counted) return null
  const amount = unitName(rule) === 'hours' ? String(counted) : ruleAmountText(counted, rule, t)
  return t`${hoursText(hoursCompleted, t)} entered, ${amount} counted. Each entry says why.`
}

/** How many hours of the previous cycle count, and why not all of them; null if nothing was carried over. */
export function carriedOverText(cycle: CeuCycle): string | null {
  const { carriedOverHours, rule } = cycle
  if (carriedOverHours === null || carriedOverHours === 0) return null
  const counted = carriedOver(cycle)
  const amount = ruleAmountText(carriedOverHours, rule, t)
  if (counted === carriedOverHours) return t`${amount} carried over from the cycle before, counted.`
  if (counted > 0) return t`${amount} carried over; ${counted} counted, the most that the rule allows.`
  return rule?.carryOver.allowed === false
    ? t`${amount} carried over, not counted: the rule does not allow it.`
    : t`${amount} carried over, not counted: we do not know whether the rule allows it.`
}

/** "Only for nurses who give direct patient care."; a short form such as RN keeps its capitals. */
export function onlyIfLine(onlyIf: string): RuleLine {
  const isWord = /^[A-Z][a-z]/.test(onlyIf)
  return {
    label: t`Only for`,
    words: `${isWord ? onlyIf.charAt(0).toLowerCase() + onlyIf.slice(1) : onlyIf}.`,
  }
}

/** A topic's note, unless it only repeats how often the topic is required. */
export function noteOf({ note, every }: Pick<RuleTopic, 'note' | 'every'>): RuleLine[] {
  return note === null || note.toLowerCase() === frequencyText(every, english) ? [] : [{ words: note }]
}
