import { type UseFormReturn, useForm } from 'react-hook-form'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { HealthKind } from '#shared/health/kinds.ts'
import {
  type HealthRecord,
  type HealthRecordInput,
  healthFutureProblems,
  healthRecordInput,
} from '#shared/health/record.ts'
import { t } from '#web/i18n/t.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { changedOf, type FormFiles, isSameFiles, useSave } from '#web/ui/use-save.ts'
import { createHealthRecord, healthRecordQuery, updateHealthRecord } from './api.ts'

type DoseValues = { givenOn: string | null; product: string | null }
type TiterValues = { takenOn: string | null; result: string | null; antigen: string | null }

/** The schema's keys; `null` while a field is empty. */
export type HealthValues = {
  kind: HealthKind
  performedOn: string | null
  dueOn: string | null
  fields: Record<string, string | null>
  doses: DoseValues[]
  titers: TiterValues[]
  notes: string | null
}
export type HealthFormState = UseFormReturn<HealthValues, unknown, HealthRecordInput>

export const emptyTiter: TiterValues = { takenOn: null, result: null, antigen: null }
export const emptyDose: DoseValues = { givenOn: null, product: null }

export function emptyHealthRecord(kind: HealthKind): HealthValues {
  const doses = healthCatalog[kind].series === null ? [] : [emptyDose]
  return { kind, performedOn: null, dueOn: null, fields: {}, doses, titers: [], notes: null }
}

export function valuesOf(record: HealthRecord): HealthValues {
  const { kind, performedOn, dueOn, fields, doses, titers, notes } = record
  return { kind, performedOn, dueOn, fields, doses, titers, notes }
}

const trimmed = (text: string | null) => text?.trim() || null

/** The request body of the form, without files, empty doses and fields that the kind does not have. */
export function inputOf(values: HealthValues) {
  const { kind, performedOn, dueOn, notes } = values
  const { series, fields } = healthCatalog[kind]
  const filled = fields.map(({ key }) => [key, trimmed(values.fields[key] ?? null)] as const)
  return {
    ...{ kind, dueOn, notes: trimmed(notes) },
    performedOn: series === null ? performedOn : null,
    fields: Object.fromEntries(filled.filter(([, value]) => value !== null)),
    doses: series === null ? [] : dosesOf(values),
    titers: series?.hasTiters ? titersOf(values) : [],
  }
}

/** A row without anything in it is left out; one without its date is an error. */
function dosesOf({ doses }: HealthValues) {
  return doses
    .map(({ givenOn, product }) => ({ product: trimmed(product), ...(givenOn === null ? {} : { givenOn }) }))
    .filter((dose) => dose.product !== null || 'givenOn' in dose)
}

function titersOf({ titers }: HealthValues) {
  return titers
    .filter(({ takenOn, result, antigen }) => takenOn !== null || result !== null || antigen !== null)
    .map(({ takenOn, result, antigen }) => ({
      antigen,
      ...(takenOn === null ? {} : { takenOn }),
      ...(result === null ? {} : { result }),
    }))
}

const resolver = (today: string) =>
  schemaResolver<HealthValues, HealthRecordInput>({
    schema: healthRecordInput,
    toInput: inputOf,
    required: {
      'fields.name': t`Say what it is`,
      'doses.*.givenOn': t`Enter the date`,
      'titers.*.takenOn': t`Enter the date`,
      'titers.*.result': t`Choose a result`,
    },
    check: (values) => {
      const parsed = healthRecordInput.safeParse(inputOf(values))
      return parsed.success ? healthFutureProblems(parsed.data, today) : []
    },
  })

/** `today` is `YYYY-MM-DD`: nothing was done after it. */
export function useHealthForm(defaultValues: HealthValues, today: string): HealthFormState {
  return useForm<HealthValues, unknown, HealthRecordInput>({ resolver: resolver(today), defaultValues })
}

/** Submits a new record, or the changed fields of an edited one. */
export function useHealthSave(
  form: HealthFormState,
  initial: HealthRecord | undefined,
  files: FormFiles,
  onSaved: (record: HealthRecord) => void,
) {
  return useSave(form, {
    ...{ initial, files, onSaved },
    send: (input, { fileIds, idempotencyKey }) => {
      if (!initial) return createHealthRecord({ ...input, fileIds }, idempotencyKey)
      const { kind: _kind, ...changed } = changedOf(initial, input)
      return updateHealthRecord(initial.id, {
        ...changed,
        ...(isSameFiles(initial.fileIds, fileIds) ? {} : { fileIds }),
      })
    },
    queryOf: ({ id }) => healthRecordQuery(id),
  })
}
