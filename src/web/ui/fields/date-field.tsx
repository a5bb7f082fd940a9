import { CalendarDate, parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import type { Ref } from 'react'
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
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { type FieldProps, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { popoverClass } from './option-list.tsx'

type DateFieldProps = FieldProps & {
  name?: string
  /** `YYYY-MM-DD`, or `null` while the date is not complete. */
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
}

/** The owner's order of day and month, but always the Gregorian calendar, which is printed on cards. */
function gregorian(locale: string | null | undefined): string {
  try {
    return new Intl.Locale(locale ?? navigator.language, { calendar: 'gregory' }).toString()
  } catch {
    return 'en-US'
  }
}

export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onBlur, description, errorMessage, isRequired, isDisabled, ref } = props
  const { user } = useSession()
  const date = value && isCalendarDate(value) ? parseDate(value) : null

  // "27" typed as a year means 2027; react-aria would keep the year 27.
  function handleBlur() {
    if (date && date.year < 100) onChange(new CalendarDate(2000 + date.year, date.month, date.day).toString())
    onBlur?.()
  }

  return (
    <I18nProvider locale={gregorian(user?.locale)}>
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
          <DateInput className="flex min-h-10 outline-none flex-1 items-center px-2">
            {(segment) => (
              <DateSegment
                segment={segment}
                className="type-literal:px-0 rounded-[6px] px-1 py-0.5 tabular-nums caret-transparent outline-none placeholder-shown:text-muted focus:bg-accent focus:text-on-accent"
              />
            )}
          </DateInput>
          <Button
            aria-label={t`Open calendar`}
            className="grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink"
          >
            <CalendarDays className="size-5" aria-hidden />
          </Button>
        </Group>
        <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
        <Popover className={popoverClass}>
          <Dialog className="p-3 outline-none">
            <MonthCalendar />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}
