import { type ReactNode, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { CeRule } from '#shared/ceu/rule.ts'
import { renewalText } from '#shared/ceu/rule-text.ts'
import { msg } from '#shared/i18n/translate.ts'
import { monthNamesIn } from '#shared/kernel/format-date.ts'
import { useProfileSave } from '#web/account/api.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { type CycleFieldProps, cycleStartFor, isCompleteDate } from './cycle-form-values.ts'

const whichEndTexts: Partial<Record<CeRule['renewal']['basis'], string>> = {
  fixed: msg`It ends on this day. Your card says in which year.`,
  'birth-month': msg`It ends with your birth month. Your license says in which year.`,
  'issue-date': msg`Your board counts from the issue date. If your license was reissued since, it shows a different day.`,
}

function whichEndText(basis: CeRule['renewal']['basis'] = 'group'): string {
  const known = whichEndTexts[basis]
  return known ? t(known) : t`The period can end on several days. Yours depends on the group you are in.`
}

/** First and last day. The first day is computed from the last by the rule, until the user changes it. */
export function CycleDatesField({
  form,
  context,
  choices,
  locale,
}: CycleFieldProps & { locale: string | null }) {
  const [cycleStart, cycleEnd] = useWatch({ control: form.control, name: ['cycleStart', 'cycleEnd'] })
  const startByRule = cycleStartFor(context, cycleEnd, choices.answers)
  const lastCompleteEnd = useRef(cycleEnd)
  function changeEnd(next: string | null | undefined) {
    const start = form.getValues('cycleStart')
    const followsRule = !start || start === cycleStartFor(context, lastCompleteEnd.current, choices.answers)
    if (isCompleteDate(next)) lastCompleteEnd.current = next
    const nextStart = followsRule ? cycleStartFor(context, next ?? undefined, choices.answers) : null
    form.setValue('cycleEnd', next ?? undefined, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
    if (nextStart) form.setValue('cycleStart', nextStart, { shouldDirty: true })
  }
  const { possibleEnds } = context
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {possibleEnds.length > 0 && (
        <div className="sm:col-span-2">
          <RadioField
            label={t`Which date is on your license?`}
            description={whichEndText(context.rule?.renewal.basis)}
            items={possibleEnds.map((id) => ({ id, label: formatDate(id, locale) }))}
            value={possibleEnds.find((end) => end === cycleEnd) ?? null}
            onChange={changeEnd}
          />
        </div>
      )}
      <div className="grid gap-1">
        <Field
          control={form.control}
          name="cycleStart"
          as={DateField}
          to={(date) => date ?? undefined}
          label={t`Start date`}
          isRequired
        />
        {startByRule && cycleStart !== startByRule && (
          <RuleHint
            text={t`By the rule: ${formatDate(startByRule, locale)}`}
            onUse={() =>
              form.setValue('cycleStart', startByRule, { shouldDirty: true, shouldValidate: true })
            }
          />
        )}
      </div>
      <Field
        control={form.control}
        name="cycleEnd"
        as={DateField}
        to={(date) => date ?? undefined}
        onChange={changeEnd}
        today={useToday()}
        label={t`End date`}
        isRequired
        description={context.rule ? renewalText(context.rule, t) : undefined}
      />
    </div>
  )
}

/** The rule's value, if the form has a different one, with a button to use it. */
export function RuleHint({ text, onUse }: { text: ReactNode; onUse: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-accent border-l-3 pl-3 text-sm">
      {text}
      <Button tone="quiet" size="sm" onPress={onUse}>{t`Use this`}</Button>
    </p>
  )
}

/** Asks for the birth month if a date depends on it, and saves it in the profile. */
export function BirthMonthField({ description }: { description: string }) {
  const save = useProfileSave({ saved: t`Birth month saved in your profile` })
  return (
    <SelectField
      label={t`Which month were you born in?`}
      description={`${description} ${t`Only the month is kept.`}`}
      isRequired={false}
      items={monthNamesIn(t.locale).map((label, at) => ({ id: String(at + 1), label }))}
      value={save.variables?.birthMonth ? String(save.variables.birthMonth) : null}
      isDisabled={save.isPending}
      onChange={(id) =>
        save.mutate({ birthMonth: Number(id) }, { onError: showErrorToast(t`It was not saved`) })
      }
    />
  )
}
