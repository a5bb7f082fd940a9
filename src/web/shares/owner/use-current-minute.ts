import { useSyncExternalStore } from 'react'
import { serverNow } from '#web/http/server-clock.ts'

const MINUTE_MS = 60_000

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 10_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const thisMinute = () => Math.floor(serverNow().getTime() / MINUTE_MS)

/** The current minute, so that "in 20 minutes" counts down. */
export function useCurrentMinute(): Date {
  return new Date(useSyncExternalStore(onMinute, thisMinute, thisMinute) * MINUTE_MS)
}
