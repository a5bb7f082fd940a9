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
  'data-invalid:border-expired disabled:opacity-60',
]

const single = clsx(
  edge,
  'min-h-11 w-full min-w-0 px-3 text-base placeholder:text-muted',
  'focus:border-accent focus:outline-2 focus:outline-accent focus:outline-offset-0',
)

/** The box of a single input. */
export const inputClass = clsx(single, 'read-only:bg-sunken')

/** The box around several parts. The parts themselves have no border. */
export const groupClass = clsx(
  edge,
  'flex min-h-11 w-full min-w-0 items-center focus-within:border-accent',
  'focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-0',
)

/** The input and the button of a combo box, inside such a box. */
export const comboInputClass =
  'min-h-10 w-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none placeholder:text-muted'
export const comboButtonClass =
  'grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink'

/** The parts and the button of a date, inside such a box. */
export const datePartsClass = 'flex min-h-10 outline-none flex-1 items-center px-2'
export const datePartClass =
  'type-literal:px-0 rounded-[6px] px-1 py-0.5 tabular-nums caret-transparent outline-none placeholder-shown:text-muted focus:bg-accent focus:text-on-accent'
export const dateButtonClass =
  'grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink'

/**
 * The button of a select. In CSS every button counts as read-only, but this one must not look like a read-only input.
 */
export const selectClass = clsx(single, 'flex cursor-pointer items-center justify-between gap-2 text-left')
