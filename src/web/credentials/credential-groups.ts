import type { Credential } from '#shared/credentials/credential.ts'
import { type Look, lookOf, RENEWAL_DUE_DAYS } from '#shared/credentials/status.ts'
import { t } from '#web/i18n/t.ts'
import { statusText } from './status-badge.tsx'

const groups = ['expired', 'due', 'active', 'never', 'date_missing'] as const
type Group = (typeof groups)[number]

export type CredentialGroup = {
  /** `null` for the only group. The count is `null` while more may be loaded. */
  heading: { text: string; count: number | null } | null
  credentials: Credential[]
}

/** Credentials in the order of their dates, by status. `isComplete`: there are no more to load. */
export function credentialGroups(
  credentials: Credential[],
  today: string,
  isComplete: boolean,
): CredentialGroup[] {
  const found = Map.groupBy(credentials, (each) => groupOf(each, today))
  if (found.size <= 1) return [{ heading: null, credentials }]
  const shown = groups.filter((group) => found.has(group))
  return shown.map((group, index) => {
    const among = found.get(group) ?? []
    const isCounted = isComplete || index < shown.length - 1
    return { heading: { text: textOf(group), count: isCounted ? among.length : null }, credentials: among }
  })
}

const groupOfLook: Record<Look, Group> = {
  expired: 'expired',
  expiring_soon: 'due',
  renewal_due: 'due',
  active: 'active',
  date_missing: 'date_missing',
}

function groupOf(credential: Credential, today: string): Group {
  return credential.neverExpires ? 'never' : groupOfLook[lookOf(credential, today)]
}

function textOf(group: Group): string {
  if (group === 'due') return t`Due within ${RENEWAL_DUE_DAYS} days`
  return group === 'never' ? t`Does not expire` : statusText(group)
}
