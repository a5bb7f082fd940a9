import { useSearch } from '@tanstack/react-router'
import { requestedPath } from './requested-path.ts'

const anyOrigin = 'http://lanyard.invalid'

/** Where to go after signing in: a path of this site, or the home page for anything else. */
export function safeRedirectPath(next: string | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, anyOrigin)) return '/'
  // Parsed, because a browser reads `/\evil.example` and `/<tab>/evil.example` as another site.
  const url = new URL(next, anyOrigin)
  if (url.origin !== anyOrigin || url.pathname.startsWith('//') || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** `path` as the server accepts it as the path to return to: without its fragment, most characters percent-encoded. */
export function encodeRedirectPath(path: string): string {
  const [plain = '/'] = path.split('#')
  const encoded = plain
    .replaceAll('+', '%20')
    .replace(/[^\w\-./~?=&%]/g, (found) => `%${found.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return encoded.length <= 500 ? encoded : '/'
}

export function useRedirectTarget(): string {
  const { next } = useSignInSearch()
  return safeRedirectPath(next)
}

/** The parameters of the sign-in page. */
type SignInSearch = {
  /** Which stage is shown. */
  mode?: string | undefined
  /** The code of an emailed link. */
  oobCode?: string | undefined
  /** Path and search to open after signing in. On an emailed link, the path that was remembered when the link was sent. */
  next?: string | undefined
  /** The code of the problem with which a sign-in on another page ended. */
  problem?: string | undefined
  /** `shared` after the timeout of a shared computer. */
  ended?: string | undefined
}

export function useSignInSearch(): SignInSearch {
  const search: SignInSearch = useSearch({ strict: false })
  return search.oobCode && search.next === undefined ? { ...search, next: requestedPath() } : search
}
