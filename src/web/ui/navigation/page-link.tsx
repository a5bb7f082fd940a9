import type { ComponentProps, MouseEvent } from 'react'
import { useNavigation } from './navigation.ts'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> & { href: string }

/** A link to a page of this site that works with and without the router. */
export function PageLink({ href, ...props }: PageLinkProps) {
  const navigation = useNavigation()

  function handleClick(event: MouseEvent) {
    // The browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigation.open(href)
  }

  return (
    <a
      aria-current={href === navigation.href ? 'page' : undefined}
      {...props}
      href={href}
      onClick={handleClick}
    />
  )
}
