import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  createElement,
  isValidElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { t } from '#web/i18n/t.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { SpinnerIcon } from './spinner.tsx'

export type PlainButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'style'> & {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The native button. Elements around it, such as a row, do not receive the press. */
export function PlainButton({ onPress, isDisabled, type = 'button', onKeyDown, ...props }: PlainButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.stopPropagation()
    // Safari does not focus a button when it is clicked, so a dialog would not know where to return the focus.
    if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true })
    onPress?.()
  }
  function handleKey(event: KeyboardEvent<HTMLButtonElement>) {
    // Holding Enter would press again and again.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    onKeyDown?.(event)
  }
  return <button {...props} type={type} disabled={isDisabled} onClick={press} onKeyDown={handleKey} />
}

type ButtonProps = ButtonLook & PlainButtonProps & { isPending?: boolean | undefined }

/**
 * While `isPending`, the label keeps its space under the spinner, so that nothing shifts, and pressing does nothing.
 */
export function Button({ tone, size, wide, className, children, isPending, type, ...props }: ButtonProps) {
  return (
    <PlainButton
      {...props}
      type={isPending ? 'button' : type}
      {...(isPending ? { onPress: undefined, 'aria-disabled': true } : {})}
      className={clsx(buttonClass({ tone, size, wide }), className)}
    >
      <span className={clsx('inline-flex items-center gap-2', isPending && 'invisible')}>{children}</span>
      {isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerIcon className="size-6" />
          <span className="sr-only">{t`Working`}</span>
        </span>
      )}
    </PlainButton>
  )
}

type IconButtonProps = Omit<PlainButtonProps, 'children'> & {
  label: string
  icon: IconLike
  tone?: 'quiet' | 'danger'
}

/** 44 by 44 pixels; `label` is for screen readers. */
export function IconButton({ label, icon, tone = 'quiet', className, ...props }: IconButtonProps) {
  return (
    <PlainButton
      {...props}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 cursor-pointer touch-manipulation select-none place-items-center rounded-control transition-colors duration-150',
        'disabled:cursor-not-allowed disabled:opacity-50',
        tone === 'danger'
          ? 'text-expired hover:bg-expired-soft active:bg-expired-soft'
          : 'text-muted hover:bg-sunken hover:text-ink active:bg-sunken',
        className,
      )}
    >
      <Icon icon={icon} />
    </PlainButton>
  )
}

/** Buttons in a row that wraps on narrow screens. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>
}

/** An icon either as a component (`Trash2`) or as an element (`<Trash2 />`). */
export type IconLike = ReactElement | ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

export function Icon({ icon, className = 'size-5 shrink-0' }: { icon: IconLike; className?: string }) {
  return isValidElement(icon) ? icon : createElement(icon, { className, 'aria-hidden': true })
}

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

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(
  ({ tone, size, wide, className, ...props }: ButtonLook & ComponentProps<'a'>) => (
    <a {...props} className={clsx(buttonClass({ tone, size, wide }), className)} />
  ),
)
