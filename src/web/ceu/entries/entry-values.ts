import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, CeuEntryInput, CeuEntryPatch } from '#shared/ceu/entry.ts'
import type { Unit } from '#shared/ceu/units.ts'
import type { NewEntry } from '#shared/imports/new-entry.ts'

/** The schema's keys; `null` while a field is empty. The first of `counts` need not be the main cycle. */
export type EntryValues = {
  /** The main cycle, if it is one of `counts`. */
  cycleId: string | null
  title: string
  provider: string
  hours: number | null
  amount: number | null
  unit: Unit
  kind: CeuEntryInput['kind']
  completedAt: string | null
  topicTags: string[]
  topicHours: { topic: string; hours: number | null }[]
  holderName: string | null
  approvedBy: string | null
  providerNumber: string | null
  notes: string | null
  counts: { cycleId: string; acceptedHours: number | null }[]
}

export const emptyEntry: EntryValues = {
  cycleId: null,
  title: '',
  provider: '',
  hours: null,
  amount: null,
  unit: 'contact_hour',
  kind: 'course',
  completedAt: null,
  topicTags: [],
  topicHours: [],
  holderName: null,
  approvedBy: null,
  providerNumber: null,
  notes: null,
  counts: [],
}

export function valuesOf(entry: CeuEntry): EntryValues {
  const { cycleId, title, provider, kind, completedAt, topicTags, topicHours, unit } = entry
  const { holderName, approvedBy, providerNumber, notes } = entry
  const isConverted = unit !== 'contact_hour'
  return {
    ...{ cycleId, title, provider, kind, completedAt, topicTags, topicHours, unit },
    ...{ holderName, approvedBy, providerNumber, notes },
    hours: isConverted ? null : entry.hours,
    amount: isConverted ? entry.amount : null,
    counts: entry.counts.map((count) => ({ cycleId: count.cycleId, acceptedHours: count.acceptedHours })),
  }
}

type EntryInput = Partial<Omit<NewEntry, 'fileId' | 'fileIds'>>

/** The request body of the form, without files. Empty fields are left out, so that the schema reports them by name. */
export function inputOf(values: EntryValues): EntryInput {
  const { cycleId, hours, amount, unit, completedAt, counts, topicTags, topicHours, ...fields } = values
  const isConverted = unit !== 'contact_hour'
  const main = counts.find((count) => count.cycleId === cycleId) ?? counts[0]
  return {
    ...fields,
    ...(main ? { cycleId: main.cycleId } : {}),
    counts: main ? [main, ...counts.filter((count) => count !== main)] : [],
    ...(isConverted || hours === null ? {} : { hours }),
    amount: isConverted ? amount : null,
    unit,
    ...(completedAt === null ? {} : { completedAt }),
    topicTags,
    topicHours: topicHours.flatMap((part) =>
      part.hours !== null && topicTags.includes(part.topic) ? [{ topic: part.topic, hours: part.hours }] : [],
    ),
  }
}

const HOURS_KEYS = ['hours', 'amount', 'unit']
const TOPIC_KEYS = ['topicTags', 'topicHours']
const CYCLE_KEYS = ['cycleId', 'counts']

/** The changed fields, for a PATCH. Fields that depend on each other are sent together. */
export function patchOf(entry: CeuEntry, values: EntryValues): CeuEntryPatch {
  const before: Record<string, unknown> = inputOf(valuesOf(entry))
  const after: Record<string, unknown> = inputOf(values)
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const keys = new Set(Object.keys(after).filter(differs))
  for (const group of [TOPIC_KEYS, CYCLE_KEYS])
    if (group.some((key) => keys.has(key))) for (const key of group) keys.add(key)
  const isHoursChanged = HOURS_KEYS.some((key) => differs(key))
  for (const key of HOURS_KEYS) keys.delete(key)
  if (isHoursChanged)
    for (const key of values.unit === 'contact_hour' ? ['hours'] : ['amount', 'unit']) keys.add(key)
  return Object.fromEntries([...keys].map((key) => [key, after[key]]))
}

export type Choices = ReadonlyMap<string, boolean>

/**
 * The cycles in which an entry counts: cycles that the owner chose, and all others whose dates include `completedAt`,
 * except cycles that the owner excluded. Keeps the accepted hours of a cycle.
 */
export function countsFor(
  cycles: readonly CeuCycle[],
  completedAt: string | null,
  chosen: Choices,
  counts: EntryValues['counts'],
): EntryValues['counts'] {
  return cycles
    .filter((cycle) => chosen.get(cycle.id) ?? containsDay(cycle, completedAt))
    .map(({ id }) => counts.find(({ cycleId }) => cycleId === id) ?? { cycleId: id, acceptedHours: null })
}

export function containsDay(cycle: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>, day: string | null): boolean {
  return day !== null && cycle.cycleStart <= day && day <= cycle.cycleEnd
}
