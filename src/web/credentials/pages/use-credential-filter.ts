import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Look } from '#shared/credentials/status.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { CredentialFilter } from '#web/credentials/api.ts'

let lastSearch: CredentialSearch = {}

/** The search parameters of My Vault. They come from the URL, so anyone may have typed them. */
export type CredentialSearch = {
  tab?: string | undefined
  q?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  sort?: string | undefined
  order?: string | undefined
}

export const sortings = [
  { id: 'expiresAt', label: msg`Expires soonest`, order: 'asc' },
  { id: 'createdAt', label: msg`Recently added`, order: 'desc' },
  { id: 'title', label: msg`Name`, order: 'asc' },
] as const

const kinds = ['license', 'certification'] as const
const statuses = ['active', 'renewal_due', 'expiring_soon', 'expired'] as const
const statusFilters = [...statuses, 'date_missing', 'archived'] as const

function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((one) => one === value)
}

/** The filter in the URL: a status, the missing date, or the archive. */
export function statusFilterOf({ status }: CredentialSearch): Look | 'archived' | undefined {
  return oneOf(statusFilters, status === 'expiring' ? 'expiring_soon' : status)
}

/** The server's filter for a URL, without unknown values. */
export function filterOf(search: CredentialSearch): CredentialFilter {
  const sorting = sortings.find(({ id }) => id === search.sort) ?? sortings[0]
  const filter: CredentialFilter = { sort: sorting.id, order: sorting.order }
  const kind = oneOf(kinds, search.tab)
  const chosen = statusFilterOf(search)
  const status = oneOf(statuses, chosen)
  if (kind) filter.kind = kind
  if (status) filter.status = status
  // A missing date counts as active in the API; here it is shown as missing.
  if (status === 'active') filter.dateMissing = 'false'
  if (chosen === 'date_missing') filter.dateMissing = 'true'
  if (chosen === 'archived') filter.archived = 'true'
  if (search.tag) filter.tag = search.tag.slice(0, 50)
  if (search.q?.trim()) filter.q = search.q.trim().slice(0, 200)
  return filter
}

export function isFiltered(search: CredentialSearch): boolean {
  return Boolean(search.q || search.status || search.tag)
}

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
