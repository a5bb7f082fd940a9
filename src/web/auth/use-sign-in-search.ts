import { useSearch } from '@tanstack/react-router'

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

export function useSignInSearch(): SignInSearch {
  return useSearch({ strict: false })
}
