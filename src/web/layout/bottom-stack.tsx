import { type ReactNode, useEffect, useRef } from 'react'

/**
 * What is fixed to the bottom of the window, stacked. Its height is told to the page as `--dock`, so that the end of the
 * page, a focused field and the toasts stay clear of it, however its text wraps.
 */
export function Dock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = dock.current
    if (!element) return
    const page = document.documentElement
    const watch = new ResizeObserver(() => page.style.setProperty('--dock', `${element.offsetHeight}px`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--dock')
    }
  }, [])
  return (
    <div ref={dock} className="fixed inset-x-0 bottom-0 z-40">
      {children}
    </div>
  )
}
