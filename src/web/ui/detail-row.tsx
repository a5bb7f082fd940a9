import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type DetailRowProps = { name: string; isMono?: boolean; children: ReactNode }

/** A fact of a `<dl>`. Its name is above it where large letters leave no room beside it. Nothing for an empty fact. */
export function DetailRow({ name, isMono = false, children }: DetailRowProps) {
  if (!children) return null
  return (
    <div className="flex flex-wrap gap-x-4 py-2.5">
      <dt className="w-32 max-w-full text-muted">{name}</dt>
      <dd className={clsx('min-w-0 flex-[1_1_8rem] [overflow-wrap:anywhere]', isMono && 'font-mono')}>
        {children}
      </dd>
    </div>
  )
}
