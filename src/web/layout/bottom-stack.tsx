import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Stacks the elements that are fixed to the bottom of the window. Sets its height as `--bottom-stack-height`, so that
 * the end of the page, a focused field and the toasts stay clear of it at any number of text lines.
 */
export function BottomStack({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = stack.current
    if (!element) return
    const page = document.documentElement
    const watch = new ResizeObserver(() =>
      page.style.setProperty('--bottom-stack-height', `${element.offsetHeight}px`),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--bottom-stack-height')
    }
  }, [])
  return (
    <div ref={stack} className="fixed inset-x-0 bottom-0 z-40">
      {children}
    </div>
  )
}
