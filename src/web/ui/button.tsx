import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Icon, type IconLike } from './icon.tsx'
import { SpinnerIcon } from './spinner.tsx'

type ButtonProps = ButtonLook &
  Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
    children?: ReactNode
    className?: string
    ref?: Ref<HTMLButtonElement>
  }

/**
 * While `isPending` the label keeps its space under the spinner, so that nothing shifts, and a press does nothing. Not
 * react-aria's own `isPending`: its announcement refers to an element that is gone once the screen has changed.
 */
export function Button({ tone, size, wide, className, children, isPending, type, ...props }: ButtonProps) {
  return (
    <AriaButton
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
    </AriaButton>
  )
}

type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  label: string
  icon: IconLike
  tone?: 'quiet' | 'danger'
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** 44 by 44 pixels; `label` is for screen readers. */
export function IconButton({ label, icon, tone = 'quiet', className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-control transition-colors duration-150',
        'disabled:cursor-not-allowed disabled:opacity-50',
        tone === 'danger'
          ? 'text-expired hover:bg-expired-soft pressed:bg-expired-soft'
          : 'text-muted hover:bg-sunken hover:text-ink pressed:bg-sunken',
        className,
      )}
    >
      <Icon icon={icon} />
    </AriaButton>
  )
}
