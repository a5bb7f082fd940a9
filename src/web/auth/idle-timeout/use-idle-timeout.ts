import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findCurrentSession } from '#web/session/session.ts'

const MINUTE = 60_000
const LIMIT = 15 * MINUTE
const WARNING = MINUTE
const useEvents = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll'] as const
const resumeEvents = ['focus', 'pageshow', 'visibilitychange'] as const

type IdleTimeout = { isWarned: boolean; extend: () => void }

/**
 * Measures how long Lanyard was unused in every tab of this browser, and calls `onTimeout` after 15 minutes. In the
 * last minute `isWarned` is true, and only `extend` counts as use. Compares the computer's clock each second, because
 * timers stop while a laptop sleeps. Tabs exchange messages; nothing is stored.
 */
export function useIdleTimeout(onTimeout: () => void): IdleTimeout {
  const [isWarned, setWarned] = useState(false)
  const extend = useRef(() => {})
  const timeOut = useEffectEvent(onTimeout)

  useEffect(() => {
    let usedAt = Date.now()
    let announcedAt = 0
    let checkedAt = usedAt
    let isTimedOut = false
    const channel = new BroadcastChannel('lanyard-shared-computer')

    function end() {
      if (isTimedOut) return
      isTimedOut = true
      timeOut()
    }

    function check(): number {
      const now = Date.now()
      // The clock was set back.
      if (now < usedAt) usedAt = now
      const idle = now - usedAt
      if (idle >= LIMIT) end()
      else setWarned(idle >= LIMIT - WARNING)
      return idle
    }

    function use() {
      usedAt = Date.now()
      setWarned(false)
      if (usedAt - announcedAt < 1000) return
      announcedAt = usedAt
      channel.postMessage(usedAt)
    }

    function handleUse(event: Event) {
      // Browsers send a pointermove when the element under the pointer changes.
      if (
        event instanceof PointerEvent &&
        event.type === 'pointermove' &&
        !event.movementX &&
        !event.movementY
      )
        return
      // The first touch after a long sleep arrives before any timer.
      if (check() < LIMIT - WARNING) use()
    }

    /** Typing sends no requests, and the server's own 15 minutes must not end before these. */
    async function keepAlive() {
      const now = Date.now()
      if (now - checkedAt <= MINUTE || checkedAt >= usedAt + MINUTE) return
      checkedAt = now
      const session = await findCurrentSession().catch(() => undefined)
      if (session === null) end()
    }

    const timer = setInterval(() => {
      check()
      if (!isTimedOut) void keepAlive()
    }, 1000)
    channel.onmessage = ({ data }) => {
      if (data === 'over') return end()
      if (typeof data === 'number' && data > usedAt) usedAt = data
      check()
    }
    extend.current = () => {
      if (check() < LIMIT) use()
    }
    const listening = { capture: true, passive: true }
    for (const name of useEvents) addEventListener(name, handleUse, listening)
    for (const name of resumeEvents) addEventListener(name, check, listening)
    use()
    return () => {
      for (const name of useEvents) removeEventListener(name, handleUse, listening)
      for (const name of resumeEvents) removeEventListener(name, check, listening)
      clearInterval(timer)
      channel.close()
    }
  }, [])

  return { isWarned, extend: () => extend.current() }
}

/** Signs the other tabs out with this one. */
export function announceTimeout(): void {
  const channel = new BroadcastChannel('lanyard-shared-computer')
  channel.postMessage('over')
  channel.close()
}
