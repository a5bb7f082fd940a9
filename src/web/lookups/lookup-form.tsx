import { useForm } from 'react-hook-form'
import type { Credential } from '#shared/credentials/credential.ts'
import { lookupPlaces } from '#shared/lookups/place.ts'
import { type LookupFields, type LookupRecord, lookupFields } from '#shared/lookups/record.ts'
import { FilePicker } from '#web/files/file-picker.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { type FormFiles, useSave } from '#web/ui/use-save.ts'
import { createLookup, updateLookup } from './api.ts'
import { LookupPlaceList } from './lookup-place-list.tsx'

type LookupFormProps = {
  credential: Credential
  initial: LookupRecord | undefined
  files: Uploads
  onSaved(): void
}

/** The date, the place, and the result. */
export function LookupForm({ credential, initial, files, onSaved }: LookupFormProps) {
  const today = useToday()
  const places = lookupPlaces(credential)
  const form = useLookupForm({
    ...{ credentialId: credential.id, initial, today, files, onSaved },
    place: places[0]?.name ?? credential.issuer,
  })
  const { control } = form
  return (
    <form noValidate onSubmit={form.submit} onKeyDown={continueOnEnter} className="grid grid-cols-1 gap-6">
      <LookupPlaceList credential={credential} />
      <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
        <Field control={control} name="lookedUpOn" as={DateField} label={t`When did you look?`} isRequired />
        <Field
          control={control}
          name="place"
          as={ComboField}
          label={t`Where did you look?`}
          items={places.map(({ name }) => ({ id: name, label: name }))}
          allowsCustom
          isRequired
        />
      </div>
      <Field
        control={control}
        name="status"
        as={TextField}
        label={t`Status it showed`}
        enterKeyHint="next"
        isRequired
      />
      <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2 sm:gap-5">
        <Field
          control={control}
          name="expiresAt"
          as={DateField}
          today={today}
          label={t`Expiration date it showed`}
          description={t`Leave blank if it showed none.`}
        />
        <Field
          control={control}
          name="lastFour"
          as={TextField}
          label={t`Last 4 of the number it showed`}
          description={t`To compare with your vault. Never shared.`}
          maxLength={4}
        />
      </div>
      <section aria-labelledby="printout-title" className="grid gap-2">
        <h2 id="printout-title" className="text-base">{t`Printout or screenshot`}</h2>
        <FilePicker files={files} />
      </section>
      {form.problem && <ProblemNote problem={form.problem} />}
      <SaveBar>
        <Button tone="primary" type="submit" isPending={form.isSaving}>
          {initial ? t`Save changes` : t`Save`}
        </Button>
      </SaveBar>
      <UnsavedChangesGuard isDirty={form.isDirty} />
    </form>
  )
}

/** The schema's keys; empty or `null` while a field is. */
type LookupValues = {
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

type LookupFormOptions = {
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
function useLookupForm({ credentialId, initial, place, today, files, onSaved }: LookupFormOptions) {
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
