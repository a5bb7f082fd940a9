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
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { DetailRow } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
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
 * What the rule proposes is one line each, and everything that can be changed is folded. Only missing dates are asked
 * first. A stored cycle has its dates and hours open. One that is entered by hand has all of its fields open.
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
  const period = (
    <>
      {!context.isBound && <StateField form={form} />}
      {!asksDates && dates}
      <HoursField {...fields} />
    </>
  )
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
      {isProposed ? (
        <>
          {asksDates && dates}
          <CycleSummaryList {...fields} rule={rule} locale={locale} />
          <RuleLanguage />
          <Disclosure
            id="change"
            title={t`Change`}
            summary={t`Your answers, dates, hours, topics and notes`}
            isRequested={Object.keys(errors).length > 0}
          >
            <RuleQuestions {...fields} rule={rule} />
            {period}
            {topics}
            {others}
          </Disclosure>
        </>
      ) : initial ? (
        <>
          {period}
          <div className="border-line border-t">
            <TopicsDisclosure form={form} isRequested={errors.topics !== undefined}>
              {rule && <RuleLanguage />}
              {topics}
            </TopicsDisclosure>
            <Disclosure
              id="more"
              title={rule?.carryOver.allowed === true ? t`Notes and carried over hours` : t`Notes`}
              summary={initial.notes ?? t`No notes`}
              isRequested={errors.notes !== undefined || errors.carriedOverHours !== undefined}
            >
              {others}
            </Disclosure>
          </div>
        </>
      ) : (
        <>
          {period}
          {topics}
          {others}
        </>
      )}
      {problem && <ProblemNote problem={problem} />}
      <SaveBar>
        <Button tone="primary" type="submit" isPending={isSaving}>
          {initial ? t`Save changes` : t`Start tracking`}
        </Button>
      </SaveBar>
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </form>
  )
}

type TopicsDisclosureProps = { form: Form; isRequested: boolean; children: ReactNode }

/** The topics by name, with their fields folded. */
function TopicsDisclosure({ form, isRequested, children }: TopicsDisclosureProps) {
  const topics = useWatch({ control: form.control, name: 'topics' }) ?? []
  return (
    <Disclosure
      id="topics"
      title={t`Required topics`}
      summary={topics.length === 0 ? t`None` : topicNames(topics)}
      isRequested={isRequested}
    >
      {children}
    </Disclosure>
  )
}

/** "5: Medical errors, Human trafficking". */
function topicNames(topics: NonNullable<CycleValues['topics']>): string {
  return `${topics.length}: ${topics.map((topic) => topicName({ ...noName, ...topic }, t)).join(', ')}`
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

/** The proposal, as it changes with the answers. */
function CycleSummaryList({
  form,
  context,
  choices,
  rule,
  locale,
}: CycleFieldProps & { rule: CeRule; locale: string | null }) {
  const [cycleStart, cycleEnd, hours, topics = []] = useWatch({
    control: form.control,
    name: ['cycleStart', 'cycleEnd', 'requiredHours', 'topics'],
  })
  const open = openQuestions(rule, cycleEnd, choices)
  return (
    <dl className="divide-y divide-line border-line border-y">
      {cycleStart && cycleEnd && (
        <DetailRow name={t`Dates`}>{periodText({ cycleStart, cycleEnd }, locale)}</DetailRow>
      )}
      <DetailRow name={t`Hours`}>
        {typeof hours === 'number' ? ruleAmountText(hours, context.rule, t) : t`No total`}
      </DetailRow>
      <DetailRow name={t`Topics`}>{topics.length === 0 ? t`None required` : topicNames(topics)}</DetailRow>
      {open > 0 && (
        <DetailRow name={t`Questions`}>{`${openQuestionsText(open)} ${t`You can answer later.`}`}</DetailRow>
      )}
    </dl>
  )
}

/** The questions of the rule; each answer updates the fields below. */
function RuleQuestions({ form, context, choices, rule }: CycleFieldProps & { rule: CeRule }) {
  const cycleEnd = useWatch({ control: form.control, name: 'cycleEnd' })
  if (!hasQuestions(rule, cycleEnd)) return null
  return (
    <CycleQuestionsForm
      rule={rule}
      cycleEnd={cycleEnd}
      issuedAt={context.issuedAt}
      choices={choices}
      onAnswer={(answers) => changeChoices(form, context, choices, { ...choices, answers })}
      onChooseWay={(wayId) => changeChoices(form, context, choices, { ...choices, wayId })}
    />
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
