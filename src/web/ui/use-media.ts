import { useSyncExternalStore } from 'react'

/** Whether the window matches this media query now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** The width from which a screen is wider than a phone: Tailwind's `sm`. */
export const WIDER_THAN_PHONE = '(min-width: 40rem)'

/** The width from which two columns fit side by side: Tailwind's `lg`. */
export const WIDE = '(min-width: 64rem)'
