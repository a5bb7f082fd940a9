import { hoursText, topicTag } from '#shared/ceu/ceu-text.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { t } from '#web/i18n/t.ts'

export type OfferedTopic = { tag: string; note: string | null }
export type TopicHours = { topic: string; hours: number | null }[]

/** Of a topic tag, in characters. */
export const MAX_TAG_LENGTH = 50

export const isSameTopic = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** In hundredths of hours. */
export const sumOf = (parts: TopicHours) =>
  parts.reduce((total, { hours }) => total + hundredths(hours ?? 0), 0)

/** "2 of the 5 hours are assigned to topics." */
export function statedHoursText(parts: TopicHours, creditedHours: number | null): string {
  const sum = sumOf(parts) / 100
  if (creditedHours === null) return t`${hoursText(sum, t)} assigned to topics.`
  const left = (hundredths(creditedHours) - hundredths(sum)) / 100
  if (left < 0)
    return t`The topics have ${hoursText(-left, t)} more than the ${hoursText(creditedHours, t)} of this course.`
  const hours = hoursText(creditedHours, t)
  return creditedHours === 1
    ? t`${sum} of the ${hours} is assigned to topics.`
    : t`${sum} of the ${hours} are assigned to topics.`
}

/** Topics to offer: those still missing in the cycles, then their other topics, then recently used ones. */
export function offeredTopics(
  cycles: readonly {
    topics: { key: string | null; topic: string; hours: number | null; tags: string[] }[]
    topicsCompleted: { topic: string; hours: number; isMet: boolean }[]
    rule: Pick<CeRule, 'unit'> | null
  }[],
  recent: readonly string[],
): OfferedTopic[] {
  const required = cycles.flatMap(({ topics, topicsCompleted, rule }) => {
    const offered = topics.flatMap((topic, at) => {
      const [completed, { hours }] = [topicsCompleted[at], topic]
      const tag = [topicTag(topic), ...topic.tags].find((name) => [...name].length <= MAX_TAG_LENGTH)
      if (tag === undefined) return []
      if (completed?.isMet) return { tag, note: null }
      return { tag, note: hours === null ? t`missing` : leftText(hours, completed?.hours ?? 0, rule) }
    })
    return offered
      .filter(({ note }) => note !== null)
      .map((one, turn) => ({ ...one, turn }))
      .concat(
        offered.filter(({ note }) => note === null).map((one) => ({ ...one, turn: Number.MAX_SAFE_INTEGER })),
      )
  })
  // Round-robin: otherwise a cycle with thirty topics would crowd out the others.
  const interleaved = required.sort((a, b) => a.turn - b.turn).map(({ tag, note }) => ({ tag, note }))
  const all = [...interleaved, ...recent.map((tag) => ({ tag, note: null }))]
  return all.filter(({ tag }, at) => all.findIndex((one) => isSameTopic(one.tag, tag)) === at).slice(0, 14)
}

const leftText = (required: number, completed: number, rule: Pick<CeRule, 'unit'> | null) =>
  t`${ruleAmountText((hundredths(required) - hundredths(completed)) / 100, rule, t)} left`
