import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { VaultSearch } from './use-credential-filter.ts'

let vault: { search: VaultSearch; index: number } = { search: {}, index: -1 }

/** Keeps how My Vault was left: what was asked for, and at which step of the window's history. */
export function useVaultLeft(search: VaultSearch): void {
  const { history } = useRouter()
  // Once: while the next screen is on its way, the history is already there.
  const [index] = useState(() => history.location.state.__TSR_index)
  useEffect(() => {
    vault = { search, index }
  }, [search, index])
}

/** Back to My Vault as it was left: at the same badge when it was the step before, else with the same search. */
export function useVaultReturn(): { search: VaultSearch; goBack: () => void } {
  const { history } = useRouter()
  const navigate = useNavigate()
  const index = useLocation({ select: (location) => location.state.__TSR_index })
  return {
    search: vault.search,
    goBack: () =>
      vault.index === index - 1
        ? history.back()
        : void navigate({ to: '/credentials', search: vault.search }),
  }
}
