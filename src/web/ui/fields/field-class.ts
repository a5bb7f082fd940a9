import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The props of every field. */
export type FieldProps = {
  label: string
  description?: ReactNode
  errorMessage?: string | null
  isRequired?: boolean
  isDisabled?: boolean
}

export const fieldClass = 'flex w-full min-w-0 flex-col gap-1.5'
export const labelClass = 'font-semibold text-ink'
export const descriptionClass = 'grid gap-1 text-muted text-sm'
export const errorClass = 'font-semibold text-expired text-sm'

const edge = [
  'rounded-control border border-line-strong bg-surface text-ink transition-colors duration-150',
  'aria-invalid:border-expired disabled:opacity-60',
]

const single = clsx(
  edge,
  'min-h-11 w-full min-w-0 px-3 text-base placeholder:text-muted',
  'focus:border-accent focus:outline-2 focus:outline-accent focus:outline-offset-0',
)

/** The box of a single input. */
export const inputClass = clsx(single, 'read-only:bg-sunken')

/** Safari on a phone centers the date, and gives an empty one no height. */
export const dateClass = clsx(
  single,
  'appearance-none [&::-webkit-date-and-time-value]:min-h-6 [&::-webkit-date-and-time-value]:text-left',
)

/** The chevron is drawn beside the select. In CSS a select counts as read-only, but must not look so. */
export const selectClass = clsx(single, 'cursor-pointer appearance-none truncate pr-10')

/** The box around an input and its buttons. The input itself has no border. */
export const groupClass = clsx(
  'flex min-h-11 w-full min-w-0 items-center rounded-control border border-line-strong bg-surface text-ink',
  'transition-colors duration-150 focus-within:border-accent has-aria-invalid:border-expired has-[input:disabled]:opacity-60',
  'focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-0',
)
export const groupInputClass =
  'min-h-10 w-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none placeholder:text-muted'
export const groupButtonClass =
  '-my-px grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink disabled:opacity-40'

/** The box of menus and lists, and a row in it. */
export const popoverClass = 'rise overflow-auto rounded-card border border-line bg-surface shadow-card'
export const optionClass = clsx(
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-ink outline-none',
  'focus:bg-accent-soft hover:bg-sunken aria-selected:bg-accent-soft',
)
