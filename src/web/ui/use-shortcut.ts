import { useEffect, useEffectEvent } from 'react'

/**
 * Runs `onPress` for a key of `KeyboardEvent.key`, `Control+` before it for the Control or Command key, unless the user
 * is typing or a dialog is open. `onPress` returns whether there was something to do; otherwise the browser acts.
 */
export function useShortcut(key: string, onPress: () => boolean): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const held = event.ctrlKey || event.metaKey ? 'Control+' : ''
      if (event.altKey || event.defaultPrevented || `${held}${event.key}` !== key) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (press()) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [key])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  )
}
