import { clsx } from 'clsx'
import { CalendarDays } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { DATE_PARTS, dateOf, datePartName, datePartsOf, type PartType, withDigit } from './date-parts.ts'
import { withWords } from './date-words.tsx'
import {
  dateButtonClass,
  datePartClass,
  datePartsClass,
  fieldClass,
  groupClass,
  labelClass,
} from './field-class.ts'
import type { DateFieldProps } from './field-props.ts'
import { approachedBy, laterField, type StartProps } from './later-field.tsx'
import { OptionalText, PlainFieldNotes, useNoteIds } from './plain-field-parts.tsx'

/** A date that is typed in parts, or chosen from a calendar. */
export const DateField = laterField<DateFieldProps>(
  () => import('./full-date-field.tsx').then((module) => module.FullDateField),
  DateFieldStart,
)

/** The same parts before the calendar is loaded. They keep the typed digits for the loaded field. */
export function DateFieldStart({ begun, onApproach, ...props }: DateFieldProps & StartProps) {
  const { label, name, value, errorMessage, isRequired, isDisabled = false } = props
  const description = withWords(value, props.description)
  const id = useId()
  const notes = { id, name, description, errorMessage }
  const noteIds = useNoteIds(notes)
  const parts = useRef<HTMLDivElement>(null)
  const isInvalid = Boolean(errorMessage)
  const [typed, setTyped] = useState<Partial<Record<PartType, string>>>({})
  /** The part that the next digit is appended to. In any other part, a digit replaces the content. */
  const growing = useRef<PartType | null>(null)

  function focusPart(at: number) {
    parts.current?.querySelectorAll<HTMLElement>(DATE_PARTS)[at]?.focus()
  }
  const take = useEffectEvent((digit: string) => {
    const types = datePartsOf(value).flatMap(({ type }) => (type === 'literal' ? [] : [type]))
    const at = begun.current.part ?? 0
    const type = types[at]
    if (!type || !/^\d$/.test(digit)) return
    const { text, isFull } = withDigit(type, growing.current === type ? (typed[type] ?? '') : '', digit)
    const all = { ...typed, [type]: text }
    setTyped(all)
    growing.current = isFull ? null : type
    if (begun.current.keys.length === 0) begun.current.keysFrom = at
    begun.current.keys.push(digit)
    if (isFull) focusPart(at + 1)
    // A year that is being typed passes through 2, 20 and 202.
    if ((type !== 'year' || isFull) && report(all))
      // By then the loaded field has the date. It continues with a part that is not full yet.
      Object.assign(begun.current, isFull ? { keys: [] } : { keys: [...text], keysFrom: at })
  })
  /** Whether the date is complete. */
  function report(all: typeof typed): boolean {
    const date = dateOf(all, value)
    if (date !== null && date !== value) props.onChange(date)
    return date !== null
  }
  useEffect(() => {
    const node = parts.current
    // React has no event for text that is about to be inserted.
    const keep = (event: InputEvent) => {
      event.preventDefault()
      for (const digit of event.data ?? '') take(digit)
    }
    node?.addEventListener('beforeinput', keep)
    return () => node?.removeEventListener('beforeinput', keep)
  }, [])
  return (
    <div className={`${fieldClass} outline-none`}>
      {/* biome-ignore lint/a11y: the label of a group; a click on it goes to the first part, as in the loaded field */}
      <span
        id={`${id}-label`}
        className={labelClass}
        onClick={() => parts.current?.querySelector<HTMLElement>(DATE_PARTS)?.focus()}
      >
        {label}
        <OptionalText isRequired={isRequired} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: as in the loaded field */}
      <div
        ref={props.ref}
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={noteIds}
        aria-disabled={isDisabled || undefined}
        data-invalid={isInvalid || undefined}
        className={clsx(groupClass, isDisabled && 'opacity-60')}
        onFocus={() => {
          begun.current.hasFocus = true
        }}
        onBlur={(event) => {
          Object.assign(begun.current, { hasFocus: false, part: null, isOpened: false })
          if (event.currentTarget.contains(event.relatedTarget)) return
          if (report(typed)) begun.current.keys = []
          props.onBlur?.()
        }}
        {...approachedBy(onApproach)}
      >
        <div ref={parts} className={datePartsClass}>
          {datePartsOf(value).map(({ type, text, isEmpty }, at) => (
            <Fragment key={type === 'literal' ? at : type}>
              {type === 'literal' ? (
                <span aria-hidden className="py-0.5 tabular-nums">
                  {text}
                </span>
              ) : (
                <span
                  role="spinbutton"
                  tabIndex={isDisabled ? undefined : 0}
                  aria-label={`${datePartName(type)}, `}
                  aria-labelledby={`${id}-${type} ${id}-label`}
                  id={`${id}-${type}`}
                  aria-valuenow={isEmpty && !typed[type] ? undefined : Number(typed[type] ?? text)}
                  aria-valuetext={isEmpty && !typed[type] ? t`Empty` : (typed[type] ?? text)}
                  aria-invalid={isInvalid || undefined}
                  aria-disabled={isDisabled || undefined}
                  contentEditable={!isDisabled}
                  suppressContentEditableWarning
                  spellCheck={false}
                  inputMode="numeric"
                  enterKeyHint="next"
                  data-placeholder={(isEmpty && !typed[type]) || undefined}
                  onFocus={({ currentTarget }) => {
                    const all = parts.current?.querySelectorAll(DATE_PARTS) ?? []
                    begun.current.part = [...all].indexOf(currentTarget)
                    growing.current = null
                    getSelection()?.collapse(currentTarget)
                  }}
                  className={clsx(datePartClass, isEmpty && !typed[type] && 'text-muted')}
                >
                  {typed[type]?.padStart(type === 'year' ? 1 : 2, '0') ?? text}
                </span>
              )}
            </Fragment>
          ))}
        </div>
        <button
          type="button"
          id={`${id}-open`}
          aria-label={t`Open calendar`}
          aria-labelledby={`${id}-open ${id}-label`}
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => {
            begun.current.isOpened = true
          }}
          className={dateButtonClass}
        >
          <CalendarDays className="size-5" aria-hidden />
        </button>
      </div>
      <PlainFieldNotes {...notes} />
    </div>
  )
}
