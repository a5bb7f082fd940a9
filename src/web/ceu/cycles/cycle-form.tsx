import { type ReactNode, useRef } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { dueUnder, noAnswers, type RuleAnswers } from '#shared/ceu/rule.ts'
import { states } from '#shared/credentials/states.ts'
import { formatDate } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboField } from '#web/ui/combo-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import {
  type CycleBasis,
  type CycleValues,
  cycleResolver,
  followAnswers,
  isSameTopics,
  isTypedOut,
  type ParsedCycle,
  startUnder,
} from './cycle-form-values.ts'
import { CycleQuestionsForm, hasQuestions } from './cycle-questions-form.tsx'
import { CycleTopicsField } from './cycle-topics-field.tsx'
import { Cautions, RuleFacts, ruleName } from './rule-card.tsx'
import { useCycleSave } from './use-cycle-save.ts'

type Form = UseFormReturn<CycleValues, unknown, ParsedCycle>
const stateItems = states.map(({ code, name }) => ({ id: code, label: name, description: code }))

type CycleFormProps = {
  basis: CycleBasis
  values: Partial<CycleValues>
  initial?: CeuCycle
  onSaved: (saved: CeuCycle) => void
}

/** Questions first, then what the rule makes of her answers; all of it can be changed. */
export function CycleForm({ basis, values, initial, onSaved }: CycleFormProps) {
  const today = useToday()
  const { locale } = useUser()
  const form = useForm<CycleValues, unknown, ParsedCycle>({
    resolver: cycleResolver,
    defaultValues: values,
  })
  const { submit, problem, isSaving, isDirty } = useCycleSave(form, initial, onSaved)
  const answers = answersOf(useWatch({ control: form.control, name: 'answers' }))
  const { rule } = basis
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-10">
      {rule && hasQuestions(rule) && (
        <Part title="What only you know">
          <CycleQuestionsForm
            rule={rule}
            answers={answers}
            onChange={(next) => answer(form, basis, answers, next)}
          />
        </Part>
      )}
      <Part title={rule ? 'What that makes' : 'Dates and hours'}>
        {rule && (
          <div className="grid gap-2">
            <p>{`By ${ruleName(rule, locale)}. Change what is different for you.`}</p>
            <Cautions rule={rule} today={today} locale={locale} />
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong underline">
                What the rule says
              </summary>
              <div className="pt-2">
                <RuleFacts rule={rule} />
              </div>
            </details>
          </div>
        )}
        {!basis.isBound && <StateField form={form} />}
        <DateFields form={form} basis={basis} answers={answers} locale={locale} />
        <HoursField form={form} basis={basis} answers={answers} />
        <CycleTopicsField control={form.control} />
        <TopicsAside form={form} basis={basis} answers={answers} />
        <Controller
          name="notes"
          control={form.control}
          render={(c) => (
            <TextField
              {...fieldPropsOf(c)}
              value={c.field.value ?? ''}
              label="Notes"
              isRequired={false}
              multiline
              rows={3}
            />
          )}
        />
      </Part>
      <div className="grid gap-6">
        {problem && <ProblemNote problem={problem} />}
        <Button tone="primary" type="submit" isPending={isSaving} className="max-sm:w-full sm:w-fit">
          {initial ? 'Save changes' : 'Add this cycle'}
        </Button>
        <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
      </div>
    </form>
  )
}

/** Absent in what a form starts from; nothing is answered then. */
function answersOf(answers: CycleValues['answers']): RuleAnswers {
  return { firstRenewal: answers?.firstRenewal ?? null, topics: answers?.topics ?? noAnswers.topics }
}

function answer(form: Form, basis: CycleBasis, before: RuleAnswers, after: RuleAnswers): void {
  const { cycleStart, cycleEnd, requiredHours, topics = [] } = form.getValues()
  const next = followAnswers({ cycleStart, cycleEnd, requiredHours, topics }, basis, before, after)
  const dirty = { shouldDirty: true }
  form.setValue('answers', after, dirty)
  form.setValue('cycleStart', next.cycleStart, dirty)
  form.setValue('requiredHours', next.requiredHours, dirty)
  form.setValue('topics', next.topics, dirty)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

function StateField({ form }: { form: Form }) {
  return (
    <Controller
      name="state"
      control={form.control}
      render={(c) => (
        <ComboField
          {...fieldPropsOf(c)}
          value={c.field.value ?? ''}
          label="State"
          items={stateItems}
          allowsCustom
          isRequired
          placeholder="Texas"
        />
      )}
    />
  )
}

type PieceProps = { form: Form; basis: CycleBasis; answers: RuleAnswers }

function DateFields({ form, basis, answers, locale }: PieceProps & { locale: string | null }) {
  const [cycleStart, cycleEnd] = useWatch({ control: form.control, name: ['cycleStart', 'cycleEnd'] })
  const usual = startUnder(basis, cycleEnd, answers)
  const date = (value: string | null) => value ?? (undefined as unknown as string)
  const settledEnd = useRef(cycleEnd)
  function changeEnd(next: string | null) {
    const start = form.getValues('cycleStart')
    const follows = !start || start === startUnder(basis, settledEnd.current, answers)
    if (isTypedOut(next)) settledEnd.current = next
    const nextStart = follows ? startUnder(basis, next ?? undefined, answers) : null
    form.setValue('cycleEnd', date(next), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    if (nextStart) form.setValue('cycleStart', nextStart, { shouldDirty: true })
  }
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <div className="grid gap-1">
        <Controller
          name="cycleStart"
          control={form.control}
          render={(c) => (
            <DateField
              {...fieldPropsOf(c)}
              value={c.field.value ?? null}
              onChange={(next) => c.field.onChange(date(next))}
              label="Begins on"
              isRequired
            />
          )}
        />
        {usual && cycleStart !== usual && (
          <RuleSays
            text={`The rule says ${formatDate(usual, locale)}`}
            onUse={() => form.setValue('cycleStart', usual, { shouldDirty: true, shouldValidate: true })}
          />
        )}
      </div>
      <Controller
        name="cycleEnd"
        control={form.control}
        render={(c) => (
          <DateField
            {...fieldPropsOf(c)}
            value={c.field.value ?? null}
            onChange={changeEnd}
            label="Ends on"
            isRequired
            description={basis.rule?.renewal.text ?? undefined}
          />
        )}
      />
    </div>
  )
}

function HoursField({ form, basis, answers }: PieceProps) {
  const asked = basis.rule ? dueUnder(basis.rule, answers).requiredHours : undefined
  return (
    <Controller
      name="requiredHours"
      control={form.control}
      render={(c) => (
        <div className="grid gap-1 sm:max-w-xs">
          <NumberField
            {...fieldPropsOf(c)}
            value={c.field.value ?? null}
            label="Hours asked for"
            isRequired={false}
            description="Contact hours. Left empty, only the topics count."
            min={0.25}
            max={9999}
            step={0.25}
            unit="hours"
          />
          {asked !== undefined && (c.field.value ?? null) !== asked && (
            <RuleSays
              text={asked === null ? 'The rule sets no total' : `The rule says ${asked}`}
              onUse={() => form.setValue('requiredHours', asked, { shouldDirty: true, shouldValidate: true })}
            />
          )}
        </div>
      )}
    />
  )
}

function TopicsAside({ form, basis, answers }: PieceProps) {
  const topics = useWatch({ control: form.control, name: 'topics' }) ?? []
  if (!basis.rule) return null
  const asked = dueUnder(basis.rule, answers).topics
  if (isSameTopics(topics, asked)) return null
  const named = asked.map(({ topic, hours }) => (hours === null ? topic : `${topic}, ${hoursText(hours)}`))
  return (
    <RuleSays
      text={named.length === 0 ? 'The rule names no topic' : `The rule says: ${named.join('; ')}`}
      onUse={() => form.setValue('topics', asked, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/** An override shows as one, with the way back. */
function RuleSays({ text, onUse }: { text: string; onUse: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-accent border-l-3 pl-3 text-sm">
      {text}
      <Button tone="quiet" size="sm" onPress={onUse}>
        Use it
      </Button>
    </p>
  )
}
