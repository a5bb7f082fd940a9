import { useWatch } from 'react-hook-form'
import { languageNames, languages } from '#shared/i18n/language.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FoldedFields } from '#web/ui/fields/folded-fields.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { passcodeWords } from './passcode-words.ts'
import type { ShareForm } from './share-values.ts'

const ANY = 'any'

/** Four of 256 words: 32 bits, against ten attempts and then one a minute. */
export function suggestedPasscode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => passcodeWords[byte]).join('-')
}

/** Rarely used options. */
export function ShareOptionsView({ form }: { form: ShareForm }) {
  const { control } = form
  const summary = useSummary(form)
  return (
    <FoldedFields control={form.control} id="share-options" title={t`More options`} summary={summary}>
      <div className="grid grid-cols-1 gap-2">
        <Field
          control={control}
          name="passcode"
          as={TextField}
          to={(typed) => (typed === '' ? null : typed)}
          label={t`Passcode`}
          isRequired={false}
          mono
          autoComplete="off"
          spellCheck={false}
          description={t`6 to 64 characters. Send it separately from the link, for example by phone.`}
        />
        <Button
          tone="quiet"
          className="w-fit"
          onPress={() =>
            form.setValue('passcode', suggestedPasscode(), { shouldDirty: true, shouldValidate: true })
          }
        >{t`Suggest one`}</Button>
      </div>
      <div className="sm:max-w-xs">
        <Field
          control={control}
          name="viewLimit"
          as={NumberField}
          label={t`Number of views`}
          isRequired={false}
          min={1}
          max={1000}
          unit={t`times`}
          description={t`Leave blank for no limit. Viewing it again in the same browser is not counted.`}
        />
      </div>
      <div className="sm:max-w-xs">
        <Field
          control={control}
          name="language"
          as={SelectField}
          from={(language) => language ?? ANY}
          to={(id) => languages.find((language) => language === id) ?? null}
          label={t`Language of the page`}
          items={[
            { id: ANY, label: t`As their browser asks` },
            ...languages.map((id) => ({ id, label: languageNames[id] })),
          ]}
          description={t`They can switch it on the page.`}
        />
      </div>
      <Field
        control={control}
        name="allowDownloads"
        as={Switch}
        from={(isAllowed) => isAllowed !== false}
        label={t`Allow downloads`}
        description={t`If off, they can only view. They could still take a photo of the screen.`}
      />
      <Field
        control={control}
        name="mode"
        as={Switch}
        from={(mode) => mode === 'frozen'}
        to={(isFrozen) => (isFrozen ? 'frozen' : 'live')}
        label={t`Freeze as of today`}
        description={t`They do not see your later changes. Items you delete still disappear from the link.`}
      />
    </FoldedFields>
  )
}

/** "Passcode · 5 views · no downloads". */
function useSummary({ control }: ShareForm): string {
  const [passcode, viewLimit, language, allowDownloads, mode] = useWatch({
    control,
    name: ['passcode', 'viewLimit', 'language', 'allowDownloads', 'mode'],
  })
  return [
    passcode ? t`With a passcode` : t`No passcode`,
    viewLimit ? t`${plural(viewLimit, { one: '# view', other: '# views' })}` : t`any number of views`,
    allowDownloads === false ? t`no downloads` : t`with downloads`,
    ...(language ? [languageNames[language]] : []),
    ...(mode === 'frozen' ? [t`as of today`] : []),
  ].join(' · ')
}
