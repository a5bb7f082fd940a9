import { usePageHref } from '#web/ui/navigation/navigation.ts'

/** The parameters of the sign-in page. */
export type SignInSearch = {
  /** Which stage is shown. */
  mode?: string | undefined
  /** The code of an emailed link. */
  oobCode?: string | undefined
  /** Path and search to open after signing in. */
  next?: string | undefined
  /** The code of the problem with which a sign-in on another page ended. */
  problem?: string | undefined
  /** `shared` after the timeout of a shared computer. */
  ended?: string | undefined
}

const names = ['mode', 'oobCode', 'problem', 'ended', 'next'] as const

/** Without parameters that are missing or empty. */
export function useSignInSearch(): SignInSearch {
  const href = usePageHref((path) => path === '/login')
  const params = new URL(href, 'http://lanyard.invalid').searchParams
  const given = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

export function signInHref(search: SignInSearch): string {
  const given = names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))
  return given.length === 0 ? '/login' : `/login?${new URLSearchParams(given)}`
}
