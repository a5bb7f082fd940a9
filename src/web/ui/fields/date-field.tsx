import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { daysBetween, isCalendarDate } from '#shared/kernel/dates.ts'
import { formatDate, formatLongDate } from '#shared/kernel/format-date.ts'
import { formatDays } from '#web/format/dates.ts'
import { pageLanguage, t } from '#web/i18n/t.ts'
import { dateClass, type FieldProps, fieldClass } from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps, useSettleOnSubmit } from './field-parts.tsx'

type DateFieldProps = FieldProps & {
  name?: string
  /** `YYYY-MM-DD`, or `null` while the date is empty or incomplete. */
  value?: string | null | undefined
  onChange: (date: string | null) => void
  onBlur?: () => void
  /** The server's date in the owner's time zone. With it the field says in how many days the date is. */
  today?: string | null
  ref?: Ref<HTMLInputElement>
}

/** While a year is typed it passes through 0002, 0020 and 0202. */
const FIRST = '1000-01-01'
/** Without a last day, Chromium waits for a year of six digits. */
const LAST = '9999-12-31'

/** The browser's own date input, in the order of the browser. What was entered is repeated in words below it. */
export function DateField(props: DateFieldProps) {
  const { label, name, today = null, isRequired, isDisabled, ref } = props
  const value = props.value && isCalendarDate(props.value) ? props.value : null
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(value ?? '')
  const [reported, setReported] = useState(value)
  const [isIncomplete, setIncomplete] = useState(false)
  // The form changed the value, so update the input.
  if (reported !== value) {
    setReported(value)
    setShown(value ?? '')
    setIncomplete(false)
  }

  function change(date: string) {
    const next = date >= FIRST ? date : null
    setShown(date)
    setReported(next)
    if (next !== null) setIncomplete(false)
    if (next !== value) props.onChange(next)
  }

  /** False if the date is begun, but not complete or not a date. */
  function settle(): boolean {
    // A year of two digits, such as 27, is in this century.
    if (shown !== '' && shown < '0100') change(`20${shown.slice(2)}`)
    const isBegun = !isDisabled && (input.current?.validity.badInput || (shown >= '0100' && shown < FIRST))
    setIncomplete(Boolean(isBegun))
    return !isBegun
  }
  useSettleOnSubmit(input, settle)

  const notes = {
    id,
    name,
    description: withWords(value, today, props.description),
    errorMessage: isIncomplete ? t`Enter the whole date: month, day and year.` : props.errorMessage,
  }
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      <input
        {...useControlProps(notes, props)}
        ref={(node) => {
          input.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        type="date"
        value={shown}
        max={LAST}
        onChange={({ target }) => change(target.value)}
        onBlur={() => {
          settle()
          props.onBlur?.()
        }}
        enterKeyHint="next"
        className={dateClass}
      />
      <FieldNotes {...notes} />
    </div>
  )
}

/**
 * "Apr 5, 2027 · in 130 days" or "5 de abril de 2027" before the description of a date, so that nobody confuses month
 * and day. `today` is the server's date; without it the days are left out.
 */
function withWords(value: string | null, today: string | null, description: ReactNode): ReactNode {
  if (!value || !isCalendarDate(value)) return description
  const words = pageLanguage === 'es' ? formatLongDate(value, 'es-US') : formatDate(value, 'en-US')
  return (
    <>
      <span className="block">
        {words}
        {today !== null && ` · ${formatDays(daysBetween(today, value))}`}
      </span>
      {description && <span className="block">{description}</span>}
    </>
  )
}
