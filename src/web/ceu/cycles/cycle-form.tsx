import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import { carryOverText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText, shortUnitName, unitName } from '#shared/ceu/unit-text.ts'
import { RuleLanguage, ruleName } from '#web/ceu/rules/rule-card.tsx'
import { RuleCaveats } from '#web/ceu/rules/rule-caveats-view.tsx'
import { RuleDetails } from '#web/ceu/rules/rule-details-view.tsx'
import { WayField } from '#web/ceu/ways/way-field.tsx'
import { stateOptions } from '#web/credentials/license-options.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { CycleDatesField, RuleHint } from './cycle-dates-field.tsx'
import {
  applyChoices,
  type CycleFieldProps,
  type CycleFormContext,
  type CycleValues,
  cycleResolver,
  type CycleForm as Form,
  isSameTopics,
  type ParsedCycle,
  type RuleChoices,
  requiredFor,
  useCycleSave,
} from './cycle-form-values.ts'
import { CycleQuestionsForm, hasQuestions } from './cycle-questions-form.tsx'
import { CycleTopicsField } from './cycle-topics-field.tsx'

type CycleFormProps = {
  context: CycleFormContext
  values: Partial<CycleValues>
  initial?: CeuCycle
  onSaved: (saved: CeuCycle) => void
}

/**
 * Questions about the rule come first, then dates, hours and topics computed from the answers. Everything can be
 * changed.
 */
export function CycleForm({ context, values, initial, onSaved }: CycleFormProps) {
  const { locale } = useUser()
  const form = useForm<CycleValues, unknown, ParsedCycle>({
    resolver: cycleResolver,
    defaultValues: values,
  })
  const { submit, problem, isSaving, isDirty } = useCycleSave(form, initial, onSaved)
  const [answers, wayId, cycleEnd] = useWatch({
    control: form.control,
    name: ['answers', 'wayId', 'cycleEnd'],
  })
  const choices = choicesOf({ answers, wayId })
  const { rule } = context
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-10">
      {rule && (hasQuestions(rule, cycleEnd) || rule.ways.length > 1) && (
        <FormSection title={t`A few questions`}>
          <RuleLanguage />
          {rule.ways.length > 1 && (
            <div className="grid gap-2">
              <WayField
                rule={rule}
                wayId={choices.wayId}
                onChange={(next) => changeChoices(form, context, choices, { ...choices, wayId: next })}
              />
              <p className="text-muted text-sm">{t`You can choose later. Until then the usual way counts.`}</p>
            </div>
          )}
          <CycleQuestionsForm
            rule={rule}
            cycleEnd={cycleEnd}
            answers={choices.answers}
            onChange={(next) => changeChoices(form, context, choices, { ...choices, answers: next })}
          />
        </FormSection>
      )}
      <FormSection title={rule ? t`Your CE cycle` : t`Dates and hours`}>
        {rule && (
          <div className="grid gap-2">
            <p>{t`Based on ${ruleName(rule, locale)}. Change anything that differs for you.`}</p>
            <RuleCaveats rule={rule} />
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong underline">{t`View the rule`}</summary>
              <div className="pt-2">
                <RuleDetails rule={rule} locale={locale} />
              </div>
            </details>
          </div>
        )}
        {!context.isBound && <StateField form={form} />}
        <CycleDatesField form={form} context={context} choices={choices} locale={locale} />
        <HoursField form={form} context={context} choices={choices} />
        <CarriedOverField form={form} context={context} />
        <CycleTopicsField control={form.control} />
        <TopicsRuleHint form={form} context={context} choices={choices} />
        <Field
          control={form.control}
          name="notes"
          as={TextField}
          label={t`Notes`}
          isRequired={false}
          multiline
          rows={3}
        />
      </FormSection>
      <div className="grid gap-6">
        {problem && <ProblemNote problem={problem} />}
        <Button tone="primary" type="submit" isPending={isSaving} className="max-sm:w-full sm:w-fit">
          {initial ? t`Save changes` : t`Add this cycle`}
        </Button>
        <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
      </div>
    </form>
  )
}

function choicesOf({ answers, wayId }: Pick<CycleValues, 'answers' | 'wayId'>): RuleChoices {
  return { answers: { ...noAnswers, ...answers }, wayId: wayId ?? null }
}

function changeChoices(form: Form, context: CycleFormContext, before: RuleChoices, after: RuleChoices): void {
  const { cycleStart, cycleEnd, requiredHours, topics = [] } = form.getValues()
  const next = applyChoices({ cycleStart, cycleEnd, requiredHours, topics }, context, before, after)
  const dirty = { shouldDirty: true }
  form.setValue('answers', after.answers, dirty)
  form.setValue('wayId', after.wayId, dirty)
  form.setValue('cycleStart', next.cycleStart, dirty)
  form.setValue('requiredHours', next.requiredHours, dirty)
  form.setValue('topics', next.topics, dirty)
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

function StateField({ form }: { form: Form }) {
  return (
    <Field
      control={form.control}
      name="state"
      as={ComboField}
      label={t`State`}
      items={stateOptions}
      allowsCustom="asked"
      isRequired
      placeholder={t`Choose a state`}
    />
  )
}

function HoursField({ form, context, choices }: CycleFieldProps) {
  const [cycleEnd, requiredHours] = useWatch({ control: form.control, name: ['cycleEnd', 'requiredHours'] })
  const required = requiredFor(context, cycleEnd, choices)?.requiredHours
  const unit = unitName(context.rule)
  return (
    <div className="grid gap-1 sm:max-w-xs">
      <Field
        control={form.control}
        name="requiredHours"
        as={NumberField}
        label={t`Required ${t(unit)}`}
        isRequired={false}
        description={
          unit === 'hours'
            ? t`Contact hours. Leave blank if only topics are required.`
            : t`Leave blank if only topics are required.`
        }
        min={0.25}
        max={9999}
        step={0.25}
        unit={t(shortUnitName(context.rule))}
      />
      {required !== undefined && (requiredHours ?? null) !== required && (
        <RuleHint
          text={required === null ? t`The rule has no total` : t`By the rule: ${required}`}
          onUse={() => form.setValue('requiredHours', required, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </div>
  )
}

/** Shown if the rule lets the owner carry hours over, or if they have entered some. */
function CarriedOverField({ form, context }: Pick<CycleFieldProps, 'form' | 'context'>) {
  const { rule } = context
  const value = useWatch({ control: form.control, name: 'carriedOverHours' }) ?? null
  if (!rule || (rule.carryOver.allowed !== true && value === null)) return null
  return (
    <div className="sm:max-w-xs">
      <Field
        control={form.control}
        name="carriedOverHours"
        as={NumberField}
        label={t`Carried over ${t(unitName(rule))}`}
        isRequired={false}
        description={`${t`From the cycle before.`} ${carryOverText(rule, t)}`}
        min={0}
        max={500}
        step={0.25}
        unit={t(shortUnitName(rule))}
      />
    </div>
  )
}

function TopicsRuleHint({ form, context, choices }: CycleFieldProps) {
  const [topics = [], cycleEnd] = useWatch({ control: form.control, name: ['topics', 'cycleEnd'] })
  const required = requiredFor(context, cycleEnd, choices)?.topics
  if (!required || isSameTopics(topics, required)) return null
  const names = required.map(({ topic, hours }) =>
    hours === null ? topic : `${topic}, ${ruleAmountText(hours, context.rule, t)}`,
  )
  return (
    <RuleHint
      text={names.length === 0 ? t`The rule has no topics` : t`By the rule: ${names.join('; ')}`}
      onUse={() => form.setValue('topics', required, { shouldDirty: true, shouldValidate: true })}
    />
  )
}
