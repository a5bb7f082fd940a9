import { useEffect, useState } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { type SessionUser, useUser } from '#web/session/session.ts'

/**
 * By share id: its last view when the owner last saw it. `EVERYTHING`: the newest event that the bell showed. Instants
 * of the server, compared only with each other.
 */
export type SeenViews = Record<string, string>
type ViewedShare = Pick<Share, 'id' | 'lastViewedAt'>
type Viewer = Pick<SessionUser, 'id' | 'sessionKind'>

const MAX_STORED = 300
const EVERYTHING = 'everything'

/** The stored value, or nothing when it cannot be read. */
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
  if (lastViewedAt === null || lastViewedAt <= (seenUntil(seenViews) ?? '')) return false
  return !Object.hasOwn(seenViews, id) || seenViews[id] !== lastViewedAt
}

/** The instant of the newest event that the bell showed here. */
export function seenUntil(seenViews: SeenViews): string | null {
  return seenViews[EVERYTHING] ?? null
}

/** Adds the shares on the screen; drops the oldest entries when there are too many. */
export function withSeen(seenViews: SeenViews, shown: readonly ViewedShare[]): SeenViews {
  return withEntries(
    seenViews,
    shown.flatMap(({ id, lastViewedAt }) => (lastViewedAt ? [[id, lastViewedAt] as const] : [])),
  )
}

/** Adds that the bell showed everything until then. */
export function withEverythingSeen(seenViews: SeenViews, until: string): SeenViews {
  return until > (seenUntil(seenViews) ?? '') ? withEntries(seenViews, [[EVERYTHING, until]]) : seenViews
}

function withEntries(seenViews: SeenViews, added: readonly (readonly [string, string])[]): SeenViews {
  const fresh = Object.fromEntries(added)
  const others = Object.entries(seenViews).filter(([id]) => !Object.hasOwn(fresh, id))
  const until = seenUntil(seenViews)
  const kept = Object.fromEntries([...others, ...added].slice(-MAX_STORED))
  return until === null ? kept : { [EVERYTHING]: until, ...kept }
}

const keyOf = (userId: string) => `lanyard-shares-seen-${userId}`

/** Of a shared computer, where nothing is stored. Gone with the page. */
const unstored = new Map<string, SeenViews>()

/** Stored per browser and account, never sent to the server. */
export function readSeenViews({ id, sessionKind }: Viewer): SeenViews {
  try {
    if (sessionKind === 'shared') return unstored.get(id) ?? {}
    return parseSeenViews(localStorage.getItem(keyOf(id)))
  } catch {
    return unstored.get(id) ?? {}
  }
}

export function changeSeenViews(viewer: Viewer, change: (before: SeenViews) => SeenViews): void {
  const after = change(readSeenViews(viewer))
  unstored.set(viewer.id, after)
  if (viewer.sessionKind === 'shared') return
  try {
    localStorage.setItem(keyOf(viewer.id), JSON.stringify(after))
  } catch {
    // Without storage, it is remembered until the page is closed.
  }
}

/** Tells which shares were viewed since the owner last saw them, as of when this screen came up. */
export function useUnseenViews(): (share: ViewedShare) => boolean {
  const viewer = useUser()
  const [seenViews] = useState(() => readSeenViews(viewer))
  return (share) => isUnseen(share, seenViews)
}

/** Marks the views of these shares as seen from the next screen on. */
export function useMarkViewsSeen(shown: readonly ViewedShare[]): void {
  const { id, sessionKind } = useUser()
  useEffect(() => {
    if (shown.length > 0) changeSeenViews({ id, sessionKind }, (before) => withSeen(before, shown))
  }, [id, sessionKind, shown])
}
