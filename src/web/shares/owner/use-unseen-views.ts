import { useEffect, useState } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { type SessionUser, useUser } from '#web/session/session.ts'

/**
 * By share id: its last view at the time when the owner last saw the share. These are server instants, compared only
 * for equality.
 */
export type SeenViews = Record<string, string>
export type ViewedShare = Pick<Share, 'id' | 'lastViewedAt'>

const MAX_STORED = 300

/** The stored value, or nothing if it cannot be read. */
export function parseSeenViews(text: string | null): SeenViews {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).filter(([, at]) => typeof at === 'string'))
  } catch {
    return {}
  }
}

/** Whether the share was viewed since the owner last saw it. */
export function isUnseen({ id, lastViewedAt }: ViewedShare, seenViews: SeenViews): boolean {
  return lastViewedAt !== null && (!Object.hasOwn(seenViews, id) || seenViews[id] !== lastViewedAt)
}

/** Adds the shares on the screen; drops the oldest entries when there are too many. */
export function withSeen(seenViews: SeenViews, shown: readonly ViewedShare[]): SeenViews {
  const opened = shown.flatMap(({ id, lastViewedAt }) => (lastViewedAt ? [[id, lastViewedAt] as const] : []))
  const fresh = Object.fromEntries(opened)
  const others = Object.entries(seenViews).filter(([id]) => !Object.hasOwn(fresh, id))
  return Object.fromEntries([...others, ...opened].slice(-MAX_STORED))
}

const keyOf = (userId: string) => `lanyard-shares-seen-${userId}`

/** Stored per browser and account, never sent to the server. */
export function readSeenViews(userId: string): SeenViews {
  try {
    return parseSeenViews(localStorage.getItem(keyOf(userId)))
  } catch {
    return {}
  }
}

/** Returns the shares that were viewed since the owner last saw them, measured when this screen opened. */
export function useUnseenViews(): (share: ViewedShare) => boolean {
  const { id } = useUser()
  const [seenViews] = useState(() => readSeenViews(id))
  return (share) => isUnseen(share, seenViews)
}

/** Marks the views of these shares as seen from the next screen on. */
export function useMarkViewsSeen(shown: readonly ViewedShare[]): void {
  const { id, sessionKind } = useUser()
  useEffect(() => markViewsSeen({ id, sessionKind }, shown), [id, sessionKind, shown])
}

export function markViewsSeen(
  { id, sessionKind }: Pick<SessionUser, 'id' | 'sessionKind'>,
  shown: readonly ViewedShare[],
): void {
  // Stores nothing on a shared computer.
  if (shown.length === 0 || sessionKind === 'shared') return
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(withSeen(readSeenViews(id), shown)))
  } catch {
    // Without storage, every viewed share stays marked.
  }
}
