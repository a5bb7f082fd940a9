import { type ComponentType, createElement, isValidElement, type ReactElement } from 'react'

/** An icon either as a component (`Trash2`) or as an element (`<Trash2 />`). */
export type IconLike = ReactElement | ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

export function Icon({ icon, className = 'size-5 shrink-0' }: { icon: IconLike; className?: string }) {
  return isValidElement(icon) ? icon : createElement(icon, { className, 'aria-hidden': true })
}
