import { type ReactNode, useRef, useState } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Certification, certificationInput } from '#shared/credentials/credential.ts'
import { certificationDisplay, initialValuesOf } from '#shared/credentials/field-display.ts'
import {
  certifications,
  findCertification,
  type KnownCertification,
  usualExpiry,
} from '#shared/credentials/known-certifications.ts'
import { isRequiredForWork } from '#shared/credentials/life-support.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { ReadFieldsView, ReadingView } from '#web/reading/reading-view.tsx'
import type { DocumentReading } from '#web/reading/use-document-reading.ts'
import { useToday } from '#web/session/session.ts'
import { EnglishWords, InEnglish } from '#web/ui/english-words.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field, useField } from '#web/ui/fields/field.tsx'
import { FoldedFields } from '#web/ui/fields/folded-fields.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { continueOnEnter } from '#web/ui/focus.ts'
import { lazyResolver } from '#web/ui/form-errors.ts'
import { CertificationExpiryView } from './certification-expiry-view.tsx'
import { MainFields, MoreFields } from './credential-fields.tsx'
import { CredentialSaveRow } from './credential-save-row.tsx'
import { HeldCredentialView } from './held-credential-view.tsx'
import { MissingDateView } from './missing-date-view.tsx'
import { FoldedCommonFields, MoreCommonFields } from './more-common-fields.tsx'
import { commonControl, type SaveProps, useCredentialSave, useNewDate } from './use-credential-save.ts'
import { useHeldCredential } from './use-held-credential.ts'
import { suggestionOf, useReadCredential } from './use-read-credential.ts'

type Values = z.input<typeof certificationInput>
type Parsed = z.output<typeof certificationInput>

/** More than the code: "CNM" may be the beginning of "CNML". */
const idOf = (code: string) => `known:${code}`
const items = certifications.map(({ code, name, issuers, aliases }) => ({
  id: idOf(code),
  label: code === OTHER ? msg`Other/Custom` : `${code} - ${name}`,
  description: issuers.join(', '),
  names: aliases,
}))

function valuesOf(certification: Certification | undefined, code: string | undefined): Values {
  if (!certification) {
    const known = findCertification(code ?? null)
    const named = known ? { code: known.code, ...offerOf(known) } : { name: '', issuer: '' }
    return { kind: 'certification', ...initialValuesOf(certificationDisplay), ...named }
  }
  const { id, userId, status, daysLeft, dateMissing, archivedAt, createdAt, updatedAt, ...rest } =
    certification
  const { followsSchedule, ...fields } = rest
  return { ...fields, reminderDays: followsSchedule ? null : fields.reminderDays }
}

type CertificationFormProps = SaveProps & {
  initial?: Certification | undefined
  /** An expiration date to fill in. */
  newDate?: string | undefined
  /** The code of a new one. */
  usualCode?: string | undefined
  /** The values read from the file. */
  read?: DocumentReading | undefined
}

export function CertificationForm({ initial, newDate, usualCode, read, ...save }: CertificationFormProps) {
  // A credential that is stored without a date may stay without one.
  const mayMissDate = useRef(initial?.dateMissing === true)
  const settled = useRef({ date: initial?.expiresAt ?? null })
  const today = useToday()
  const form = useForm<Values, unknown, Parsed>({
    resolver: lazyResolver(async () => {
      const { certificationResolver } = await import('./credential-resolver.ts')
      return certificationResolver({
        mayMissDate: () => mayMissDate.current,
        settled: settled.current,
        today: () => today,
      })
    }),
    defaultValues: valuesOf(initial, usualCode),
  })
  const { control } = form
  useNewDate(newDate, (date) => {
    form.setValue('neverExpires', false, { shouldDirty: true })
    form.setValue('expiresAt', date, { shouldDirty: true, shouldValidate: true })
  })
  const fill = useFilling(form, initial, usualCode)
  const chooseEnd = (date: string) =>
    form.setValue('expiresAt', date, { shouldDirty: true, shouldValidate: true })
  const { suggestions, findings, readEnd } = useReadCredential(form, 'certification', read?.reading, {
    code: fill.choose,
  })
  const name = useField(control, 'name')
  const [code = null, expiresAt = null, number = null] = useWatch({
    control,
    name: ['code', 'expiresAt', 'number'],
  })
  const canRenew = !initial && save.renew !== undefined
  const held = useHeldCredential(canRenew ? { kind: 'certification', code, name: name.value, number } : null)
  const { renewed } = held
  const { submit, ...row } = useCredentialSave(form, initial, { ...save, renewed })
  const [isOther, setOther] = useState(false)
  const known = code === OTHER ? null : findCertification(code)

  /** Text that is not in the list becomes the name. */
  function choose(chosen: string) {
    const listed = certifications.find((one) => idOf(one.code) === chosen)
    setOther(listed?.code === OTHER)
    if (listed) fill.choose(listed.code)
    else fill.nameIt(chosen)
  }

  const hasOwnName = known !== null || isOther
  const isSuggested = fill.suggested !== null && expiresAt === fill.suggested
  return (
    <form noValidate onSubmit={held.unlessAsked(submit)} onKeyDown={continueOnEnter} className="grid gap-5">
      {read && <ReadingView reading={read.reading} findings={findings} />}
      <ReadFieldsView suggestions={suggestions} onChoose={(field) => read?.show(suggestionOf(field))}>
        <NameAndIssuer control={control} isStored={initial !== undefined} isHidden={renewed !== null}>
          <ComboField
            name="code"
            label={t`Which certification?`}
            items={items.map((item) => ({ ...item, label: t(item.label) }))}
            value={hasOwnName ? idOf(code ?? OTHER) : name.value}
            onChange={choose}
            allowsCustom="asked"
            isRequired
            placeholder="BLS, CCRN, Trauma…"
            description={
              known ? (
                <>
                  <EnglishWords>{known.termNote}</EnglishWords>
                  <InEnglish />
                </>
              ) : (
                t`Search the list, or type another name.`
              )
            }
            {...(hasOwnName ? {} : { ref: name.ref, errorMessage: name.errorMessage })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            {hasOwnName && (
              <TextField
                {...name}
                label={t(certificationDisplay.name.label)}
                enterKeyHint="next"
                isRequired
              />
            )}
            <Field
              control={control}
              name="issuer"
              as={ComboField}
              onChange={() => fill.suggestExpiry()}
              label={t(certificationDisplay.issuer.label)}
              items={(known?.issuers ?? []).map((issuer) => ({ id: issuer, label: issuer }))}
              allowsCustom="asked"
              isRequired
            />
          </div>
        </NameAndIssuer>
        <HeldCredentialView {...held} expiresAt={expiresAt} />
        <MainFields
          control={control}
          onIssuedAt={fill.suggestExpiry}
          expiryNote={isSuggested ? t`Suggested. Check it against your card.` : undefined}
          expiryOptions={
            <>
              <CertificationExpiryView control={control} onChoose={chooseEnd} />
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
          <Field
            control={control}
            name="requiredForWork"
            as={Switch}
            from={(requiredForWork = null) => isRequiredForWork({ code, name: name.value, requiredForWork })}
            to={(isRequired) => isRequired}
            label={t`My job requires it`}
            description={t`If it lapses, you are not fully clear to work.`}
          />
          {initial ? (
            <div className="border-line border-t">
              <FoldedCommonFields control={commonControl(control)} />
            </div>
          ) : (
            <MoreFields control={control}>
              <MoreCommonFields control={commonControl(control)} />
            </MoreFields>
          )}
        </>
      )}
      <CredentialSaveRow {...row} isNew={!initial} renewed={renewed} />
    </form>
  )
}

type NameAndIssuerProps = {
  control: Control<Values, unknown, Parsed>
  isStored: boolean
  isHidden: boolean
  children: ReactNode
}

/** The fields that say what it is, folded once they are stored. */
function NameAndIssuer({ control, isStored, isHidden, children }: NameAndIssuerProps) {
  const [name, issuer] = useWatch({ control, name: ['name', 'issuer'] })
  const fields = <div className={isHidden ? 'hidden' : 'grid gap-5'}>{children}</div>
  if (!isStored) return fields
  return (
    <div className="border-line border-t">
      <FoldedFields
        control={control}
        id="certification-fields"
        title={t`Certification and issuer`}
        summary={[name, issuer].filter(Boolean).join(' · ')}
      >
        {fields}
      </FoldedFields>
    </div>
  )
}

/** Fills in only fields that are empty or that an earlier choice filled in. Typed text stays. */
function useFilling(
  { getValues, setValue }: UseFormReturn<Values, unknown, Parsed>,
  initial: Certification | undefined,
  usualCode: string | undefined,
) {
  const filled = useRef(offerOf(findCertification(initial?.code ?? usualCode ?? null)))
  /** The name typed earlier, kept while the owner searches the list in the same field. */
  const own = useRef('')
  const [suggested, setSuggested] = useState<string | null>(null)
  /** The stored date, if it is the usual one for the stored issue date. It changes with the issue date. */
  const usualAtFirst = useRef(
    initial?.issuedAt ? usualExpiry(initial.code, initial.issuedAt, initial.issuer) : null,
  )

  function offer(next: { name: string; issuer: string }) {
    for (const key of ['name', 'issuer'] as const) {
      const current = getValues(key)
      if (current === '' || current === filled.current[key])
        setValue(key, next[key], { shouldDirty: true, shouldValidate: next[key] !== '' })
    }
    filled.current = next
  }

  function suggestExpiry() {
    const { code = null, issuer, issuedAt, expiresAt = null, neverExpires } = getValues()
    // While a year is typed it passes through 2, 20 and 202.
    if (!issuedAt || issuedAt < '1900' || neverExpires) return
    if (expiresAt !== null && expiresAt !== suggested && expiresAt !== usualAtFirst.current) return
    const usual = usualExpiry(code, issuedAt, issuer)
    setSuggested(usual)
    if (usual !== expiresAt) setValue('expiresAt', usual, { shouldDirty: true })
  }

  function choose(code: string) {
    setValue('code', code, { shouldDirty: true })
    offer(offerOf(findCertification(code)))
    if (own.current) setValue('name', own.current, { shouldDirty: true, shouldValidate: true })
    own.current = ''
    suggestExpiry()
  }

  function nameIt(name: string) {
    const before = getValues('name')
    if (before !== filled.current.name) own.current = before
    setValue('code', name === '' ? null : OTHER, { shouldDirty: true })
    offer({ name: '', issuer: '' })
    // Text typed to search the list is replaced by the chosen name.
    filled.current.name = name
    setValue('name', name, { shouldDirty: true, shouldValidate: name !== '' })
    suggestExpiry()
  }

  return { choose, nameIt, suggestExpiry, suggested }
}

function offerOf(known: KnownCertification | null): { name: string; issuer: string } {
  if (!known || known.code === OTHER) return { name: '', issuer: '' }
  return { name: known.name, issuer: known.issuers[0] ?? '' }
}
