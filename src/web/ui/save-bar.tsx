import type { ReactNode } from 'react'

/** The buttons that end a form; always in view, above the elements fixed to the bottom. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-save-bar
      className="z-20 flex flex-wrap gap-3 max-lg:-mx-4 sticky bottom-(--bottom-stack-height) border-line border-t bg-paper py-2 max-lg:px-4 max-sm:*:flex-1 sm:max-lg:-mx-6 sm:max-lg:px-6"
    >
      {children}
    </div>
  )
}
