import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CredentialSearch } from './use-credential-filter.ts'

let lastList: { search: CredentialSearch; index: number } = { search: {}, index: -1 }

/** Keeps how My Vault was left: what was asked for, and at which step of the window's history. */
export function useRememberList(search: CredentialSearch): void {
  const { history } = useRouter()
  // Once: while the next screen is on its way, the history is already there.
  const [index] = useState(() => history.location.state.__TSR_index)
  useEffect(() => {
    lastList = { search, index }
  }, [search, index])
}

/** Back to My Vault as it was left: at the same badge when it was the step before, else with the same search. */
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
