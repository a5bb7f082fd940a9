import { hoursText } from '#shared/ceu/ceu-text.ts'
import { type RuleFacts, requirementsOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'

/** The differences between two versions of a rule for the same owner, one line each. */
export function ruleChanges(older: CeRule, newer: CeRule, facts: RuleFacts): string[] {
  const [before, after] = [requirementsOf(older, facts), requirementsOf(newer, facts)]
  const totalText = (hours: number | null) => (hours === null ? 'no total' : hoursText(hours))
  const changes: string[] = []
  if (before.requiredHours !== after.requiredHours)
    changes.push(`Total: ${totalText(before.requiredHours)} → ${totalText(after.requiredHours)}.`)
  const topicHoursText = (hours: number | null) => (hours === null ? 'a course' : hoursText(hours))
  for (const topic of after.topics) {
    const previous = before.topics.find((other) => other.topic === topic.topic)
    if (!previous) changes.push(`New: ${topic.topic}, ${topicHoursText(topic.hours)}.`)
    else if (previous.hours !== topic.hours)
      changes.push(`${topic.topic}: ${topicHoursText(previous.hours)} → ${topicHoursText(topic.hours)}.`)
  }
  for (const { topic } of before.topics)
    if (!after.topics.some((other) => other.topic === topic)) changes.push(`No longer required: ${topic}.`)
  return changes
}
