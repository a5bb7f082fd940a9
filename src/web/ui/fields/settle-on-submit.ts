import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * Before the form around `control` is submitted, `settle` accepts what is typed and not stored yet, as on leaving the
 * field. If it returns false, the form is not submitted.
 */
export function useSettleOnSubmit(control: RefObject<HTMLElement | null>, settle: () => boolean): void {
  const settleNow = useEffectEvent(() => flushSync(settle))
  useEffect(() => {
    const settleFirst = (event: SubmitEvent) => {
      if (!(event.target as Node).contains(control.current) || settleNow()) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('submit', settleFirst, true)
    return () => document.removeEventListener('submit', settleFirst, true)
  }, [control])
}
