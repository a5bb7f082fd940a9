import { type ReactNode, useEffect, useRef } from 'react'

/** Smaller changes are the browser's own bars. */
const KEYBOARD_PX = 120

/** The part of the window that the on-screen keyboard covers, where it does not make the window smaller. */
function keyboardHeight(): number {
  const view = window.visualViewport
  if (!view || view.scale > 1) return 0
  const covered = Math.round(window.innerHeight - view.height - view.offsetTop)
  return covered > KEYBOARD_PX ? covered : 0
}

/**
 * Stacks the elements that are fixed to the bottom of the window. Sets its height as `--bottom-stack-height`, so that
 * the end of the page, a focused field and the toasts stay clear of it at any number of text lines. An on-screen keyboard
 * covers the stack, and takes its place for all of them. In a low window the stack scrolls with the page.
 */
export function BottomStack({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = stack.current
    if (!element) return
    const page = document.documentElement
    const view = window.visualViewport
    function measure() {
      if (!element) return
      const own = getComputedStyle(element).position === 'fixed' ? element.offsetHeight : 0
      page.style.setProperty('--bottom-stack-height', `${Math.max(own, keyboardHeight())}px`)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    watch.observe(page)
    view?.addEventListener('resize', measure)
    view?.addEventListener('scroll', measure)
    return () => {
      watch.disconnect()
      view?.removeEventListener('resize', measure)
      view?.removeEventListener('scroll', measure)
      page.style.removeProperty('--bottom-stack-height')
    }
  }, [])
  return (
    <div
      ref={stack}
      className="short:static fixed inset-x-0 bottom-0 z-40 bg-surface pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]"
    >
      {children}
    </div>
  )
}
