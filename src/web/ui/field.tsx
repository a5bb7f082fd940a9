import { clsx } from 'clsx'
import { Check, Minus, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import {
  Checkbox as AriaCheckbox,
  NumberField as AriaNumberField,
  Switch as AriaSwitch,
  TextField as AriaTextField,
  Button,
  Group,
  Input,
  TextArea,
} from 'react-aria-components'
import {
  FieldLabel,
  FieldNotes,
  type FieldProps,
  fieldClass,
  groupClass,
  inputClass,
} from './field-parts.tsx'

type TextFieldProps = FieldProps & {
  name?: string
  value?: string | null
  onChange?: (value: string) => void
  onBlur?: () => void
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url'
  autoComplete?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  placeholder?: string
  maxLength?: number
  spellCheck?: boolean
  autoFocus?: boolean
  isReadOnly?: boolean
  multiline?: boolean
  rows?: number
  /** For numbers that must be read letter by letter, such as a license number. */
  mono?: boolean
  /** Stands at the end inside the box, such as a button that shows a password. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | Ref<HTMLTextAreaElement>
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    value,
    ref,
    multiline,
    rows = 4,
    mono,
    end,
    ...rest
  } = props
  const { placeholder, spellCheck, ...field } = rest
  const look = clsx(inputClass, mono && 'font-mono', end && 'pr-12')
  const isProse = rest.type === undefined || rest.type === 'text'
  return (
    <AriaTextField
      {...field}
      value={value ?? ''}
      isRequired={isRequired === true}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      {multiline ? (
        <TextArea
          ref={ref as Ref<HTMLTextAreaElement>}
          rows={rows}
          placeholder={placeholder}
          spellCheck={spellCheck}
          className={clsx(look, 'py-2.5')}
        />
      ) : (
        <div className="relative">
          <Input
            ref={ref as Ref<HTMLInputElement>}
            placeholder={placeholder}
            spellCheck={spellCheck}
            autoCapitalize={isProse && !mono ? undefined : 'none'}
            className={look}
          />
          {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
        </div>
      )}
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}

type NumberFieldProps = FieldProps & {
  name?: string
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  /** What the two buttons add and take away; a number that is typed stays as it is typed. */
  step?: number
  min?: number
  max?: number
  /** Written after the number, such as "hours". */
  unit?: string
  ref?: Ref<HTMLInputElement>
}

/** The next multiple of `step` above or below, within the bounds; whole hundredths, so that nothing is lost. */
export function steppedValue(
  value: number | null,
  by: 1 | -1,
  step: number,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
) {
  const steps = (value ?? 0) / step
  const next = by === 1 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1
  return Math.min(max, Math.max(min, Math.round(next * step * 100) / 100))
}

export function NumberField(props: NumberFieldProps) {
  const { label, description, errorMessage, isRequired, value, onChange, min, max, unit, ref, ...rest } =
    props
  const { step = 1, ...field } = rest
  const stepBy = (by: 1 | -1) => onChange(steppedValue(value, by, step, min, max))
  const stepButton =
    'grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink disabled:opacity-40'
  return (
    <AriaNumberField
      {...field}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      minValue={min}
      maxValue={max}
      formatOptions={{ maximumFractionDigits: 2 }}
      isRequired={isRequired === true}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className={groupClass}>
        <Input ref={ref} className="min-h-10 w-full min-w-0 flex-1 bg-transparent px-3 outline-none" />
        {unit && <span className="pr-1 text-muted">{unit}</span>}
        <Button
          slot={null}
          aria-label={`Decrease ${label}`}
          excludeFromTabOrder
          isDisabled={field.isDisabled === true || (min !== undefined && value !== null && value <= min)}
          onPress={() => stepBy(-1)}
          className={stepButton}
        >
          <Minus className="size-4" aria-hidden />
        </Button>
        <Button
          slot={null}
          aria-label={`Increase ${label}`}
          excludeFromTabOrder
          isDisabled={field.isDisabled === true || (max !== undefined && value !== null && value >= max)}
          onPress={() => stepBy(1)}
          className={stepButton}
        >
          <Plus className="size-4" aria-hidden />
        </Button>
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  )
}

type ToggleProps = {
  label: ReactNode
  description?: ReactNode
  name?: string
  isSelected?: boolean
  onChange?: (isSelected: boolean) => void
  onBlur?: () => void
  isDisabled?: boolean
  errorMessage?: string | null
  ref?: Ref<HTMLInputElement>
}

const row = 'group flex min-h-11 cursor-pointer gap-3 py-2 disabled:cursor-not-allowed disabled:opacity-60'
const ring =
  'group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:outline-offset-2'

function Notes({
  id,
  description,
  errorMessage,
}: Pick<ToggleProps, 'description' | 'errorMessage'> & { id: string }) {
  if (!description && !errorMessage) return null
  return (
    <div id={id} className="-mt-1 flex flex-col gap-1 text-sm">
      {description && <div className="text-muted">{description}</div>}
      {errorMessage && <div className="font-semibold text-expired">{errorMessage}</div>}
    </div>
  )
}

export function Checkbox({ label, description, errorMessage, ref, ...props }: ToggleProps) {
  const notes = useId()
  return (
    <div>
      <AriaCheckbox
        {...props}
        {...(ref ? { inputRef: ref } : {})}
        isInvalid={Boolean(errorMessage)}
        aria-describedby={description || errorMessage ? notes : undefined}
        className={row}
      >
        <span
          className={clsx(
            'mt-0.5 grid size-5 shrink-0 place-items-center rounded-[6px] border-2 border-line-strong bg-surface text-transparent transition-colors duration-150',
            'group-invalid:border-expired group-selected:border-accent group-selected:bg-accent group-selected:text-on-accent',
            ring,
          )}
        >
          <Check className="size-4" strokeWidth={3} aria-hidden />
        </span>
        <span className="font-semibold">{label}</span>
      </AriaCheckbox>
      <div className="pl-8">
        <Notes id={notes} description={description} errorMessage={errorMessage} />
      </div>
    </div>
  )
}

export function Switch({ label, description, errorMessage, ref, ...props }: ToggleProps) {
  const notes = useId()
  return (
    <div>
      <AriaSwitch
        {...props}
        {...(ref ? { inputRef: ref } : {})}
        aria-describedby={description || errorMessage ? notes : undefined}
        className={clsx(row, 'items-center justify-between')}
      >
        <span className="font-semibold">{label}</span>
        <span
          className={clsx(
            'flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-line-strong bg-sunken px-0.5 transition-colors duration-150',
            'group-selected:border-accent group-selected:bg-accent',
            ring,
          )}
        >
          <span className="size-5 rounded-full bg-line-strong transition-transform duration-150 group-selected:translate-x-[18px] group-selected:bg-on-accent" />
        </span>
      </AriaSwitch>
      <Notes id={notes} description={description} errorMessage={errorMessage} />
    </div>
  )
}
