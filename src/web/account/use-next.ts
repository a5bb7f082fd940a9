import { useSearch } from '@tanstack/react-router'

const somewhere = 'http://lanyard.invalid'

/** Where to go after signing in: a path of this very site, or the start for anything else. */
export function pathWithin(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, somewhere)) return '/'
  // Parsed, because a browser reads `/\evil.example` and `/<tab>/evil.example` as another site.
  const url = new URL(next, somewhere)
  if (url.origin !== somewhere || url.pathname.startsWith('//') || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

export function useNext(): string {
  const { next } = useSearch({ from: '/login' })
  return pathWithin(next)
}
