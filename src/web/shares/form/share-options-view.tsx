import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { languageNames, languages } from '#shared/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { firstInvalidField } from '#web/ui/form-errors.ts'
import { passcodeWords } from './passcode-words.ts'
import type { ShareForm } from './share-values.ts'

const ANY = 'any'
const fieldsInDetails = ['passcode', 'viewLimit'] as const

/** Four of 256 words: 32 bits, against ten attempts and then one a minute. */
export function suggestedPasscode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => passcodeWords[byte]).join('-')
}

/** Rarely used options. Opens when one of its fields has an error. */
export function ShareOptionsView({ form }: { form: ShareForm }) {
  const { control } = form
  const { errors, submitCount } = useFormState({ control })
  const details = useRef<HTMLDetailsElement>(null)
  const isBad = fieldsInDetails.some((key) => errors[key])
  useEffect(() => {
    const node = details.current
    if (!isBad || submitCount === 0 || !node || node.open) return
    node.open = true
    firstInvalidField(node)?.focus()
  }, [isBad, submitCount])
  return (
    <details ref={details} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {t`More options: passcode, views, downloads`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-2 pb-6">
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
            className="-ml-4 w-fit"
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
      </div>
    </details>
  )
}
