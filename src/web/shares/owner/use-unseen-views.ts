import { useEffect, useState } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { useUser } from '#web/session/session.ts'

/** By a link's id: its last opening, as it was when she last saw it. Instants of the server, so no clock is compared. */
type Looked = Record<string, string>
type Seen = Pick<Share, 'id' | 'lastViewedAt'>

const KEPT = 300

/** What was kept, or nothing where that cannot be read. */
export function parseLooked(text: string | null): Looked {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).filter(([, at]) => typeof at === 'string'))
  } catch {
    return {}
  }
}

/** True of a link that was opened since she last saw it. */
export function isNews({ id, lastViewedAt }: Seen, looked: Looked): boolean {
  return lastViewedAt !== null && (!Object.hasOwn(looked, id) || looked[id] !== lastViewedAt)
}

/** With these seen, too. What was seen longest ago is left out once there are too many. */
export function withLook(looked: Looked, shown: readonly Seen[]): Looked {
  const opened = shown.flatMap(({ id, lastViewedAt }) => (lastViewedAt ? [[id, lastViewedAt] as const] : []))
  const fresh = Object.fromEntries(opened)
  const others = Object.entries(looked).filter(([id]) => !Object.hasOwn(fresh, id))
  return Object.fromEntries([...others, ...opened].slice(-KEPT))
}

const keyOf = (userId: string) => `lanyard-shares-seen-${userId}`

/** In this browser, for this account: marks of what is new need no more, and nothing of it leaves the device. */
function readLooked(userId: string): Looked {
  try {
    return parseLooked(localStorage.getItem(keyOf(userId)))
  } catch {
    return {}
  }
}

/** Which links were opened since she last looked, as it was when this screen came up. */
export function useShareNews(): (share: Seen) => boolean {
  const { id } = useUser()
  const [looked] = useState(() => readLooked(id))
  return (share) => isNews(share, looked)
}

/** She sees these now; from the next screen on they are no news. */
export function useShareLook(shown: readonly Seen[]): void {
  const { id, sessionKind } = useUser()
  useEffect(() => {
    // A shared computer keeps nothing.
    if (shown.length === 0 || sessionKind === 'shared') return
    try {
      localStorage.setItem(keyOf(id), JSON.stringify(withLook(readLooked(id), shown)))
    } catch {
      // Without a place to keep it, everything opened stays marked.
    }
  }, [id, sessionKind, shown])
}
