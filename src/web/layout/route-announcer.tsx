import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** After a navigation, moves the focus to the new page and announces its title once the page has set it. */
export function RouteAnnouncer({ main }: { main: RefObject<HTMLElement | null> }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])

  useEffect(() => {
    const watch = new MutationObserver(() => setTitle(document.title))
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
