import { type ReactNode, useRef } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { License, licenseInput } from '#shared/credentials/credential.ts'
import { initialValuesOf, licenseDisplay } from '#shared/credentials/field-display.ts'
import { licenseIssuer, licenseTitle } from '#shared/credentials/license-text.ts'
import { stateText } from '#shared/credentials/title-text.ts'
import { t } from '#web/i18n/t.ts'
import { ReadFieldsView, ReadingView } from '#web/reading/reading-view.tsx'
import type { DocumentReading } from '#web/reading/use-document-reading.ts'
import { useToday } from '#web/session/session.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FoldedFields } from '#web/ui/fields/folded-fields.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { lazyResolver } from '#web/ui/form-errors.ts'
import { MainFields, MoreFields } from './credential-fields.tsx'
import { CredentialSaveRow } from './credential-save-row.tsx'
import { HeldCredentialView } from './held-credential-view.tsx'
import { LicenseExpiryView } from './license-expiry-view.tsx'
import { licenseTypeOptions, stateOptions } from './license-options.ts'
import { MissingDateView } from './missing-date-view.tsx'
import { FoldedLicenseFields, MoreLicenseFields } from './more-license-fields.tsx'
import { MultistateField } from './multistate-field.tsx'
import { commonControl, type SaveProps, useCredentialSave, useNewDate } from './use-credential-save.ts'
import { useHeldCredential } from './use-held-credential.ts'
import { suggestionOf, useReadCredential } from './use-read-credential.ts'

type Values = z.input<typeof licenseInput>
type Parsed = z.output<typeof licenseInput>

/**
 * `type` is the type of a new license. A title or issuer that equals the default for state and type is left empty, so
 * that it changes with them.
 */
export function valuesOf(license: License | undefined, type = '', state = ''): Values {
  if (!license)
    return { kind: 'license', type, state, title: null, issuer: null, ...initialValuesOf(licenseDisplay) }
  const { id, userId, status, daysLeft, dateMissing, archivedAt, createdAt, updatedAt, ...rest } = license
  const { followsSchedule, ...fields } = rest
  return {
    ...fields,
    reminderDays: followsSchedule ? null : fields.reminderDays,
    title: fields.title === licenseTitle(license) ? null : fields.title,
    issuer: fields.issuer === licenseIssuer(license) ? null : fields.issuer,
  }
}

const expirySet = { shouldDirty: true, shouldValidate: true }

type LicenseFormProps = SaveProps & {
  initial?: License | undefined
  /** An expiration date to fill in. */
  newDate?: string | undefined
  /** The type of the latest license, for a new one. */
  usualType?: string | undefined
  usualState?: string | undefined
  /** The values read from the file. */
  read?: DocumentReading | undefined
}

export function LicenseForm({ initial, newDate, usualType, usualState, read, ...save }: LicenseFormProps) {
  // A credential that is stored without a date may stay without one.
  const mayMissDate = useRef(initial?.dateMissing === true)
  const settled = useRef({ date: initial?.expiresAt ?? null })
  const today = useToday()
  const form = useForm<Values, unknown, Parsed>({
    resolver: lazyResolver(async () => {
      const { licenseResolver } = await import('./credential-resolver.ts')
      return licenseResolver({
        mayMissDate: () => mayMissDate.current,
        settled: settled.current,
        today: () => today,
      })
    }),
    defaultValues: valuesOf(initial, usualType, usualState),
  })
  const { control } = form
  useNewDate(newDate, (date) => {
    form.setValue('neverExpires', false, { shouldDirty: true })
    form.setValue('expiresAt', date, expirySet)
  })
  const [type, state, number, expiresAt] = useWatch({
    control,
    name: ['type', 'state', 'number', 'expiresAt'],
  })
  const canRenew = !initial && save.renew !== undefined
  const held = useHeldCredential(canRenew ? { kind: 'license', type, state, number: number ?? null } : null)
  const { renewed } = held
  const { submit, ...row } = useCredentialSave(form, initial, { ...save, renewed })
  const chooseEnd = (date: string) => form.setValue('expiresAt', date, expirySet)
  const { suggestions, findings, readEnd } = useReadCredential(form, 'license', read?.reading)
  return (
    <form noValidate onSubmit={held.unlessAsked(submit)} onKeyDown={continueOnEnter} className="grid gap-5">
      {read && <ReadingView reading={read.reading} findings={findings} />}
      <ReadFieldsView suggestions={suggestions} onChoose={(field) => read?.show(suggestionOf(field))}>
        <TypeAndState control={control} isStored={initial !== undefined} isHidden={renewed !== null}>
          <Field
            control={control}
            name="type"
            as={ComboField}
            label={t(licenseDisplay.type.label)}
            items={licenseTypeOptions}
            allowsCustom="asked"
            isRequired
            placeholder="RN, LPN, APRN…"
          />
          <Field
            control={control}
            name="state"
            as={ComboField}
            label={t(licenseDisplay.state.label)}
            items={stateOptions}
            allowsCustom="asked"
            isRequired
            placeholder={t`Choose a state`}
          />
        </TypeAndState>
        <HeldCredentialView {...held} expiresAt={expiresAt ?? null} />
        <MainFields
          control={control}
          expiryOptions={
            <>
              <LicenseExpiryView control={control} onChoose={chooseEnd} />
              <MissingDateView
                control={commonControl(control)}
                readDate={readEnd}
                onChoose={chooseEnd}
                onType={() => form.setFocus('expiresAt')}
                onUnknown={() => {
                  mayMissDate.current = true
                }}
              />
            </>
          }
        />
      </ReadFieldsView>
      {!renewed && (
        <>
          <MultistateField control={control} />
          {initial ? (
            <FoldedLicenseFields control={control} />
          ) : (
            <MoreFields control={control}>
              <MoreLicenseFields control={control} />
            </MoreFields>
          )}
        </>
      )}
      <CredentialSaveRow {...row} isNew={!initial} renewed={renewed} />
    </form>
  )
}

type TypeAndStateProps = {
  control: Control<Values, unknown, Parsed>
  isStored: boolean
  isHidden: boolean
  children: ReactNode
}

/** Both fields, folded once they are stored: a license seldom changes its state. */
function TypeAndState({ control, isStored, isHidden, children }: TypeAndStateProps) {
  const [type, state] = useWatch({ control, name: ['type', 'state'] })
  const fields = <div className={isHidden ? 'hidden' : 'grid gap-5 sm:grid-cols-2'}>{children}</div>
  if (!isStored) return fields
  return (
    <div className="border-line border-t">
      <FoldedFields
        control={control}
        id="license-fields"
        title={t`License type and state`}
        summary={[type, stateText(state, t)].filter(Boolean).join(' · ')}
      >
        {fields}
      </FoldedFields>
    </div>
  )
}
