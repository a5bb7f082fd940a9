import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { licenseDisplay } from '#shared/credentials/field-display.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FoldedFields } from '#web/ui/fields/folded-fields.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import { FoldedCommonFields, MoreCommonFields } from './more-common-fields.tsx'
import { commonControl } from './use-credential-save.ts'

type LicenseControl = Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>

/** The optional fields of a license. */
export function MoreLicenseFields({ control }: { control: LicenseControl }) {
  return (
    <>
      <NameFields control={control} />
      <TermField control={control} />
      <CustomFieldList control={control} />
      <MoreCommonFields control={commonControl(control)} />
    </>
  )
}

/** The same of a stored license, in parts with their values. */
export function FoldedLicenseFields({ control }: { control: LicenseControl }) {
  const [title, issuer, renewalCycle = null, extra = []] = useWatch({
    control,
    name: ['title', 'issuer', 'renewalCycle', 'extra'],
  })
  const usual = useUsualNames(control)
  const names = [title || usual.title, issuer || usual.issuer].filter(Boolean)
  const own = extra.map(({ name, value }) => `${name}: ${value}`)
  return (
    <div className="border-line border-t">
      <FoldedFields
        control={control}
        id="name-fields"
        title={t`Title and issuer`}
        summary={names.join(' · ')}
        isSet={Boolean(title || issuer)}
      >
        <NameFields control={control} />
      </FoldedFields>
      <FoldedFields
        control={control}
        id="term-fields"
        title={t(licenseDisplay.renewalCycle.label)}
        summary={
          renewalCycle === null ? t`Not set` : t`${plural(renewalCycle, { one: '# year', other: '# years' })}`
        }
        isSet={renewalCycle !== null}
      >
        <TermField control={control} />
      </FoldedFields>
      <FoldedFields
        control={control}
        id="custom-fields"
        title={t`Custom fields`}
        summary={own.length === 0 ? t`None` : own.join(' · ')}
        isSet={own.length > 0}
      >
        <CustomFieldList control={control} />
      </FoldedFields>
      <FoldedCommonFields control={commonControl(control)} />
    </div>
  )
}

/** The title and issuer that a license has if none is entered; `null` without its state and type. */
function useUsualNames(control: LicenseControl) {
  const [type, state] = useWatch({ control, name: ['type', 'state'] })
  const isKnown = Boolean(type && state)
  return {
    title: isKnown ? titleText(licenseTitle({ type, state }), t) : null,
    issuer: isKnown ? licenseIssuer({ type, state }) : null,
  }
}

function NameFields({ control }: { control: LicenseControl }) {
  const usual = useUsualNames(control)
  return (
    <>
      <Field
        control={control}
        name="title"
        as={TextField}
        label={t(licenseDisplay.title.label)}
        description={
          usual.title === null
            ? t`Leave blank to use the state and type.`
            : t`Leave blank to use “${usual.title}”.`
        }
      />
      <Field
        control={control}
        name="issuer"
        as={TextField}
        label={t(licenseDisplay.issuer.label)}
        description={
          usual.issuer === null
            ? t`Leave blank to use the state’s board.`
            : t`Leave blank to use “${usual.issuer}”.`
        }
      />
    </>
  )
}

function TermField({ control }: { control: LicenseControl }) {
  return (
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
  )
}
