import { type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { topicName } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { carryOverText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText, shortUnitName, unitName } from '#shared/ceu/unit-text.ts'
import { periodText } from '#web/ceu/cycle-text.ts'
import { RuleLanguage } from '#web/ceu/rules/rule-words.tsx'
import { stateOptions } from '#web/credentials/license-options.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormEnd } from '#web/ui/save-bar.tsx'
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
import {
  CycleQuestionsForm,
  hasQuestions,
  openQuestions,
  openQuestionsText,
} from './cycle-questions-form.tsx'
import { CycleTopicsField } from './cycle-topics-field.tsx'
import { hasDates } from './proposal-values.ts'

type CycleFormProps = {
  context: CycleFormContext
  values: Partial<CycleValues>
  initial?: CeuCycle
  onSaved: (saved: CeuCycle) => void
}

/**
 * A row for each part with its value, which opens its fields. Only missing dates are asked first. A stored cycle has its
 * dates and hours open. One that is entered by hand has all of its fields open.
 */
export function CycleForm({ context, values, initial, onSaved }: CycleFormProps) {
  const { locale } = useUser()
  const form = useForm<CycleValues, unknown, ParsedCycle>({
    resolver: cycleResolver,
    defaultValues: values,
  })
  const { submit, problem, isSaving, isDirty } = useCycleSave(form, initial, onSaved)
  const [answers, wayId] = useWatch({ control: form.control, name: ['answers', 'wayId'] })
  const fields = { form, context, choices: choicesOf({ answers, wayId }) }
  const { rule } = context
  const isProposed = rule !== null && initial === undefined
  const [asksDates] = useState(() => isProposed && !hasDates(values))
  const dates = <CycleDatesField {...fields} locale={locale} />
  const topics = (
    <>
      <CycleTopicsField form={form} />
      <TopicsRuleHint {...fields} />
    </>
  )
  const others = (
    <>
      <CarriedOverField form={form} context={context} />
      <NotesField form={form} />
    </>
  )
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      {!isProposed && (
        <>
          {!context.isBound && <StateField form={form} />}
          {dates}
          <HoursField {...fields} />
        </>
      )}
      {asksDates && dates}
      {isProposed || initial ? (
        <>
          {rule && <RuleLanguage />}
          <div className="border-line border-t">
            {isProposed && (
              <ProposedRows {...fields} rule={rule} locale={locale} dates={asksDates ? null : dates} />
            )}
            <TopicsDisclosure form={form} isRequested={errors.topics !== undefined}>
              {topics}
            </TopicsDisclosure>
            <Disclosure
              id="more"
              title={rule?.carryOver.allowed === true ? t`Notes and carried over hours` : t`Notes`}
              summary={initial?.notes ?? t`No notes`}
              isRequested={errors.notes !== undefined || errors.carriedOverHours !== undefined}
            >
              {others}
            </Disclosure>
          </div>
        </>
      ) : (
        <>
          {topics}
          {others}
        </>
      )}
      <FormEnd label={initial ? t`Save changes` : t`Start tracking`} {...{ problem, isSaving, isDirty }} />
    </form>
  )
}

type TopicsDisclosureProps = { form: Form; isRequested: boolean; children: ReactNode }

/** The topics by name, with their fields folded. */
function TopicsDisclosure({ form, isRequested, children }: TopicsDisclosureProps) {
  const topics = useWatch({ control: form.control, name: 'topics' }) ?? []
  const names = topics.map((topic) => topicName({ ...noName, ...topic }, t)).join(', ')
  return (
    <Disclosure
      id="topics"
      title={t`Required topics`}
      summary={topics.length === 0 ? t`None` : `${topics.length}: ${names}`}
      isRequested={isRequested}
    >
      {children}
    </Disclosure>
  )
}

const noName = { key: null, tags: [] }

function NotesField({ form }: { form: Form }) {
  return (
    <Field
      control={form.control}
      name="notes"
      as={TextField}
      label={t`Notes`}
      isRequired={false}
      multiline
      rows={3}
    />
  )
}

type ProposedProps = CycleFieldProps & { rule: CeRule; locale: string | null; dates: ReactNode }

/** The questions, dates and hours of the proposal, as they change with the answers. */
function ProposedRows({ rule, locale, dates, ...fields }: ProposedProps) {
  const { form, context, choices } = fields
  const [cycleStart, cycleEnd, hours] = useWatch({
    control: form.control,
    name: ['cycleStart', 'cycleEnd', 'requiredHours'],
  })
  const { errors } = form.formState
  const open = openQuestions(rule, cycleEnd, choices)
  return (
    <>
      {dates && (
        <Disclosure
          id="dates"
          title={t`Dates`}
          summary={cycleStart && cycleEnd ? periodText({ cycleStart, cycleEnd }, locale) : t`None`}
          isRequested={errors.cycleStart !== undefined || errors.cycleEnd !== undefined}
        >
          {dates}
        </Disclosure>
      )}
      {hasQuestions(rule, cycleEnd) && (
        <Disclosure
          id="questions"
          title={t`About you`}
          summary={
            open > 0
              ? `${openQuestionsText(open)} ${t`You can answer later.`}`
              : t`Change one if something is different for you.`
          }
        >
          <CycleQuestionsForm
            rule={rule}
            cycleEnd={cycleEnd}
            issuedAt={context.issuedAt}
            choices={choices}
            onAnswer={(answers) => changeChoices(form, context, choices, { ...choices, answers })}
            onChooseWay={(wayId) => changeChoices(form, context, choices, { ...choices, wayId })}
          />
        </Disclosure>
      )}
      <Disclosure
        id="hours"
        title={t`Hours`}
        summary={typeof hours === 'number' ? ruleAmountText(hours, rule, t) : t`No total`}
        isRequested={errors.requiredHours !== undefined}
      >
        <HoursField {...fields} />
      </Disclosure>
    </>
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
  const names = required.map((topic) =>
    topic.hours === null
      ? topicName(topic, t)
      : `${topicName(topic, t)}, ${ruleAmountText(topic.hours, context.rule, t)}`,
  )
  return (
    <RuleHint
      text={names.length === 0 ? t`The rule has no topics` : `${t`By the rule:`} ${names.join('; ')}`}
      onUse={() => form.setValue('topics', required, { shouldDirty: true, shouldValidate: true })}
    />
  )
}
