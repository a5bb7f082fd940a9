import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { type Navigation, NavigationContext } from './navigation.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

const shownHref = () => location.pathname + location.search

/** Only the search changes in place, for example the step of a sign-in. Every other page is a separate document. */
function open(href: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = new URL(href, location.href)
  if (url.pathname !== location.pathname) {
    if (replace) location.replace(url)
    else location.assign(url)
    return
  }
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  // The browser sends this event only for Back and Forward.
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Navigation on a visitor's page, which does not load the router. */
export function VisitorNavigation({ children }: { children: ReactNode }) {
  const href = useSyncExternalStore(subscribe, shownHref)
  const navigation = useMemo<Navigation>(() => ({ href, open }), [href])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
