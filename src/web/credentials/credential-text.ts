import type { Credential } from '#shared/credentials/credential.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { daysLeft } from '#shared/credentials/status.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'

/** "Texas · RN", or "BLS · American Heart Association". */
export function subtitleOf(credential: Credential): string {
  if (credential.kind === 'certification') {
    const { code, issuer } = credential
    return code && code !== OTHER ? `${code} · ${issuer}` : issuer
  }
  return `${findState(credential.state)?.name ?? credential.state} · ${credential.type}`
}

/** "Mar 31, 2027 · in 130 days". */
export function expiryText(
  { expiresAt, neverExpires }: Pick<Credential, 'expiresAt' | 'neverExpires'>,
  today: string,
  locale: string | null,
): string {
  if (expiresAt === null) return neverExpires ? 'Does not expire' : 'Expiration date missing'
  return `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft(expiresAt, today) ?? 0)}`
}
