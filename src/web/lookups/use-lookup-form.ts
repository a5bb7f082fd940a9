import { useForm } from 'react-hook-form'
import { type LookupFields, type LookupRecord, lookupFields } from '#shared/lookups/record.ts'
import { t } from '#web/i18n/t.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { type FormFiles, useSave } from '#web/ui/use-save.ts'
import { createLookup, updateLookup } from './api.ts'

/** The schema's keys; empty or `null` while a field is. */
export type LookupValues = {
  lookedUpOn: string | null
  place: string
  status: string
  expiresAt: string | null
  lastFour: string
}

function inputOf({ lookedUpOn, lastFour, ...values }: LookupValues) {
  return {
    ...values,
    ...(lookedUpOn === null ? {} : { lookedUpOn }),
    lastFour: lastFour.trim() === '' ? null : lastFour,
  }
}

const resolver = (today: string) =>
  schemaResolver<LookupValues, LookupFields>({
    schema: lookupFields,
    toInput: inputOf,
    required: {
      lookedUpOn: t`Enter the date`,
      place: t`Enter where you looked`,
      status: t`Enter the status it showed`,
    },
    check: ({ lookedUpOn }) =>
      lookedUpOn !== null && lookedUpOn > today
        ? [{ path: 'lookedUpOn', message: t`This date is in the future` }]
        : [],
  })

type LookupForm = {
  credentialId: string
  initial: LookupRecord | undefined
  /** Of a new one. */
  place: string
  /** `YYYY-MM-DD`: nothing was looked up after it. */
  today: string
  files: FormFiles
  onSaved(): void
}

/** The form of a look-up: submits a new one in full, an edited one as it now is. */
export function useLookupForm({ credentialId, initial, place, today, files, onSaved }: LookupForm) {
  const form = useForm<LookupValues, unknown, LookupFields>({
    resolver: resolver(today),
    defaultValues: initial
      ? { ...initial, lastFour: initial.lastFour ?? '' }
      : { lookedUpOn: today, place, status: '', expiresAt: null, lastFour: '' },
  })
  const save = useSave(form, {
    ...{ initial, files, onSaved },
    send: (input, { fileIds, idempotencyKey }) =>
      initial
        ? updateLookup(initial.id, { ...input, fileIds })
        : createLookup({ ...input, credentialId, fileIds }, idempotencyKey),
  })
  return { control: form.control, ...save }
}
