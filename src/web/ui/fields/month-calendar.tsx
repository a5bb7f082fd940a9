import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components'

const arrow =
  'grid size-11 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink disabled:opacity-40'
const picker = 'h-11 cursor-pointer rounded-control bg-surface px-2 font-semibold hover:bg-sunken'

/** One month at a time; month and year are native selects, because an expiration date can be years away. */
export function MonthCalendar() {
  return (
    <Calendar>
      <header className="flex items-center justify-between gap-1 pb-1">
        <Button slot="previous" className={arrow}>
          <ChevronLeft className="size-5" aria-hidden />
        </Button>
        <div className="flex">
          <CalendarMonthPicker>{(months) => <Picker {...months} />}</CalendarMonthPicker>
          <CalendarYearPicker visibleYears={24}>{(years) => <Picker {...years} />}</CalendarYearPicker>
        </div>
        <Button slot="next" className={arrow}>
          <ChevronRight className="size-5" aria-hidden />
        </Button>
      </header>
      <CalendarGrid className="border-collapse">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="size-10 font-normal text-muted text-sm">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={clsx(
                'grid size-11 cursor-pointer place-items-center rounded-full outline-none hover:bg-sunken outside-month:hidden',
                'selected:bg-accent selected:font-semibold selected:text-on-accent disabled:opacity-40',
                'focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-1',
              )}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

type PickerProps = {
  'aria-label': string
  value: string | number
  onChange: (key: string | number | null) => void
  items: { id: number; formatted: string }[]
}

function Picker({ 'aria-label': label, value, onChange, items }: PickerProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={picker}
    >
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {item.formatted}
        </option>
      ))}
    </select>
  )
}
