import type { ReactNode } from 'react'

/** Buttons beside each other that wrap on narrow screens. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>
}
