import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { licenseTitle } from '#shared/credentials/license-text.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { daysLeft } from '#shared/credentials/status.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

/** The one-line name of a credential in the language of the page: "Texas RN license". */
export const credentialName = (record: Parameters<typeof credentialTitle>[0]): string =>
  titleText(credentialTitle(record), t)

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
