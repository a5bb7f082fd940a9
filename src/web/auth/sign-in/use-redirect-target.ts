import { useSearch } from '@tanstack/react-router'

const somewhere = 'http://lanyard.invalid'

/** Where to go after signing in: a path of this very site, or the start for anything else. */
export function safeRedirectPath(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, somewhere)) return '/'
  // Parsed, because a browser reads `/\evil.example` and `/<tab>/evil.example` as another site.
  const url = new URL(next, somewhere)
  if (url.origin !== somewhere || url.pathname.startsWith('//') || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** `path` as the server takes it to come back from a provider: without its fragment, and few characters plain. */
export function encodeRedirectPath(path: string): string {
  const [plain = '/'] = path.split('#')
  const encoded = plain
    .replaceAll('+', '%20')
    .replace(/[^\w\-./~?=&%]/g, (found) => `%${found.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return encoded.length <= 500 ? encoded : '/'
}

export function useRedirectTarget(): string {
  const { next } = useSearch({ from: '/login' })
  return safeRedirectPath(next)
}
