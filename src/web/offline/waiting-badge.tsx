import { CloudUpload, GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { useIsOffline, useWaiting } from './offline-state.ts'

/**
 * Marks records that were created or changed without a connection, until they are sent; `isShort` shows only the icon.
 */
export function WaitingBadge({ id, isShort = false }: { id: string; isShort?: boolean }) {
  const state = useWaiting(id)
  if (!state) return null
  const [Icon, words] =
    state === 'conflict'
      ? ([GitCompareArrows, t`Changed on another device`] as const)
      : ([CloudUpload, state === 'waiting' ? t`Waiting to be sent` : t`Not accepted`] as const)
  return (
    <span
      className={`inline-flex w-fit items-center gap-1.5 rounded-full bg-sunken py-0.5 font-semibold text-ink text-sm ${isShort ? 'px-1' : 'pr-3 pl-2'}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={isShort ? 'sr-only' : undefined}>{words}</span>
    </span>
  )
}

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
