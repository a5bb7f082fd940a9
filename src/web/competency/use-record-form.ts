import { useForm } from 'react-hook-form'
import {
  type CompetencyKind,
  type CompetencyRecord,
  type CompetencyRecordInput,
  type CompetencyRecordPatch,
  competencyRecordInput,
  kindsWithAmount,
} from '#shared/competency/record.ts'
import { t } from '#web/i18n/t.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { changedOf } from '#web/ui/use-save.ts'
import type { NewRecord } from './api.ts'
import { fieldTexts } from './practice-text.ts'

/** The schema's keys; `null` while a field is empty. */
export type RecordValues = {
  kind: CompetencyKind
  title: string
  amount: number | null
  startDate: string | null
  endDate: string | null
  organization: string | null
  notes: string | null
}

export const emptyRecord: RecordValues = {
  kind: 'practice_hours',
  title: '',
  amount: null,
  startDate: null,
  endDate: null,
  organization: null,
  notes: null,
}

export function valuesOf(record: CompetencyRecord): RecordValues {
  const { kind, title, amount, startDate, endDate, organization, notes } = record
  return { kind, title, amount, startDate, endDate, organization, notes }
}

/** The request body of the form, without files and without the fields that the kind does not have. */
export function inputOf(values: RecordValues): Partial<NewRecord> {
  const { endDate, organization, notes, ...fields } = values
  const texts = fieldTexts[values.kind]
  return {
    ...fields,
    amount: texts.amount === null ? null : values.amount,
    startDate: texts.startDate === null ? null : values.startDate,
    ...(endDate === null ? {} : { endDate }),
    organization: organization?.trim() || null,
    notes: notes?.trim() || null,
  }
}

/** The changed fields. A field that the form does not show is left alone. */
export function patchOf(record: CompetencyRecord, values: RecordValues): CompetencyRecordPatch {
  return changedOf(inputOf(valuesOf(record)), inputOf(values))
}

const resolver = (today: string) =>
  schemaResolver<RecordValues, CompetencyRecordInput>({
    schema: competencyRecordInput,
    toInput: inputOf,
    required: { title: t`Enter a title`, amount: t`Enter how many`, endDate: t`Enter the date` },
    // The schema checks across fields only once each of them is there.
    check: ({ kind, amount, endDate }) => [
      ...(kindsWithAmount.includes(kind) && amount === null
        ? [{ path: 'amount', message: t`Required` }]
        : []),
      ...(endDate !== null && endDate > today
        ? [{ path: 'endDate', message: t`This date is in the future` }]
        : []),
    ],
  })

/** `today` is `YYYY-MM-DD`: nothing is finished after it. */
export function useRecordForm(defaultValues: RecordValues, today: string) {
  return useForm<RecordValues, unknown, CompetencyRecordInput>({
    resolver: resolver(today),
    defaultValues,
  })
}
