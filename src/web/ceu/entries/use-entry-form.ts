import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type CeuEntry, type CeuEntryInput, type CeuEntryPatch, ceuEntryInput } from '#shared/ceu/entry.ts'
import type { Unit } from '#shared/ceu/units.ts'
import type { NewEntry } from '#web/ceu/api.ts'

/** The schema's keys; what is not filled in yet is `null`. The first of `counts` need not be the main cycle. */
export type EntryValues = {
  /** The main cycle, as long as it is among `counts`. */
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
  const { unit, amount } = entry
  const isConverted = unit !== 'contact_hour'
  return {
    ...emptyEntry,
    ...pick(entry, ['cycleId', 'title', 'provider', 'kind', 'completedAt', 'topicTags', 'topicHours']),
    ...pick(entry, ['holderName', 'approvedBy', 'providerNumber', 'notes']),
    hours: isConverted ? null : entry.hours,
    amount: isConverted ? amount : null,
    unit,
    counts: entry.counts.map(({ cycleId, acceptedHours }) => ({ cycleId, acceptedHours })),
  }
}

function pick<T, K extends keyof T>(from: T, keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

/** What the form would send, but for its files; what is missing is left out, so that the schema names it. */
export function inputOf(values: EntryValues): Omit<NewEntry, 'fileId' | 'fileIds'> {
  const { hours, amount, unit, completedAt, counts, topicTags } = values
  const isConverted = unit !== 'contact_hour'
  const main = counts.find(({ cycleId }) => cycleId === values.cycleId) ?? counts[0]
  const given = {
    ...values,
    cycleId: main?.cycleId,
    counts: main ? [main, ...counts.filter((one) => one !== main)] : [],
    hours: isConverted ? undefined : (hours ?? undefined),
    amount: isConverted ? amount : null,
    completedAt: completedAt ?? undefined,
    topicHours: values.topicHours.filter(
      ({ topic, hours: part }) => part !== null && topicTags.includes(topic),
    ),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as NewEntry
}

const HOURS = ['hours', 'amount', 'unit']
const TOPICS = ['topicTags', 'topicHours']
const PLACES = ['cycleId', 'counts']

/** What a PATCH sends: the fields that say something else now, those that belong together together. */
export function patchOf(entry: CeuEntry, values: EntryValues): CeuEntryPatch {
  const before: Record<string, unknown> = inputOf(valuesOf(entry))
  const after: Record<string, unknown> = inputOf(values)
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const keys = new Set(Object.keys(after).filter(differs))
  for (const group of [TOPICS, PLACES])
    if (group.some((key) => keys.has(key))) for (const key of group) keys.add(key)
  const isHoursChanged = HOURS.some((key) => differs(key))
  for (const key of HOURS) keys.delete(key)
  if (isHoursChanged)
    for (const key of values.unit === 'contact_hour' ? ['hours'] : ['amount', 'unit']) keys.add(key)
  return Object.fromEntries([...keys].map((key) => [key, after[key]]))
}

const words: Record<string, string> = {
  cycleId: 'Choose at least one cycle',
  title: 'What is it called?',
  provider: 'Who gave it?',
  hours: 'How many hours?',
  amount: 'How much does it say?',
  completedAt: 'On which day did you complete it?',
}

/** The schema's own check, in the words of this form, and the one rule that needs to know what day it is. */
export function resolverFor(today: string): Resolver<EntryValues, unknown, CeuEntryInput> {
  const check = zodResolver(ceuEntryInput)
  return async (values, context, options) => {
    const result = await check(inputOf(values) as NewEntry, context, options as never)
    const errors = { ...result.errors } as Record<string, { type: string; message?: string }>
    for (const [key, error] of Object.entries(errors))
      if (error.message === 'Required' && words[key]) errors[key] = { ...error, message: words[key] }
    if (values.completedAt !== null && values.completedAt > today)
      errors.completedAt = { type: 'custom', message: 'Completed in the future' }
    if (Object.keys(errors).length === 0) return result as never
    return { values: {}, errors } as never
  }
}

export function useEntryForm(defaultValues: EntryValues, today: string) {
  return useForm<EntryValues, unknown, CeuEntryInput>({ resolver: resolverFor(today), defaultValues })
}

export type Choices = ReadonlyMap<string, boolean>

/**
 * The cycles that it counts in: those she chose herself, and every other one whose dates contain the day. What was said
 * about a cycle stays said.
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
