import type { ReactNode } from 'react'

/** Buttons in a row that wraps on narrow screens. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>
}
