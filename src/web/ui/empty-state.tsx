import type { ReactNode } from 'react'
import { BadgeStrap } from './badge-strap.tsx'

type EmptyStateProps = { picture?: ReactNode; title: string; body?: ReactNode; action?: ReactNode }

/** An empty list with its first step. Without a custom picture it shows an empty strap. */
export function EmptyState({
  picture = <BadgeStrap tone="neutral" className="h-20" />,
  title,
  body,
  action,
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-line-strong/50 border-dashed px-6 pb-12 text-center">
      {picture}
      <div className="flex max-w-md flex-col gap-1">
        <h2 className="text-lg">{title}</h2>
        {body && <div className="text-muted">{body}</div>}
      </div>
      {action}
    </div>
  )
}
