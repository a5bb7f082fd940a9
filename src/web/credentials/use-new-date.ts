import { useEffect, useEffectEvent } from 'react'

/** Fills in a date once, as if the owner had typed it. Saving is left to the owner. */
export function useNewDate(date: string | undefined, fill: (date: string) => void): void {
  const fillIn = useEffectEvent(fill)
  useEffect(() => {
    if (date !== undefined) fillIn(date)
  }, [date])
}
