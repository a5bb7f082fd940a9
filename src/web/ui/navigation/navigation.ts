import { createContext, use, useState } from 'react'

export type Navigation = {
  /** Path and search of the page that is shown. */
  href: string
  /** Opens a page of this site by its path and search. */
  open(href: string, options?: { replace?: boolean }): unknown
}

/** From the router, or without the router on a visitor's pages. */
export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('This is used outside of a NavigationContext')
  return navigation
}

/** `href` without its search and fragment. */
export function pathOf(href: string): string {
  return href.replace(/[?#].*/, '')
}

/**
 * The newest URL that belongs to the calling page. The router's URL changes while this page is still shown, because the
 * next page loads first.
 */
export function usePageHref(isOwn: (path: string) => boolean): string {
  const { href } = useNavigation()
  const [own, setOwn] = useState(href)
  if (href === own || !isOwn(pathOf(href))) return own
  setOwn(href)
  return href
}
