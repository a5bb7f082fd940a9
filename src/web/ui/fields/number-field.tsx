import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { NumberField as AriaNumberField, Button, Group, Input } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'

type NumberFieldProps = FieldProps & {
  name?: string
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  /** The step of the two buttons. A typed number stays as typed. */
  step?: number
  min?: number
  max?: number
  /** Shown after the number, such as "hours". */
  unit?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * The next multiple of `step` above or below, within the bounds, computed in whole hundredths to avoid rounding errors.
 */
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
          aria-label={t`Decrease ${label}`}
          excludeFromTabOrder
          isDisabled={field.isDisabled === true || (min !== undefined && value !== null && value <= min)}
          onPress={() => stepBy(-1)}
          className={stepButton}
        >
          <Minus className="size-4" aria-hidden />
        </Button>
        <Button
          slot={null}
          aria-label={t`Increase ${label}`}
          excludeFromTabOrder
          isDisabled={field.isDisabled === true || (max !== undefined && value !== null && value >= max)}
          onPress={() => stepBy(1)}
          className={stepButton}
        >
          <Plus className="size-4" aria-hidden />
        </Button>
      </Group>
      <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  )
}
