/** Long enough that someone who types has stopped. */
const PAUSE_MS = 2_000

/**
 * Calls `start` after `ms`, or later: when nobody has typed or tapped for two seconds. What starts then keeps a slow phone busy
 * for a fifth of a second, which would delay the next letter.
 */
export function startInPause(start: () => void, ms: number): void {
  const listening = new AbortController()
  let mayStartAt = 0
  const onInput = () => {
    mayStartAt = performance.now() + PAUSE_MS
  }
  for (const input of ['keydown', 'pointerdown'])
    addEventListener(input, onInput, { capture: true, signal: listening.signal })
  const attempt = () => {
    const left = mayStartAt - performance.now()
    if (left > 0) return setTimeout(attempt, left)
    listening.abort()
    start()
  }
  setTimeout(attempt, ms)
}
