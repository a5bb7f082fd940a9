import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

function onMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 10_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS)

/** The minute that it is, so that "in 20 minutes" does not stand still. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(onMinute, thisMinute, thisMinute) * MINUTE_MS)
}
