import { clsx } from 'clsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonLook = { tone?: ButtonTone; size?: 'md' | 'sm'; wide?: boolean }

const tones: Record<ButtonTone, string> = {
  primary: 'forced-colors:border bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken active:bg-sunken',
  // Its text, not its invisible edge, is in line with what is above it.
  quiet: 'quiet -mx-2 text-accent-strong forced-colors:underline hover:bg-accent-soft active:bg-accent-soft',
  danger: 'forced-colors:border bg-expired text-surface hover:opacity-90 active:opacity-90',
}

// A long text takes two lines. The small button is 36 px high; its hit area is 44 px.
const sizes = {
  md: 'min-h-11 min-w-11 py-1 text-base',
  sm: 'min-h-9 py-1 text-sm after:absolute after:-inset-1 after:content-[""]',
}
const insets = { md: 'px-4', sm: 'px-3' }

/** The style of a button, also for links. Imports no behavior, so that the landing page can use it. */
export function buttonClass({ tone = 'secondary', size = 'md', wide = false }: ButtonLook = {}): string {
  return clsx(
    'relative inline-flex print:hidden shrink-0 cursor-pointer touch-manipulation select-none items-center justify-center gap-2 rounded-control',
    'text-balance text-center font-semibold leading-snug no-underline transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-50',
    tones[tone],
    sizes[size],
    tone === 'quiet' ? 'max-w-[calc(100%+1rem)] px-2' : `max-w-full ${insets[size]}`,
    wide ? 'w-full' : '[&:has(+.quiet,+[popover]+.quiet)]:mr-2',
  )
}
