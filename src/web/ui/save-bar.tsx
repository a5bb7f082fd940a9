import type { ReactNode } from 'react'

/** The buttons that end a form; on small windows always in view, above what is fixed to the bottom. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-save-bar
      className="z-20 flex flex-wrap gap-3 max-lg:-mx-4 max-lg:sticky max-lg:bottom-(--bottom-stack-height) max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:py-2 max-sm:*:flex-1 sm:max-lg:-mx-6 sm:max-lg:px-6"
    >
      {children}
    </div>
  )
}
