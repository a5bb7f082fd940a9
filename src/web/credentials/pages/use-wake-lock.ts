import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while the component is shown, if the browser can. Returns whether it does. Hiding the window
 * releases the lock, so it is requested again when the window returns.
 */
export function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!navigator.wakeLock) return
    let held: WakeLockSentinel | null = null
    let isRequesting = false
    let isOver = false
    const request = async () => {
      if (isRequesting || held || document.visibilityState !== 'visible') return
      isRequesting = true
      // The browser may refuse, for example if the battery is low. The screen then turns off as usual.
      const lock = await navigator.wakeLock.request('screen').catch(() => null)
      isRequesting = false
      if (isOver) return release(lock)
      held = lock
      setHeld(lock !== null)
      lock?.addEventListener('release', () => {
        held = null
        setHeld(false)
      })
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      release(held)
    }
  }, [])
  return isHeld
}

function release(lock: WakeLockSentinel | null): void {
  void lock?.release().catch(() => undefined)
}
