import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(
  ({ tone, size, wide, className, ...props }: ButtonLook & ComponentProps<'a'>) => (
    <a {...props} className={clsx(buttonClass({ tone, size, wide }), className)} />
  ),
)
