import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CredentialSearch } from './use-credential-filter.ts'

let lastSearch: CredentialSearch = {}

/** Stores the filter of My Vault when the user leaves it. */
export function useRememberList(search: CredentialSearch): void {
  useEffect(() => {
    lastSearch = search
  }, [search])
}

/** Returns to My Vault with its last filter, replacing the current page. */
export function useReturnToList(): { search: CredentialSearch; goBack: () => void } {
  const navigate = useNavigate()
  return {
    search: lastSearch,
    goBack: () => void navigate({ to: '/credentials', search: lastSearch, replace: true }),
  }
}
