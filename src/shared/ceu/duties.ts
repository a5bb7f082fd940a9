import type { CeuCycle } from './cycle.ts'

/** `ceuDeadline`: a course is due by a day. `ceuRunOut`: the courses taken so far count until a day. */
export type DutyKind = 'ceuDeadline' | 'ceuRunOut'

/** A topic with a date apart from the end of its cycle. */
export type Duty = {
  kind: DutyKind
  /** The credential whose renewal requires the duty, or the cycle if it has no credential. */
  subjectId: string
  key: string
  cycleId: string
  topic: string
  /** The last day on which the course is in time. */
  dueOn: string
}

type DutyCycle = Pick<
  CeuCycle,
  'id' | 'licenseId' | 'certificationId' | 'cycleEnd' | 'topics' | 'topicsCompleted'
>
type CycleTopic = CeuCycle['topics'][number]

/**
 * The duties of all cycles of an owner, at most one for each topic of a credential. If several cycles require the same
 * topic, the last cycle in which the topic is met or has a date decides. A topic that is only missing by the end of a
 * cycle does not change a date from an earlier cycle.
 */
export function dutiesOf(cycles: readonly DutyCycle[]): Duty[] {
  const lastFirst = cycles.toSorted((a, b) => (endAndId(a) < endAndId(b) ? 1 : -1))
  const decided = new Map<string, Duty | null>()
  for (const cycle of lastFirst)
    for (const [index, topic] of cycle.topics.entries()) {
      const name = `${subjectOf(cycle)} ${topicKey(topic)}`
      const duty = dutyIn(cycle, index, topic)
      if (duty !== undefined && !decided.has(name)) decided.set(name, duty)
    }
  return [...decided.values()].filter((duty) => duty !== null)
}

/** `null`: nothing is due; `undefined`: this cycle does not determine it. */
function dutyIn(cycle: DutyCycle, index: number, topic: CycleTopic): Duty | null | undefined {
  const completed = cycle.topicsCompleted[index]
  const dutyOn = (kind: DutyKind, dueOn: string | null): Duty | null =>
    dueOn === null
      ? null
      : {
          ...{ kind, dueOn, topic: topic.topic, key: topicKey(topic) },
          ...{ subjectId: subjectOf(cycle), cycleId: cycle.id },
        }
  if (completed?.isMet) return dutyOn('ceuRunOut', completed.countsUntil)
  return dutyOn('ceuDeadline', topic.dueOn) ?? undefined
}

/**
 * Whether this duty asks for the course that a topic of `cycle` is missing, no later than the cycle needs the course.
 */
export function isSameCourse(duty: Duty, cycle: DutyCycle, index: number): boolean {
  const topic = cycle.topics[index]
  if (topic === undefined || cycle.topicsCompleted[index]?.isMet) return false
  if (subjectOf(cycle) !== duty.subjectId || topicKey(topic) !== duty.key) return false
  return duty.cycleId === cycle.id || duty.dueOn <= cycle.cycleEnd
}

function subjectOf({ licenseId, certificationId, id }: DutyCycle): string {
  return licenseId ?? certificationId ?? id
}

/** The key of a rule's topic; the name of a topic that the owner added. */
function topicKey({ key, topic }: Pick<CycleTopic, 'key' | 'topic'>): string {
  return key ?? topic.trim().toLowerCase()
}

const endAndId = ({ cycleEnd, id }: DutyCycle) => `${cycleEnd} ${id}`
