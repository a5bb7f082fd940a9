import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, groupButtonClass, groupClass, groupInputClass } from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps, useSettleOnSubmit } from './field-parts.tsx'

type NumberFieldProps = FieldProps & {
  name?: string
  value?: number | null | undefined
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

const inHundredths = (value: number) => Math.round(value * 100) / 100
const within = (value: number, min = 0, max = Number.MAX_SAFE_INTEGER) => Math.min(max, Math.max(min, value))

/**
 * The next multiple of `step` above or below, within the bounds, computed in whole hundredths to avoid rounding errors.
 */
export function steppedValue(value: number | null, by: 1 | -1, step: number, min?: number, max?: number) {
  const steps = (value ?? 0) / step
  const next = by === 1 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1
  return within(inHundredths(next * step), min, max)
}

/** A comma is a decimal point, as in "1,5", unless it separates thousands, as in "1,500". */
export function numberOf(typed: string): number | null {
  const text = typed.trim()
  const isInThousands = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)
  const plain = isInThousands ? text.replaceAll(',', '') : text.replace(',', '.')
  return /^-?[\d.]*\d[\d.]*$/.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

/**
 * A text input for digits: `<input type="number">` changes on scrolling and hides what it does not accept. A text that is
 * not a number within the bounds stays as it was typed, with an error.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, name, description, errorMessage, isRequired, isDisabled, min, max, unit, step = 1 } = props
  const value = props.value ?? null
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(textOf(value))
  const [reported, setReported] = useState(value)
  const [isSettled, setSettled] = useState(false)
  // The form changed the value, so update the text.
  if (reported !== value) {
    setReported(value)
    setTyped(textOf(value))
    setSettled(false)
  }

  function report(next: number | null) {
    setReported(next)
    if (next !== value) props.onChange(next)
  }

  function type(text: string) {
    setTyped(text)
    setSettled(false)
    report(numberOf(text))
  }

  function set(next: number | null) {
    setTyped(textOf(next))
    setSettled(false)
    report(next)
  }

  function faultOf(): string | null {
    const number = numberOf(typed)
    if (number === null) return typed.trim() === '' ? null : t`Enter a number, such as 1.5.`
    if (min !== undefined && number < min) return t`Enter at least ${min}.`
    return max !== undefined && number > max ? t`Enter at most ${max}.` : null
  }

  /** False if the text is not a number within the bounds. */
  function settle(): boolean {
    setSettled(true)
    return isDisabled || faultOf() === null
  }
  useSettleOnSubmit(group, settle)

  const stepBy = (by: 1 | -1) => set(steppedValue(value, by, step, min, max))
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }

  const notes = { id, name, description, errorMessage: (isSettled && faultOf()) || errorMessage }
  const buttons = [
    { by: -1, name: t`Decrease ${label}`, icon: Minus, isAtEnd: value !== null && value <= (min ?? 0) },
    {
      by: 1,
      name: t`Increase ${label}`,
      icon: Plus,
      isAtEnd: value !== null && max !== undefined && value >= max,
    },
  ] as const
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      <div ref={group} className={groupClass}>
        <input
          {...useControlProps(notes, props)}
          ref={props.ref}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={handleKey}
          onBlur={() => {
            settle()
            props.onBlur?.()
          }}
          className={groupInputClass}
        />
        {unit && <span className="pr-1 text-muted">{unit}</span>}
        {buttons.map((button) => (
          <button
            key={button.by}
            type="button"
            tabIndex={-1}
            aria-label={button.name}
            disabled={isDisabled || button.isAtEnd}
            onClick={() => stepBy(button.by)}
            className={groupButtonClass}
          >
            <button.icon className="size-4" aria-hidden />
          </button>
        ))}
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}
