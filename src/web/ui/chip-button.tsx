import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from './button.tsx'

type ChipProps = { label?: string; isOn: boolean; onPress(): void; children: ReactNode }

/** One of a few common answers, 44 pixels high for a thumb. When selected it shows a check mark, not only a color. */
export function ChipButton({ label, isOn, onPress, children }: ChipProps) {
  return (
    <PlainButton
      {...(label === undefined ? {} : { 'aria-label': label })}
      aria-pressed={isOn}
      onPress={onPress}
      className={clsx(
        'inline-flex min-h-11 min-w-11 max-w-full cursor-pointer touch-manipulation select-none items-center justify-center gap-1.5 rounded-full border px-3.5 text-left transition-colors duration-150',
        isOn
          ? 'border-accent bg-accent-soft font-semibold text-accent-strong'
          : 'border-line-strong bg-surface text-ink hover:bg-sunken',
      )}
    >
      {isOn && <Check aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0">{children}</span>
    </PlainButton>
  )
}
