import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CredentialSearch } from './use-credential-filter.ts'

let lastList: { search: CredentialSearch; index: number } = { search: {}, index: -1 }

/** Stores how My Vault was left: its filter, and its position in the window's history. */
export function useRememberList(search: CredentialSearch): void {
  const { history } = useRouter()
  // Once: while the next screen loads, the history has already changed.
  const [index] = useState(() => history.location.state.__TSR_index)
  useEffect(() => {
    lastList = { search, index }
  }, [search, index])
}

/**
 * Returns to My Vault as it was left: with history.back() if it was the previous step, otherwise with the same search.
 */
export function useReturnToList(): { search: CredentialSearch; goBack: () => void } {
  const { history } = useRouter()
  const navigate = useNavigate()
  const index = useLocation({ select: (location) => location.state.__TSR_index })
  return {
    search: lastList.search,
    goBack: () =>
      lastList.index === index - 1
        ? history.back()
        : void navigate({ to: '/credentials', search: lastList.search }),
  }
}
