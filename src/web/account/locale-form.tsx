import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { User } from '#shared/account/profile.ts'
import { type Language, languageNames, languageOf, languages, localeIn } from '#shared/i18n/language.ts'
import { locale, timeZone } from '#shared/kernel/fields.ts'
import { deviceZone } from '#web/format/dates.ts'
import { keepLanguage } from '#web/i18n/page-language.ts'
import { pageLanguage, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveRow } from '#web/ui/save-bar.tsx'
import { useSave } from '#web/ui/use-save.ts'
import { useProfileSave } from './api.ts'
import { clockIn, dateSample, localeOptions, zoneName, zoneOptions } from './locale-options.ts'
import type { SectionFormProps } from './profile-form.tsx'

const schema = z.object({ settings: z.object({ locale, timeZone }) })
type Values = z.infer<typeof schema>

/** Values that were never set are shown as the browser's guess. */
function valuesOf({ settings }: User): Values {
  return { settings: { locale: settings.locale ?? 'en-US', timeZone: settings.timeZone ?? 'UTC' } }
}

const languageIn = ({ settings }: User) => languageOf(settings.locale)

export function LocaleForm({ user, onDirtyChange }: SectionFormProps) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: valuesOf(user) })
  const { control, reset, setValue } = form
  const { isDirty } = form.formState
  const chosen = useWatch({ control, name: 'settings' })
  const save = useProfileSave({
    saved: t`Language and time saved`,
    onSaved: async (saved) => {
      // Runs before the page reloads, because a reload asks about unsaved changes. Runs before the session has the
      // new language, because that reloads the page, too.
      reset(valuesOf(saved))
      if (languageIn(saved) !== pageLanguage) await keepLanguage(languageIn(saved)).catch(() => {})
    },
    onRefreshed: (saved) => {
      if (languageIn(saved) !== pageLanguage) location.reload()
    },
  })
  const language = languageOf(chosen.locale)
  const [now] = useState(() => new Date())
  const here = deviceZone()
  const { submit, problem, isSaving, clear } = useSave(form, {
    stays: true,
    send: (values) => save.mutateAsync(values),
  })

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <SelectField
        label={t`Language`}
        value={language}
        onChange={(id) =>
          setValue('settings.locale', localeIn(id as Language, user.settings.locale), { shouldDirty: true })
        }
        items={languages.map((id) => ({ id, label: languageNames[id] }))}
        description={t`For pages and for email to you.`}
      />
      <Field
        control={control}
        name="settings.locale"
        as={SelectField}
        label={t`Date and number format`}
        items={localeOptions(user.settings.locale).filter(({ id }) => languageOf(id) === language)}
        description={t`Example: ${dateSample(chosen.locale)}`}
      />
      <div className="grid gap-2">
        <Field
          control={control}
          name="settings.timeZone"
          as={ComboField}
          label={t`Time zone`}
          items={zoneOptions(user.settings.timeZone)}
          placeholder={t`Type a city`}
          description={t`It is ${clockIn(chosen.timeZone, now, chosen.locale)} there. A credential expires at the end of its last day in this time zone.`}
        />
        {here !== null && chosen.timeZone !== here && (
          <Button
            size="sm"
            className="justify-self-start"
            onPress={() => setValue('settings.timeZone', here, { shouldDirty: true, shouldValidate: true })}
          >
            {t`Use this device’s time zone: ${zoneName(here)}`}
          </Button>
        )}
      </div>
      {problem && <ProblemNote problem={problem} />}
      <SaveRow
        label={t`Save language and time`}
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
