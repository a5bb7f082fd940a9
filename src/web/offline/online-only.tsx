import type { ReactNode } from 'react'
import { useIsOffline } from './offline-state.ts'

/** Actions that need a connection: without one they cannot be pressed. */
export function OnlineOnly({ children }: { children: ReactNode }) {
  const isOffline = useIsOffline()
  if (!isOffline) return children
  return (
    <span inert className="inline-flex flex-wrap items-center gap-2 opacity-50">
      {children}
    </span>
  )
}
