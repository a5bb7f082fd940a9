import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import type { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type LookupFields, type LookupRecord, lookupFields } from '#shared/lookups/record.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { createLookup, lookupsKey, updateLookup } from './api.ts'

/** The schema's keys; empty or `null` while a field is. */
export type LookupValues = {
  lookedUpOn: string | null
  place: string
  status: string
  expiresAt: string | null
  lastFour: string
}
const fields: (keyof LookupValues)[] = ['lookedUpOn', 'place', 'status', 'expiresAt', 'lastFour']

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
      status: t`Enter what it said`,
    },
    check: ({ lookedUpOn }) =>
      lookedUpOn !== null && lookedUpOn > today
        ? [{ path: 'lookedUpOn', message: t`This date is in the future` }]
        : [],
  })

type Files = Pick<Uploads, 'ids' | 'hasUnsent' | 'settle'>
type LookupForm = {
  credentialId: string
  initial: LookupRecord | undefined
  /** Of a new one. */
  place: string
  /** `YYYY-MM-DD`: nothing was looked up after it. */
  today: string
  files: Files
  onSaved(): void
}

/** The form of a look-up: submits a new one in full, an edited one as it now is. */
export function useLookupForm({ credentialId, initial, place, today, files, onSaved }: LookupForm) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useForm<LookupValues, unknown, LookupFields>({
    resolver: resolver(today),
    defaultValues: initial
      ? { ...initial, lastFour: initial.lastFour ?? '' }
      : { lookedUpOn: today, place, status: '', expiresAt: null, lastFour: '' },
  })
  const { isDirty } = useFormState({ control: form.control })
  const save = useMutation({
    mutationFn: async ({ fileIds: _none, ...input }: LookupFields) => {
      const fileIds = await files.settle()
      if (initial) return updateLookup(initial.id, { ...input, fileIds })
      return createLookup({ ...input, credentialId, fileIds }, idempotencyKey)
    },
    onSuccess: () => {
      for (const queryKey of [lookupsKey, ['files']]) void queryClient.invalidateQueries({ queryKey })
      onSaved()
    },
    onError: (error) => setProblem(showServerErrors(error, fields, form.setError, problemTexts)),
  })
  // `isPending` would be set too late for a second press in the same frame.
  const isUnderWay = useRef(false)
  const submit = form.handleSubmit(async (input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setProblem(null)
    await save.mutateAsync(input).catch(() => {})
    isUnderWay.current = false
  })
  const isDone = save.isPending || save.isSuccess
  return {
    control: form.control,
    submit,
    problem,
    isSaving: isDone,
    isDirty: (isDirty || files.hasUnsent) && !isDone,
  }
}

/** Messages with advice, instead of the server's. */
const problemTexts: Partial<Record<Problem['code'], string>> = {
  // The first response was lost and the form changed since: a second look-up would be a duplicate.
  idempotency_mismatch: msg`Your first version was already saved. To change it, open it on the credential’s page.`,
}
