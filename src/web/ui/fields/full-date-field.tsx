import { CalendarDate, parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Popover,
} from 'react-aria-components'
import { flushSync } from 'react-dom'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'
import { DATE_PARTS, dateLocale } from './date-parts.ts'
import { withWords } from './date-words.tsx'
import { dateButtonClass, datePartClass, datePartsClass, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import type { DateFieldProps } from './field-props.ts'
import { type FullProps, pressSoon, useBegun } from './later-field.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { popoverClass } from './option-list.tsx'

export function FullDateField({ begun, ...props }: DateFieldProps & FullProps) {
  const { label, value, onChange, onBlur, description, errorMessage, isRequired, isDisabled, ref } = props
  const date = value && isCalendarDate(value) ? parseDate(value) : null

  const box = useRef<HTMLDivElement>(null)
  useBegun(begun, ({ hasFocus, part, keys, keysFrom, isOpened }) => {
    const group = box.current?.closest<HTMLElement>('[role=group]')
    const focusPart = (at: number) => group?.querySelectorAll<HTMLElement>(DATE_PARTS)[at]?.focus()
    const before = document.activeElement
    if (keys.length > 0) {
      focusPart(keysFrom)
      // In one go, after this render, so that everything that the owner types meanwhile comes after it.
      queueMicrotask(() => {
        typeAll(keys)
        if (!hasFocus && before instanceof HTMLElement) before.focus()
      })
    } else if (part === null) group?.focus()
    else focusPart(part)
    if (isOpened) pressSoon(group?.querySelector('button'))
  })

  // "27" typed as a year means 2027; react-aria would keep the year 27.
  function handleBlur() {
    if (date && date.year < 100) onChange(new CalendarDate(2000 + date.year, date.month, date.day).toString())
    onBlur?.()
  }

  return (
    <I18nProvider locale={dateLocale}>
      <DatePicker
        value={date}
        onChange={(next) => onChange(next ? next.toString() : null)}
        onBlur={handleBlur}
        granularity="day"
        shouldForceLeadingZeros
        isRequired={isRequired === true}
        isDisabled={isDisabled}
        isInvalid={Boolean(errorMessage)}
        validationBehavior="aria"
        className={`${fieldClass} outline-none`}
      >
        <FieldLabel label={label} isRequired={isRequired} />
        <Group ref={ref} tabIndex={-1} className={groupClass}>
          <DateInput ref={box} className={datePartsClass}>
            {(segment) => <DateSegment segment={segment} className={datePartClass} />}
          </DateInput>
          <Button aria-label={t`Open calendar`} className={dateButtonClass}>
            <CalendarDays className="size-5" aria-hidden />
          </Button>
        </Group>
        <FieldNotes
          name={props.name}
          description={withWords(value, description)}
          errorMessage={errorMessage}
        />
        <Popover className={popoverClass}>
          <Dialog className="p-3 outline-none">
            <MonthCalendar />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

/** Types digits into the focused part. A full part passes the focus on before the next digit. */
function typeAll(digits: readonly string[]): void {
  for (const data of digits) {
    const event = { data, inputType: 'insertText', bubbles: true, cancelable: true }
    flushSync(() => document.activeElement?.dispatchEvent(new InputEvent('beforeinput', event)))
  }
}
