import type { Credential } from '#shared/credentials/credential.ts'
import { licenseTitle } from '#shared/credentials/license-text.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { daysLeft } from '#shared/credentials/status.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

/**
 * The details that the short title leaves out: "Basic Life Support · American Heart Association", "Texas Board of
 * Nursing".
 */
export function subtitleOf(credential: Credential): string {
  const { issuer } = credential
  if (credential.kind === 'certification') {
    const { code, name } = credential
    return code && code !== OTHER ? `${name} · ${issuer}` : issuer
  }
  const { title } = credential
  return title === licenseTitle(credential) ? issuer : `${title} · ${issuer}`
}

/** "Mar 31, 2027 · in 130 days". */
export function expiryText(
  { expiresAt, neverExpires }: Pick<Credential, 'expiresAt' | 'neverExpires'>,
  today: string,
  locale: string | null,
): string {
  if (expiresAt === null) return neverExpires ? t`Does not expire` : t`Expiration date missing`
  return `${formatDate(expiresAt, locale)} · ${formatDays(daysLeft(expiresAt, today) ?? 0)}`
}
