import { type Control, Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'
import { t } from '#web/i18n/t.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { CustomFieldList } from './custom-field-list.tsx'
import { MoreCommonFields } from './more-common-fields.tsx'

type LicenseControl = Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>

/** Title and issuer depend on type and state unless they are entered here. */
export function MoreLicenseFields({ control }: { control: LicenseControl }) {
  const [type, state] = useWatch({ control, name: ['type', 'state'] })
  const isKnown = Boolean(type && state)
  return (
    <>
      <Controller
        name="title"
        control={control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            value={c.field.value ?? ''}
            label={t`Title`}
            placeholder={isKnown ? licenseTitle({ type, state }) : ''}
            description={
              isKnown
                ? t`Leave blank to use “${licenseTitle({ type, state })}”.`
                : t`Leave blank to use the state and type.`
            }
          />
        )}
      />
      <Controller
        name="issuer"
        control={control}
        render={(c) => (
          <TextField
            {...fieldPropsOf(c)}
            value={c.field.value ?? ''}
            label={t`Issued by`}
            placeholder={isKnown ? licenseIssuer({ type, state }) : ''}
            description={t`Leave blank to use the state’s board.`}
          />
        )}
      />
      <Controller
        name="renewalCycle"
        control={control}
        render={(c) => (
          <NumberField
            {...fieldPropsOf(c)}
            value={c.field.value ?? null}
            label={t`Renewed every`}
            min={0.5}
            max={20}
            step={0.5}
            unit={t`years`}
          />
        )}
      />
      <CustomFieldList control={control} />
      <MoreCommonFields control={control} />
    </>
  )
}
