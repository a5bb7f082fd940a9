import { useSyncExternalStore } from 'react'
import { todayIn } from '#shared/kernel/dates.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { useSession } from './session.ts'

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, 20_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Today as `YYYY-MM-DD` by the server's clock, in the owner's time zone. Changes at midnight. */
export function useToday(): string {
  const timeZone = useSession().user?.timeZone ?? null
  const today = () => todayIn(serverNow(), timeZone)
  return useSyncExternalStore(subscribeToClock, today, today)
}
