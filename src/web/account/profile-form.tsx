import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#shared/account/profile.ts'
import { nursingRoles } from '#shared/account/roles.ts'
import { monthNamesIn } from '#shared/kernel/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { FirstNameField, LastNameField, TextField } from '#web/ui/fields/text-field.tsx'
import { useLinkedField } from '#web/ui/focus.ts'
import { lazyResolver } from '#web/ui/form-errors.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveRow } from '#web/ui/save-bar.tsx'
import { useSave } from '#web/ui/use-save.ts'
import { useProfileSave } from './api.ts'
import type { ProfileChanges, ProfileValues } from './profile-resolver.ts'

const roles = Object.entries(nursingRoles).map(([id, description]) => ({
  id,
  label: id,
  description,
  lang: 'en' as const,
}))

const NOT_SAID = 'none'

function months() {
  const names = monthNamesIn(t.locale).map((label, at) => ({ id: String(at + 1), label }))
  return [{ id: NOT_SAID, label: t`Not set` }, ...names]
}

function valuesOf({ firstName, lastName, organization, jobTitle, birthMonth }: User): ProfileValues {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    organization: organization ?? '',
    jobTitle: jobTitle ?? '',
    birthMonth,
  }
}

export type SectionFormProps = { user: User; onDirtyChange: (isDirty: boolean) => void }

export function ProfileForm({ user, onDirtyChange }: SectionFormProps) {
  const form = useForm<ProfileValues, unknown, ProfileChanges>({
    resolver: lazyResolver(async () => (await import('./profile-resolver.ts')).profileResolver),
    defaultValues: valuesOf(user),
  })
  const { control, reset } = form
  const { isDirty } = form.formState
  useLinkedField()
  const save = useProfileSave({ saved: t`Profile saved`, onSaved: (saved) => reset(valuesOf(saved)) })
  const { submit, problem, isSaving, clear } = useSave(form, {
    stays: true,
    send: (values) => save.mutateAsync(values),
  })

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field control={control} name="firstName" as={FirstNameField} />
        <Field control={control} name="lastName" as={LastNameField} />
      </div>
      <Field
        control={control}
        name="jobTitle"
        as={ComboField}
        label={t`Job title`}
        items={roles}
        allowsCustom
        isRequired={false}
        placeholder={t`RN, Charge nurse…`}
        description={t`Choose a role or type another.`}
      />
      <Field
        control={control}
        name="organization"
        as={TextField}
        label={t`Organization`}
        autoComplete="organization"
        isRequired={false}
        description={t`For your own reference. Your organization cannot see your vault.`}
      />
      <Field
        control={control}
        name="birthMonth"
        as={SelectField}
        from={(month) => (month === null ? NOT_SAID : String(month))}
        to={(id) => (id === NOT_SAID ? null : Number(id))}
        label={t`Birth month`}
        isRequired={false}
        description={t`Some boards set the end of a license by it. Only the month is kept.`}
        items={months()}
      />
      <div className="grid gap-1">
        <TextField
          label={t`Email`}
          value={user.email}
          isReadOnly
          description={t`You sign in with this address.`}
        />
        <Link
          to="/settings"
          search={{ section: 'security' }}
          hash="email"
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-strong underline"
        >{t`Change your email`}</Link>
      </div>
      {problem && <ProblemNote problem={problem} />}
      <SaveRow
        label={t`Save profile`}
        isDirty={isDirty}
        isPending={isSaving}
        onDiscard={() => {
          clear()
          reset()
        }}
      />
    </form>
  )
}
