import type { ReactNode } from 'react'

export function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
