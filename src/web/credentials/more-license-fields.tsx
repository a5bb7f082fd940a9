import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { licenseDisplay } from '#shared/credentials/field-display.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import { MoreCommonFields } from './more-common-fields.tsx'
import { commonControl } from './use-credential-save.ts'

type LicenseControl = Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>

/** Title and issuer depend on type and state unless they are entered here. */
export function MoreLicenseFields({ control }: { control: LicenseControl }) {
  const [type, state] = useWatch({ control, name: ['type', 'state'] })
  const isKnown = Boolean(type && state)
  return (
    <>
      <Field
        control={control}
        name="title"
        as={TextField}
        label={t(licenseDisplay.title.label)}
        description={
          isKnown
            ? t`Leave blank to use “${titleText(licenseTitle({ type, state }), t)}”.`
            : t`Leave blank to use the state and type.`
        }
      />
      <Field
        control={control}
        name="issuer"
        as={TextField}
        label={t(licenseDisplay.issuer.label)}
        description={
          isKnown
            ? t`Leave blank to use “${licenseIssuer({ type, state })}”.`
            : t`Leave blank to use the state’s board.`
        }
      />
      <Field
        control={control}
        name="renewalCycle"
        as={NumberField}
        label={t(licenseDisplay.renewalCycle.label)}
        min={0.5}
        max={20}
        step={0.5}
        unit={t`years`}
      />
      <CustomFieldList control={control} />
      <MoreCommonFields control={commonControl(control)} />
    </>
  )
}
