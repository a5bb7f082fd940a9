import { formatLongDate } from '#shared/kernel/format-date.ts'

/** "March 31, 2027". */
export const dayText = (date: string): string => formatLongDate(date, 'en-US')

/** "1 course", "2 courses". */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
