import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findCurrentSession } from '#web/session/api.ts'

const MINUTE = 60_000
const LIMIT = 15 * MINUTE
const WARNING = MINUTE
const uses = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll'] as const
const looks = ['focus', 'pageshow', 'visibilitychange'] as const

type Idle = { isWarned: boolean; stay: () => void }

/**
 * Counts how long nobody used Lanyard in any tab of this browser, and calls `onOver` after 15 minutes; for the last of
 * them `isWarned` is true, and only `stay` counts as use. The computer's clock is compared each second, for a timer
 * stands still while a laptop sleeps. Other tabs are told by messages: nothing is written down.
 */
export function useIdleTimeout(onOver: () => void): Idle {
  const [isWarned, setWarned] = useState(false)
  const stay = useRef(() => {})
  const over = useEffectEvent(onOver)

  useEffect(() => {
    let usedAt = Date.now()
    let toldAt = 0
    let askedAt = usedAt
    let isOver = false
    const channel = new BroadcastChannel('lanyard-shared-computer')

    function end() {
      if (isOver) return
      isOver = true
      over()
    }

    function look(): number {
      const now = Date.now()
      // Somebody set the clock back.
      if (now < usedAt) usedAt = now
      const idle = now - usedAt
      if (idle >= LIMIT) end()
      else setWarned(idle >= LIMIT - WARNING)
      return idle
    }

    function use() {
      usedAt = Date.now()
      setWarned(false)
      if (usedAt - toldAt < 1000) return
      toldAt = usedAt
      channel.postMessage(usedAt)
    }

    function handleUse(event: Event) {
      // A browser moves the pointer by itself when what is under it changes.
      if (
        event instanceof PointerEvent &&
        event.type === 'pointermove' &&
        !event.movementX &&
        !event.movementY
      )
        return
      // The first touch after a long sleep comes before any timer.
      if (look() < LIMIT - WARNING) use()
    }

    /** Typing asks the server nothing, and its own 15 minutes must not end before these. */
    async function keepAlive() {
      const now = Date.now()
      if (now - askedAt <= MINUTE || askedAt >= usedAt + MINUTE) return
      askedAt = now
      const session = await findCurrentSession().catch(() => undefined)
      if (session === null) end()
    }

    const timer = setInterval(() => {
      look()
      if (!isOver) void keepAlive()
    }, 1000)
    channel.onmessage = ({ data }) => {
      if (data === 'over') return end()
      if (typeof data === 'number' && data > usedAt) usedAt = data
      look()
    }
    stay.current = () => {
      if (look() < LIMIT) use()
    }
    const how = { capture: true, passive: true }
    for (const name of uses) addEventListener(name, handleUse, how)
    for (const name of looks) addEventListener(name, look, how)
    use()
    return () => {
      for (const name of uses) removeEventListener(name, handleUse, how)
      for (const name of looks) removeEventListener(name, look, how)
      clearInterval(timer)
      channel.close()
    }
  }, [])

  return { isWarned, stay: () => stay.current() }
}

/** The other tabs end with this one. */
export function announceTimeout(): void {
  const channel = new BroadcastChannel('lanyard-shared-computer')
  channel.postMessage('over')
  channel.close()
}
